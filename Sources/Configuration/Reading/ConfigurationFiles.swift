internal import Diagnostics
internal import Glibc

extension Settings {
  /// The most bytes that a file may have: 1 MiB.
  public static let sizeLimit = 1 << 20

  /// Reads a configuration file, which has to be a regular one, and the profile that it asks for.
  public static func read(path: String) throws(ConfigurationError) -> Settings {
    try parse(text(ofFile: path), file: path).withOwnProfile()
  }

  /// The bytes of a configuration file, which has to be a regular one.
  public static func text(ofFile path: String) throws(ConfigurationError) -> [UInt8] {
    try contents(ofFile: path, limit: sizeLimit)
  }

  /// Reads a configuration file, or the one in a folder, for a program that takes one.
  ///
  /// - Parameter path: As one of those of ``readAll(_:)``, but for a folder with several files, which is a problem.
  public static func read(fileOrFolder path: String) throws(ConfigurationError) -> Settings {
    let files = try files(at: path)
    guard files.count == 1 else {
      throw ConfigurationError(
        unreadable: path, "several-files",
        "contains \(files.count) configurations",
        hint: "use one of these files, such as \(quoted(files[0].name))")
    }
    return try read(path: files[0].path)
  }

  /// Reads all the files that the paths lead to, each once, however often it is named.
  ///
  /// - Parameter paths: Files and folders. A folder stands for its files whose names end in `.toml` and do not
  ///   begin with a dot, in the order of their names' bytes; one without any is a problem.
  /// - Returns: What each file says, in the order of the paths; nothing without a path.
  /// - Throws: All that is wrong with any of the files, in the same order.
  public static func readAll(_ paths: [String]) throws(ConfigurationError) -> [Settings] {
    let files = ConfigurationFiles(paths)
    if let error = files.error { throw error }
    return files.settings
  }

  /// The files that a path leads to, at least one.
  fileprivate static func files(at path: String) throws(ConfigurationError) -> [(name: String, path: String)]
  {
    guard try FileType(atPath: path) == .folder else { return [(path, path)] }
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

/// The files that several paths lead to, each read as far as it can be.
public struct ConfigurationFiles: Sendable {
  /// The folder that is read unless others are named.
  public static let usualFolder = "/etc/touchstick"

  /// Whether a file in a folder is a configuration, by its name.
  public static func isName(_ name: String) -> Bool { name.hasSuffix(".toml") && !name.hasPrefix(".") }

  /// The paths of the files, in their order, those with mistakes among them.
  public private(set) var paths: [String] = []
  /// What the files say that have no mistake, in their order.
  public private(set) var settings: [Settings] = []
  /// Whether the usual folder was asked for, and is not there, which is as good as an empty file.
  public private(set) var isUnconfigured = false
  /// The folders that stand for their files, and those that have the others.
  private(set) var folders: [ConfigurationFolder] = []

  private var errors: [ConfigurationError] = []
  /// The bytes of the paths that are dealt with: names that are two to the kernel can be equal as strings.
  private var known: Set<[UInt8]> = []

  /// Reads all the files that the paths lead to, as ``Settings/readAll(_:)`` does.
  public init(_ paths: [String]) {
    for path in paths { read(path) }
    for (index, other) in settings.enumerated() {
      guard let first = settings[..<index].first(where: { $0.device.selectsSame(as: other.device) }),
        let error = Settings.disagreement(between: first, and: other)
      else { continue }
      errors.append(error)
    }
  }

  /// Reads the files that a program is asked for, or without any those in the usual folder, which need not be there.
  public init(asked paths: [String]) {
    let isUnconfigured = unsafe paths.isEmpty && access(Self.usualFolder, F_OK) != 0
    self.init(paths.isEmpty && !isUnconfigured ? [Self.usualFolder] : paths)
    guard isUnconfigured else { return }
    (self.isUnconfigured, settings) = (true, [Settings()])
  }

  /// All that is wrong with any of the files, in their order, and then what those disagree on that ask for the same
  /// device; nil where nothing is.
  public var error: ConfigurationError? { errors.isEmpty ? nil : ConfigurationError(inOrder: errors) }

  private mutating func read(_ path: String) {
    do throws(ConfigurationError) {
      let files = try Settings.files(at: path)
      let isFolder = files.first?.path != path
      folders.append(isFolder ? .given(path) : .holding(path))
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
      if let profile = read.controlsFile.name, isNew(profile) {
        paths.append(profile)
        folders.append(.holding(profile))
      }
    } catch {
      errors.append(error)
    }
  }

  private mutating func isNew(_ path: String) -> Bool { known.insert(Array(path.utf8)).inserted }
}
