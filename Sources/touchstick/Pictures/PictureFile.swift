internal import FoundationEssentials
internal import Glibc
internal import System

/// The destination and the format of a picture.
enum PictureFile {
  case standardOutput
  case svg(path: String)
  case png(path: String)

  /// Reads `-`, or a path whose extension is the format; nil for any other text.
  init?(_ path: String) {
    switch URL(filePath: path).pathExtension.lowercased() {
    case _ where path == "-": self = .standardOutput
    case "svg": self = .svg(path: path)
    case "png": self = .png(path: path)
    default: return nil
    }
  }

  /// Writes a whole picture, or nothing on failure.
  func write(_ svg: String) throws(CommandError) {
    switch self {
    case .standardOutput: Touchstick.printOutput(svg.utf8)
    case .svg(let path): try Self.save(Array(svg.utf8), as: path)
    case .png(let path): try Self.save(Self.convertedToPNG(Array(svg.utf8)), as: path)
    }
  }

  private static func save(_ bytes: [UInt8], as path: String) throws(CommandError) {
    do throws(SystemError) {
      try writeWhole(bytes, toFile: path)
    } catch {
      throw CommandError(unwritable: path, error)
    }
  }
}

extension PictureFile {
  private static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

  /// The picture as PNG, with two pixels for each SVG pixel, so that it is also sharp on high-resolution screens.
  private static func convertedToPNG(_ svg: [UInt8]) throws(CommandError) -> [UInt8] {
    // Look for the program where a shell would.
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let program = folders.map { "\($0)/rsvg-convert" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
    guard let program else {
      throw CommandError(
        "layout: PNG needs the program rsvg-convert, which is not installed; Debian has it in the package "
          + "librsvg2-bin. SVG needs no program: name a file that ends in .svg", status: EX_UNAVAILABLE)
    }
    let output: ProgramOutput
    do throws(SystemError) {
      output = try ProgramOutput(of: program, ["--format", "png", "--zoom", "2"], input: svg)
    } catch {
      throw notConverted(error.text)
    }
    // If it fails, it prints the reason itself.
    guard output.hasSucceeded, output.bytes.starts(with: signature) else {
      throw notConverted("it wrote no PNG")
    }
    return output.bytes
  }

  private static func notConverted(_ why: String) -> CommandError {
    CommandError("layout: rsvg-convert could not make a PNG: \(why)", status: EX_UNAVAILABLE)
  }
}
