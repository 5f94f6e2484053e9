internal import Glibc

extension Settings {
  /// The maximum size of a file in bytes: 1 MiB.
  package static let sizeLimit = 1 << 20

  /// Reads a configuration file, which must be a regular file, and the profile that it asks for.
  package static func read(path: String) throws(ConfigurationError) -> Settings {
    try parse(text(ofFile: path), file: path).withOwnProfile()
  }

  /// Reads a configuration file, or the only one in a folder, for a program that uses one file.
  ///
  /// - Parameter path: Like a path of ``ConfigurationFiles/init(_:profiles:)``, except that a folder with several files is an error.
  package static func read(fileOrFolder path: String) throws(ConfigurationError) -> Settings {
    let files = try files(at: path)
    guard files.count == 1 else {
      throw ConfigurationError(
        unreadable: path, "several-files",
        "contains \(files.count) configurations",
        hint: "use one of these files, such as \(quoted(files[0].name))")
    }
    return try read(path: files[0].path)
  }

  fileprivate static func files(at path: String) throws(ConfigurationError) -> [(name: String, path: String)]
  {
    guard !isStandardInput(path), try FileType(atPath: path) == .folder else { return [(path, path)] }
    let names = try names(inFolder: path).filter(ConfigurationFiles.isName)
    guard !names.isEmpty else {
      throw ConfigurationError(
        unreadable: path, "empty-folder", "contains no configuration",
        hint: "add a file whose name ends in .toml")
    }
    let folder = path.hasSuffix("/") ? path : path + "/"
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { ($0, folder + $0) }
  }
}

/// The files at several paths, each read as far as possible.
package struct ConfigurationFiles: Sendable {
  package static let defaultFolder = "/etc/touchstick"

  /// Whether the name of a file in a folder is that of a configuration.
  package static func isName(_ name: String) -> Bool { name.hasSuffix(".toml") && !name.hasPrefix(".") }

  package private(set) var paths: [String] = []
  package private(set) var settings: [Settings] = []
  package private(set) var profiles: [Settings] = []
  /// Whether the default folder was requested and does not exist. That is equivalent to an empty file.
  package private(set) var isUnconfigured = false
  /// The folders whose files are all read, and those that contain the other files.
  private(set) var folders: [ConfigurationFolder] = []

  private var errors: [ConfigurationError] = []
  /// The bytes of the paths that were read. Names that differ for the kernel can be equal as strings.
  private var seen: Set<[UInt8]> = []

  /// Reads all files at these paths, each once even if it is named several times.
  ///
  /// - Parameters:
  ///   - paths: Files and folders. A folder stands for its files whose names end in `.toml` and do not begin
  ///     with a dot, in the order of their names' bytes; a folder without any is an error.
  ///   - profiles: Profiles to read, too. They have no device to disagree about.
  package init(_ paths: [String], profiles: [Profile] = []) {
    for path in paths { read(fileOrFolder: path) }
    for (index, other) in settings.enumerated() {
      guard let first = settings[..<index].first(where: { $0.device.selectsSame(as: other.device) }),
        let error = Settings.disagreement(between: first, and: other)
      else { continue }
      errors.append(error)
    }
    for profile in profiles where isNew(profile.path) { read(profile: profile) }
  }

  /// Reads the files that a user named, or those in the default folder, which may be missing.
  package init(asked paths: [String]) {
    let isUnconfigured = unsafe paths.isEmpty && access(Self.defaultFolder, F_OK) != 0
    self.init(paths.isEmpty && !isUnconfigured ? [Self.defaultFolder] : paths)
    guard isUnconfigured else { return }
    self.isUnconfigured = true
    do throws(ConfigurationError) { settings = [try .unconfigured()] } catch { errors.append(error) }
  }

  /// The errors of all files in their order, and then the contradictions between files that ask for the same device;
  /// nil without errors.
  package var error: ConfigurationError? { errors.isEmpty ? nil : ConfigurationError(inOrder: errors) }

  /// The settings of all files, in the order of the paths.
  ///
  /// - Throws: The errors of all files, in the same order.
  package func checkedSettings() throws(ConfigurationError) -> [Settings] {
    if let error { throw error }
    return settings
  }

  private mutating func read(fileOrFolder path: String) {
    do throws(ConfigurationError) {
      let files = try Settings.files(at: path)
      let isFolder = files.first?.path != path
      if !isStandardInput(path) { folders.append(isFolder ? .given(path) : .holding(path)) }
      for file in files where isNew(file.path) { read(file: file.path) }
    } catch {
      if isNew(path) { errors.append(error) }
    }
  }

  private mutating func read(file path: String) {
    paths.append(path)
    do throws(ConfigurationError) {
      let read = try Settings.read(path: path)
      settings.append(read)
      read.profileFiles.forEach { record(path: $0) }
    } catch {
      // The file may be the profile's.
      error.diagnostics.compactMap(\.file).forEach { record(path: $0) }
      errors.append(error)
    }
  }

  private mutating func read(profile: Profile) {
    paths.append(profile.path)
    folders.append(.holding(profile.path))
    do throws(ConfigurationError) {
      profiles.append(try profile.read())
    } catch {
      errors.append(error)
    }
  }

  /// Adds the path of a profile that was read with its file.
  private mutating func record(path: String) {
    guard isNew(path) else { return }
    paths.append(path)
    folders.append(.holding(path))
  }

  private mutating func isNew(_ path: String) -> Bool { seen.insert(Array(path.utf8)).inserted }
}
