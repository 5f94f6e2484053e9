internal import Configuration
internal import Glibc
internal import System

/// The configuration files. It reads them, and reports their changes.
final class ConfigurationStore {
  private(set) var settings: [Settings]
  /// The layout that replaces the first file's own.
  private(set) var chosen: ChosenLayout?
  private(set) var profiles: [Profile]
  /// Why the current files are not used; nil if they are.
  private(set) var refusal: DaemonError?

  /// The requested files and folders; empty is the default folder.
  private let asked: [String]
  private let loop: EventLoop
  private var watches: [FolderWatch] = []
  /// The timer that is set when the files have changed.
  private var timer: Timer?

  init(_ asked: [String], _ loop: EventLoop) throws(DaemonError) {
    self.asked = asked
    self.loop = loop
    settings = try Self.read(asked, isOptional: true)
    profiles = ProfileFolders(beside: settings[0].fileName).all
  }

  /// The layout of the first pad, for the bus.
  var layout: PadStatus.Layout {
    guard let chosen else { return PadStatus.Layout(settings[0].profile ?? "") }
    switch chosen.end {
    case .session: return PadStatus.Layout(chosen.name, by: .user, user: chosen.user)
    case .program(let process):
      return PadStatus.Layout(chosen.name, by: .program, user: chosen.user, process: process)
    }
  }

  /// The profile of the first pad's layout; nil for another layout. It may be one that chooses by the device.
  var profile: String? {
    guard let chosen else { return settings[0].profile }
    return chosen.isText ? nil : chosen.name
  }

  /// The layout that somebody asks for; nil is the configuration's own.
  ///
  /// - Parameters:
  ///   - user: The user who asks for it.
  ///   - end: When it ends.
  func chosenLayout(
    _ request: LayoutRequest, user: UInt32, until end: ChosenLayout.End
  ) throws(ConfigurationError) -> ChosenLayout? {
    switch request {
    case .own: return nil
    case .current: return chosen
    case .profile(let name):
      return ChosenLayout(name: name, user: user, end: end, settings: try readProfile(name))
    case .text(let text, let name):
      let name = String(String.UnicodeScalarView(name.printable.unicodeScalars.prefix(256)))
      let settings = try Settings.parse(profile: Array(text.utf8), file: name.isEmpty ? "layout" : name)
      return ChosenLayout(
        name: name, isText: true, user: user, end: end, settings: settings)
    }
  }

  private func readProfile(_ name: String) throws(ConfigurationError) -> Settings {
    try ProfileFolders(beside: settings[0].fileName).read(name)
  }

  /// Uses another layout for the first file's pad, or the file's own. After an error, everything stays as it was.
  func choose(_ layout: ChosenLayout?, _ use: ([Settings]) throws(DaemonError) -> Void) throws(DaemonError) {
    try use(settings.with(layout))
    chosen = layout
    Journal.notice(layout.map(\.sentence) ?? "the layout is the configuration's own")
  }

  /// Calls the handler some time after the files have changed. The handler calls ``reload(isAsked:_:)``.
  func whenChanged(_ handler: @escaping () -> Void) throws(SystemError) {
    timer = try loop.timer(handler)
    watch()
  }

  /// Reads the files again. After an error, everything stays as it was.
  ///
  /// - Parameters:
  ///   - isAsked: Whether somebody requested it. It is then logged even if nothing has changed.
  ///   - use: Switches to the new settings, or throws the reason why it cannot.
  func reload(isAsked: Bool, _ use: ([Settings]) throws(DaemonError) -> Void) {
    watch()
    do throws(DaemonError) {
      // Removing the files is not a request for the default devices.
      let new = try Self.read(asked, isOptional: settings.allSatisfy { $0.fileName == nil })
      let layout = renewed(chosen)
      let isOther =
        layout != chosen || !new.elementsEqual(settings) { $0.isOfSameFile(as: $1) && $0 == $1 }
      if isOther || isAsked {
        try change(to: new, layout, use)
        settings = new
      }
      profiles = ProfileFolders(beside: settings[0].fileName).all
      if isOther || isAsked || refusal != nil { Journal.notice("the configuration was read again") }
      refusal = nil
    } catch {
      Journal.error(error.sentence)
      Journal.error("the configuration stays as it was")
      refusal = error
    }
  }

  /// The layout as its profile is now. It stays as it was if that cannot be read.
  func renewed(_ layout: ChosenLayout?) -> ChosenLayout? {
    guard var layout, !layout.isText else { return layout }
    do throws(ConfigurationError) {
      layout.settings = try readProfile(layout.name)
    } catch {
      Journal.error(error.sentence)
      Journal.error("the layout stays as it was")
    }
    return layout
  }

  /// Uses the layout that is chosen for the new files only if it fits: it must not keep them from being used.
  ///
  /// - Parameter layout: The chosen layout. If it has changed, and does not fit, everything stays as it was.
  private func change(
    to new: [Settings], _ layout: ChosenLayout?, _ use: ([Settings]) throws(DaemonError) -> Void
  ) throws(DaemonError) {
    do throws(DaemonError) {
      try use(new.with(layout))
      chosen = layout
    } catch {
      guard chosen != nil, layout == chosen else { throw error }
      try use(new)
      chosen = nil
    }
  }

  private static func paths(_ asked: [String]) -> [String] {
    asked.isEmpty ? [ConfigurationFiles.defaultFolder] : asked
  }

  /// - Parameter isOptional: Whether the default folder may have no file.
  private static func read(_ asked: [String], isOptional: Bool) throws(DaemonError) -> [Settings] {
    let files = isOptional ? ConfigurationFiles(asked: asked) : ConfigurationFiles(paths(asked))
    for warning in files.permissionWarnings() { Journal.warning(warning.sentence) }
    if let error = files.error { throw .configuration(error) }
    return files.settings
  }
}

// Changes of the files.
extension ConfigurationStore {
  /// Watches the files at their current places. Files that cannot be watched are read only on request.
  private func watch() {
    watches = []
    for folder in ProfileFolders(beside: settings[0].fileName).paths {
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
      if counts(name) { setTimer() }
    }
    if let watch { watches.append(watch) }
  }

  private func setTimer() {
    loop.endOnError { () throws(SystemError) in try timer?.setForChanges(at: loop.now) }
  }
}

/// A layout that a user has chosen.
struct ChosenLayout: Equatable {
  /// The name of a profile, or a name for a text.
  let name: String
  /// Whether it was sent as text.
  var isText = false
  /// The user who has chosen it.
  let user: UInt32
  var end: End
  var settings: Settings

  /// When a layout ends.
  enum End: Equatable {
    /// With this session, by logind's name; nil is the user's last one.
    case session(String?)
    /// With a program that has claimed it. The process is nil if it is not known.
    case program(UInt32?)
  }

  var sentence: String {
    isText ? "the layout is one that was sent" : "the layout is the profile \"\(name.escaped)\""
  }
}

extension [Settings] {
  /// A copy with a layout for the first file.
  fileprivate func with(_ layout: ChosenLayout?) -> [Settings] {
    guard let layout else { return self }
    return [self[0].with(layout.settings)] + dropFirst()
  }
}

extension Settings {
  /// Whether they are from the same file. Names that differ for the kernel can be equal as strings.
  func isOfSameFile(as other: Settings) -> Bool {
    fileName.map { Array($0.utf8) } == other.fileName.map { Array($0.utf8) }
  }
}
