import Configuration
import Drawing
import Foundation
import FuzzRun
@testable import touchstick_overlay

func check(_ text: FuzzedText) {
  do throws(ConfigurationError) {
    let settings = try OverlaySettings.parse(text.bytes, file: FuzzedText.file)
    precondition(settings.images.allSatisfy { !$0.path.name.isEmpty }, "a picture without a path")
    let changed = try OverlaySettings.making(.output("eDP-1"), in: text.bytes, file: FuzzedText.file)
    let again = try OverlaySettings.parse(changed, file: FuzzedText.file)
    precondition(again.output == "eDP-1", "an output that was not set")
    precondition(again.theme == settings.theme, "a theme that changes with the output")
  } catch {
    text.check(error)
  }
}

try Fuzzer.run { folder in
  try Fuzzer.writeSeeds([("empty.toml", [UInt8(ascii: "\n")])], to: folder)
  let keys = OverlayTable.allCases.flatMap { $0.keyNames + ["\n\($0.heading)\n"] }
  let pieces = [
    " = ", "= \"", "\"\n", "'", "\"\"\"", "{ ", " }", "[ ", " ]", ", ", "#ff8000", "\"#f80\"", "true",
    "false", "0.5",
    "1e308", "inf", "nan", "\"a.png\"", "\"/a.png\"", "\\u0000", "\r\n", "\u{feff}", "s\"", "ms\"",
    "\"0.5s\"",
  ]
  try Fuzzer.writeWords(keys + pieces + Theme.shipped.map(\.key), to: folder)
} _: {
  check(FuzzedText($0))
}
