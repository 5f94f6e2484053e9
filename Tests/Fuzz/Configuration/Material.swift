import Foundation
import TestSupport
@testable import Configuration

enum Material {
  /// Writes `seeds/` and `words.dict` into a folder that exists.
  static func write(to path: String) throws {
    let folder = URL(filePath: path, directoryHint: .isDirectory)
    let seeds = folder.appending(path: "seeds")
    try FileManager.default.createDirectory(at: seeds, withIntermediateDirectories: true)
    for (index, file) in ConfigurationExample.all.enumerated() {
      try Data(file.text.utf8).write(to: seeds.appending(path: "example-\(index).toml"))
    }
    // An entry's bytes in the format: quotes, backslashes and bytes that are not printable as \xAB.
    let entries = (keys + words + pieces).map { text in
      "\"" + text.utf8.map(Self.escaped).joined() + "\"\n"
    }
    try Data(Set(entries).sorted().joined().utf8).write(to: folder.appending(path: "words.dict"))
  }

  private static func escaped(_ byte: UInt8) -> String {
    let isPlain = (0x20...0x7e).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    if isPlain { return String(UnicodeScalar(byte)) }
    return "\\x" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16)
  }

  private static let keys =
    ConfigurationTable.allCases.flatMap(\.keyNames)
    + ConfigurationTable.allCases.map { "\n\($0.heading)\n" }

  /// Words for values: those that messages about wrong values offer.
  private static let words = ConfigurationExample.all.flatMap(\.messages).flatMap { sentence in
    sentence.split(separator: "\"").map(String.init).filter { !$0.contains(" ") && $0.count > 1 }
  }

  private static let pieces = [
    " = ", "= \"", "\"\n", "'''", "\"\"\"", "{ ", " }", "[ ", " ]", ", ", ".", "\r\n", "\u{feff}", "# é\n",
    "true", "false", "inf", "nan", "1e308", "1e-308", "0x", "0o", "0b", "_", "-0.0", "0.0",
    "9223372036854775807",
    "1979-05-27", "07:32:00", "T", "Z", "\\u0000", "\\U0010ffff", "%\"", "mm\"", "ms\"", "s\"",
    "\"217mm x 136mm\"", "\"100% - 25mm\"",
    "region = { x = 0, y = 0, width = 50, height = 50 }\n", "{ center = [\"50%\", \"50%\"], radius = 10 }",
    "output = \"south\"\n", "input = \"BTN_STYLUS\"\n",
  ]
}
