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

  /// Reads a configuration file, or the one file in a folder whose name ends in `.toml` and does not begin
  /// with a dot.
  public static func read(fileOrFolder path: String) throws(ConfigurationError) -> Settings {
    let file: String
    do throws(FileProblem) {
      file = try soleFile(at: path)
    } catch {
      throw ConfigurationError(path, error)
    }
    return try read(path: file)
  }

  private static func soleFile(at path: String) throws(FileProblem) -> String {
    guard try FileType(atPath: path) == .folder else { return path }
    let names = try entries(ofFolder: path).filter { $0.hasSuffix(".toml") && !$0.hasPrefix(".") }
    guard names.count < 2 else { throw .severalFiles(names.sorted()) }
    guard let name = names.first else { throw .emptyFolder }
    return path.hasSuffix("/") ? path + name : "\(path)/\(name)"
  }
}

extension ConfigurationError {
  fileprivate init(_ path: String, _ problem: FileProblem) {
    self.init([ConfigurationProblem(file: path, position: nil, kind: .file(problem))])
  }
}
