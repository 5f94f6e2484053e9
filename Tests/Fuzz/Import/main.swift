import Configuration
import EventPipeline
import Foundation
import FuzzRun
import LayoutImport
import TestSupport

/// One input: the text of another program's layout. What it becomes has no errors.
enum ImportCase {
  static func run(_ bytes: [UInt8]) {
    let text = FuzzedText(bytes)
    for page in [nil, "1", "portrait"] {
      let layout = ImportedLayout(bytes, file: FuzzedText.file, page: page)
      text.check(layout.diagnostics)
      guard let profile = layout.profile else {
        precondition(layout.diagnostics.contains { $0.severity == .error }, "no profile, and no error")
        continue
      }
      check(profile)
    }
  }

  private static func check(_ profile: String) {
    do throws(ConfigurationError) {
      let settings = try Settings.parse(profile: Array(profile.utf8), file: FuzzedText.file)
      try settings.checkWithoutSurface()
      for (width, height) in [(140.0, 65.0), (136, 217)] {
        _ = try settings.layout(width: width, height: height, deviceClass: .touchscreen)
      }
    } catch {
      preconditionFailure("a profile with an error: \(error.sentence)\n\(profile)")
    }
  }
}

try Fuzzer.run { folder in
  let layouts = Fixtures.project.appending(path: "Tests/Fixtures/layouts")
  let files = try FileManager.default.subpathsOfDirectory(atPath: layouts.path).filter { $0.contains(".") }
  try Fuzzer.writeSeeds(
    files.map { path in
      let bytes = try Data(contentsOf: layouts.appending(path: path)).prefix(16_000)
      return (path.replacing("/", with: "-"), Array(bytes))
    }, to: folder)
  try Fuzzer.writeWords(
    [
      "overlays = 2\n", "overlay0_", "overlay1_", "descs = 9\n", "desc0 = \"", "normalized = true\n",
      "name = \"",
      "_next_target = \"", "overlay_next", "dpad_area", "abxy_area", "analog_left", "radial", "rect",
      "retrok_f1",
      "landscape", "portrait", "\"content\":{", "\"left\":{", "\"inner\":[", "\"outer\":[", "\"layers\":{",
      "\"type\":\"", "button", "joystick", "touchpad", "throttle", "directionalPad", "arcadeButtons", "blank",
      "\"action\":", "gamepadA", "\"toggle\":true", "\"axis\":{", "\"input\":\"axisXY\"", "\"output\":\"",
      "\"$ref\":\"#/definitions/", "\"elements\":[", "BUTTON", "D_PAD", "STICK", "TRACKPAD", "RANGE_BUTTON",
      "\"bindings\":[", "GAMEPAD_BUTTON_A", "GAMEPAD_LEFT_THUMB_UP", "MOUSE_MOVE_UP", "KEY_W", "\"scale\":",
      "\"representations\":{", "iphone", "edgeToEdge", "\"mappingSize\":{\"width\":375,\"height\":812}",
      "\"items\":[",
      "\"inputs\":", "\"frame\":{", "\"extendedEdges\":{", "1e308", "-1e308", "1e-308", "1e999", "nan", "inf",
      "\\ud800", "\\u0000", "null", "true", "false", "{", "}", "[", "]", ":", ",", "\"",
    ], to: folder)
} _: {
  ImportCase.run($0)
}
