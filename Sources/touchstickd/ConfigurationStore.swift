internal import Configuration
internal import Glibc
internal import System

/// The configuration files. It reads them, and reports their changes.
final class ConfigurationStore {
  /// Called some time after the files have changed, to call ``read()``.
  var handler: () -> Void = {}
  private(set) var profiles: [Profile] = []

  /// The requested files and folders; empty is the default folder.
  private let asked: [String]
  private let loop: EventLoop
  /// The name of the first file in use; nil for the default folder without files.
  private var firstFile: String?
  /// Whether the default folder may have no file: removing all files is not a request for the default devices.
  private var isOptional = true
  private var watches: [FolderWatch] = []
  /// The timer that is set when the files have changed.
  private var timer: Timer?

  init(_ asked: [String], _ loop: EventLoop) throws(SystemError) {
    self.asked = asked
    self.loop = loop
    timer = try loop.timer { [unowned self] in handler() }
  }

  /// Reads the files, and watches them at their current places from now on.
  func read() throws(DaemonError) -> [Settings] {
    // First, so that no change is missed.
    watch()
    let files = isOptional ? ConfigurationFiles(asked: asked) : ConfigurationFiles(Self.paths(asked))
    for warning in files.permissionWarnings() { Journal.warning(warning.sentence) }
    if let error = files.error { throw .configuration(error) }
    return files.settings
  }

  /// Call this after the settings that were read are in use.
  func finish(reading settings: [Settings]) {
    if firstFile != settings[0].fileName {
      firstFile = settings[0].fileName
      // Other folders have the profiles.
      watch()
    }
    isOptional = settings.allSatisfy { $0.fileName == nil }
    profiles = folders.all
  }

  /// The layout as its profile is now. It stays as it was if that cannot be read or used.
  ///
  /// - Parameter file: The file whose pad it is for, as it is now.
  /// - Returns: Nil if that file does not allow its keys.
  func renewed(_ layout: ChosenLayout, for file: Settings) -> ChosenLayout? {
    func checked(_ settings: Settings) throws(ConfigurationError) -> ChosenLayout {
      var layout = layout
      layout.settings = settings
      try layout.applied(to: file).checkKeys()
      return layout
    }
    if !layout.isText {
      do throws(ConfigurationError) {
        return try checked(folders.read(layout.name))
      } catch {
        Journal.error(error.sentence)
        Journal.error("the layout stays as it was")
      }
    }
    do throws(ConfigurationError) {
      return try checked(layout.settings)
    } catch {
      Journal.notice("the configuration does not allow the keys of the layout \"\(layout.name.escaped)\"")
      return nil
    }
  }

  /// Where the profiles of layouts are.
  var folders: ProfileFolders { ProfileFolders(beside: firstFile) }

  private static func paths(_ asked: [String]) -> [String] {
    asked.isEmpty ? [ConfigurationFiles.defaultFolder] : asked
  }
}

// Changes of the files.
extension ConfigurationStore {
  /// Watches the files at their current places. Files that cannot be watched are read only on request.
  private func watch() {
    watches = []
    for folder in folders.paths {
      watch(folder, where: ConfigurationFiles.isName)
    }
    for path in Self.paths(asked) {
      var status = stat()
      let isFolder = unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
      if isFolder {
        watch(path, where: ConfigurationFiles.isName)
      } else {
        for path in Set([path, (try? realPath(of: path)) ?? path]) {
          let name = lastPart(of: path)
          watch(parent(of: path)) { $0 == name }
        }
      }
    }
  }

  private func watch(_ folder: String, where counts: @escaping (String) -> Bool) {
    let watch = try? loop.whenChanged(inFolder: folder) { [unowned self] name in
      if name.map(counts) ?? true { setTimer() }
    }
    if let watch { watches.append(watch) }
  }

  private func setTimer() {
    loop.endOnError { () throws(SystemError) in try timer?.setForChanges(at: loop.now) }
  }
}

extension ProfileFolders {
  /// Reads a layout that is not empty.
  func read(_ layout: LayoutRequest) throws(ConfigurationError) -> Settings {
    guard let text = layout.text else { return try read(layout.name) }
    let name = layout.shownName
    var settings = try Settings.parse(profile: Array(text.utf8), file: name.isEmpty ? "layout" : name)
    settings.areControlsSent = true
    return settings
  }
}
