import Foundation
import FuzzRun
import TestSupport
@testable import Configuration

enum Material {
  static func write(to folder: URL) throws {
    let seeds = ConfigurationExample.all.enumerated().map { ("example-\($0).toml", Array($1.text.utf8)) }
    try Fuzzer.writeSeeds(seeds, to: folder)
    try Fuzzer.writeWords(keys + words + pieces, to: folder)
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
