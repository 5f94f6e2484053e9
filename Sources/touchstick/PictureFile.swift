internal import Foundation

/// Where a picture goes, and in which format.
enum PictureFile {
  case standardOutput
  case svg(path: String)
  case png(path: String)

  /// Takes `-`, or a path whose ending says the format; nil for all else.
  init?(_ path: String) {
    switch URL(filePath: path).pathExtension.lowercased() {
    case _ where path == "-": self = .standardOutput
    case "svg": self = .svg(path: path)
    case "png": self = .png(path: path)
    default: return nil
    }
  }

  /// Writes a picture: all of it, or, where that fails, nothing.
  func write(_ svg: String) throws(PictureError) {
    let svg = Data(svg.utf8)
    switch self {
    case .standardOutput: Touchstick.printOutput(svg)
    case .svg(let path): try Self.save(svg, as: path)
    case .png(let path): try Self.save(PNGConverter().png(of: svg), as: path)
    }
  }

  private static func save(_ data: Data, as path: String) throws(PictureError) {
    do {
      try data.write(to: URL(filePath: path), options: .atomic)
    } catch {
      throw .unwritable(path, why: reason(of: error))
    }
  }
}

/// What the system says of an error, of which Foundation's own words say less.
private func reason(of error: any Error) -> String {
  let cause = (error as? CocoaError)?.underlying as? POSIXError
  guard let cause, let text = unsafe strerror(cause.code.rawValue) else { return error.localizedDescription }
  return unsafe String(cString: text)
}

/// The program that makes PNG of SVG.
private struct PNGConverter {
  private static let name = "rsvg-convert"
  private static let signature = Data([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  private let program: URL

  /// Looks for the program where a shell would.
  init() throws(PictureError) {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let found = folders.map { "\($0)/\(Self.name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
    guard let found else { throw .noConverter }
    program = URL(filePath: found)
  }

  /// The picture with two pixels for each of SVG's, so that it is sharp on fine screens as well.
  func png(of svg: Data) throws(PictureError) -> Data {
    let output: Data
    do {
      output = try run(["--format", "png", "--zoom", "2"], input: svg)
    } catch {
      throw .notConverted(why: error.localizedDescription)
    }
    guard output.starts(with: Self.signature) else { throw .notConverted(why: "it gave no PNG") }
    return output
  }

  /// What the program prints; nothing where it fails, of which it says the reason itself.
  private func run(_ arguments: [String], input: Data) throws -> Data {
    // A program that ends early is an error to be told of, not the end of this one.
    signal(SIGPIPE, SIG_IGN)
    let (source, sink) = (Pipe(), Pipe())
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.standardInput = source
    process.standardOutput = sink
    try process.run()
    // It prints nothing before it has read all.
    try source.fileHandleForWriting.write(contentsOf: input)
    try source.fileHandleForWriting.close()
    let output = try sink.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return process.terminationReason == .exit && process.terminationStatus == 0 ? output : Data()
  }
}

/// Why there is no picture.
enum PictureError: Error {
  case noConverter
  case notConverted(why: String)
  case unwritable(String, why: String)

  var sentence: String {
    switch self {
    case .noConverter:
      "layout: PNG needs the program rsvg-convert, which is not here; Debian has it in the package "
        + "librsvg2-bin. SVG needs nothing: give -o a name that ends in .svg"
    case .notConverted(let why): "layout: rsvg-convert could not make a PNG: \(why)"
    case .unwritable(let path, let why): "\(path): cannot be written: \(why)"
    }
  }

  /// EX_UNAVAILABLE or EX_IOERR.
  var exitStatus: Int32 {
    switch self {
    case .noConverter, .notConverted: 69
    case .unwritable: 74
    }
  }
}
