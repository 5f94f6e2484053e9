import EventPipeline
import JoystickModel
import Testing

@testable import Configuration

@Suite("The guide's comparison with other joysticks")
struct JoyStickViewTests {
  /// The names in JoyStickView, as the model's specification lists them.
  private static let names: Set = [
    "angle", "displacement", "monitor", "setPolarMonitor", "setXYMonitor", "movable", "movableBounds",
    "movableCenter", "enableDoubleTapForFrameReset", "resetFrame", "handlePositionMode", "absolute",
    "relative", "handleConstraint", "handleMovedTolerance", "handleHasMoved", "gestureRecognizerShouldBegin",
    "travel", "tappedBlock", "touchesBegan", "touchesMoved", "touchesEnded", "touchesCancelled", "frame",
    "baseImage", "handleImage", "baseAlpha", "handleAlpha", "handleTintColor", "handleSizeRatio",
    "colorFillHandleImage",
  ]

  /// The code spans of the right column that are not settings.
  private static let others: Set = [
    "StickReport.polar", "StickMonitor", "touchstick replay --json", "touchstick monitor --json",
    "ContactPhase",
  ]

  @Test("The table lists everything in JoyStickView")
  func left() throws {
    let rows = try Guide().rows(under: "JoyStickView")
    #expect(Set(rows.flatMap { $0[0].codeSpans }) == Self.names)
    #expect(rows.allSatisfy { $0.count == 2 && !$0[1].isEmpty })
  }

  @Test("Every setting in the table is a stick's, with a valid value")
  func right() throws {
    let spans = try Guide().rows(under: "JoyStickView").flatMap { $0[1].codeSpans }
    for span in spans where !Self.others.contains(span) {
      let key = String(span.prefix { $0 != " " })
      #expect(ConfigurationTable.stick.keys.contains(key), "\(span)")
      guard key != span else { continue }
      #expect(throws: Never.self, "\(span)") { try Settings.parse("[[stick]]\n\(span)\n", file: "guide") }
    }
    #expect(Self.others.isSubset(of: spans))
  }

  @Test("The settings for the SwiftUI joystick can be used")
  func swiftUI() throws {
    let settings = try Settings.parse(try #require(try Guide().block("toml")), file: "guide")
    let stick = try #require(settings.controls.sticks.first)
    #expect(stick.parameters.origin == .relative)
    #expect(!stick.parameters.movable)
    #expect(stick.parameters.response.directions == .four)
    _ = try settings.layout(width: 217, height: 136, deviceClass: .touchscreen)
  }

  @Test("The settings for the SwiftUI joystick have its four buttons, outside the stick")
  func buttons() throws {
    let settings = try Settings.parse(try #require(try Guide().block("toml")), file: "guide")
    var layout = try settings.layout(width: 217, height: 136, deviceClass: .touchscreen)
    #expect(layout.controls.map(\.name) == ["left", "abcd A", "abcd B", "abcd C", "abcd D"])
    for (number, button) in zip(UInt32(1)..., [GamepadButton.south, .east, .west, .north]) {
      let middle = layout.controls[Int(number)].region.center
      layout.apply(ContactEvent(id: ContactID(number), phase: .began, position: middle), time: 0)
      #expect(layout.gamepadState.isDown(button), "\(button)")
    }
  }
}
