extension Settings {
  /// The most bytes that a file may have: 1 MiB.
  public static let sizeLimit = 1 << 20

  /// Reads a configuration file, which has to be a regular one.
  public static func read(path: String) throws(ConfigurationError) -> Settings {
    let text: [UInt8]
    do throws(FileProblem) {
      text = try contents(ofFile: path, limit: sizeLimit)
    } catch {
      throw ConfigurationError(path, error)
    }
    return try parse(text, file: path)
  }

  /// Reads a configuration file, or the one in a folder, for a program that takes one.
  ///
  /// - Parameter path: As one of those of ``readAll(_:)``, but for a folder with several files, which is a problem.
  public static func read(fileOrFolder path: String) throws(ConfigurationError) -> Settings {
    let files = try files(at: path)
    guard files.count == 1 else { throw ConfigurationError(path, .severalFiles(files.map(\.name))) }
    return try read(path: files[0].path)
  }

  /// Reads all the files that the paths lead to, each once, however often it is named.
  ///
  /// - Parameter paths: Files and folders. A folder stands for its files whose names end in `.toml` and do not
  ///   begin with a dot, in the order of their names' bytes; one without any is a problem.
  /// - Returns: What each file says, in the order of the paths; nothing without a path.
  /// - Throws: All that is wrong with any of the files, in the same order.
  public static func readAll(_ paths: [String]) throws(ConfigurationError) -> [Settings] {
    var reading = Reading()
    for path in paths { reading.read(path) }
    guard reading.errors.isEmpty else { throw ConfigurationError(inOrder: reading.errors) }
    return reading.settings
  }

  /// The files that a path leads to, at least one.
  fileprivate static func files(at path: String) throws(ConfigurationError) -> [(name: String, path: String)]
  {
    do throws(FileProblem) {
      guard try FileType(atPath: path) == .folder else { return [(path, path)] }
      let names = try entries(ofFolder: path).filter { $0.hasSuffix(".toml") && !$0.hasPrefix(".") }
      guard !names.isEmpty else { throw .emptyFolder }
      let folder = path.hasSuffix("/") ? path : path + "/"
      return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { ($0, folder + $0) }
    } catch {
      throw ConfigurationError(path, error)
    }
  }
}

/// What comes of several paths.
private struct Reading {
  private(set) var settings: [Settings] = []
  private(set) var errors: [ConfigurationError] = []
  /// The bytes of the paths that are dealt with: names that are two to the kernel can be equal as strings.
  private var known: Set<[UInt8]> = []

  mutating func read(_ path: String) {
    do throws(ConfigurationError) {
      for file in try Settings.files(at: path) where isNew(file.path) {
        do throws(ConfigurationError) {
          settings.append(try Settings.read(path: file.path))
        } catch {
          errors.append(error)
        }
      }
    } catch {
      if isNew(path) { errors.append(error) }
    }
  }

  private mutating func isNew(_ path: String) -> Bool { known.insert(Array(path.utf8)).inserted }
}

extension ConfigurationError {
  fileprivate init(_ path: String, _ problem: FileProblem) {
    self.init([ConfigurationProblem(file: path, position: nil, kind: .file(problem))])
  }
}
