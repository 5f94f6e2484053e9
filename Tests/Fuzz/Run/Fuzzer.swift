internal import CFuzzer
package import Foundation

/// A program that runs libFuzzer. Its arguments are either `--material FOLDER` or those of libFuzzer.
package enum Fuzzer {
  // libFuzzer calls a C function, which captures nothing.
  nonisolated(unsafe) private static var test: ([UInt8]) -> Void = { _ in }

  /// - Parameters:
  ///   - material: Writes `seeds/`, and perhaps `words.dict`, into a folder that exists.
  ///   - test: Traps if a condition does not hold for an input.
  package static func run(material: (URL) throws -> Void, _ test: @escaping ([UInt8]) -> Void) throws -> Never
  {
    if CommandLine.arguments.count == 3, CommandLine.arguments[1] == "--material" {
      try material(URL(filePath: CommandLine.arguments[2], directoryHint: .isDirectory))
      exit(0)
    }
    unsafe Self.test = test
    var count = CommandLine.argc
    var arguments = unsafe CommandLine.unsafeArgv
    let status = unsafe LLVMFuzzerRunDriver(&count, &arguments) { bytes, count in
      unsafe Self.test([UInt8](UnsafeBufferPointer(start: bytes, count: count)))
      return 0
    }
    exit(status)
  }

  /// Writes inputs to start from.
  package static func writeSeeds(_ seeds: [(name: String, bytes: [UInt8])], to folder: URL) throws {
    let folder = folder.appending(path: "seeds")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for seed in seeds { try Data(seed.bytes).write(to: folder.appending(path: seed.name)) }
  }

  /// Writes words that inputs can have. An entry's bytes are quoted, with quotes, backslashes and bytes that are not
  /// printable as \xAB.
  package static func writeWords(_ words: some Sequence<String>, to folder: URL) throws {
    let entries = words.map { word in "\"" + word.utf8.map(escaped).joined() + "\"\n" }
    try Data(Set(entries).sorted().joined().utf8).write(to: folder.appending(path: "words.dict"))
  }

  private static func escaped(_ byte: UInt8) -> String {
    let isPlain = (0x20...0x7e).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    if isPlain { return String(UnicodeScalar(byte)) }
    return "\\x" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16)
  }
}
