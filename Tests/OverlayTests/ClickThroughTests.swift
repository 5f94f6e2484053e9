@testable import touchstick_overlay
import Foundation
import EventPipeline
import TestSupport
import Testing

@Suite("Clicks through the overlay", .serialized)
struct ClickThroughTests {
  /// Places on and beside the controls of `Glasses`, on an output with 2 pixels for a millimetre.
  private static let places = [(360, 160), (60, 100), (200, 60), (350, 10), (240, 160), (300, 190)]

  @Test("reach the window below, wherever they are")
  func through() throws {
    let sway = try HeadlessSway()
    let below = try ClickedWindow(sway)
    let overlay = try RunningOverlay(["WAYLAND_DISPLAY": sway.display, "XDG_RUNTIME_DIR": sway.folder.path])
    try overlay.send(.layout(Glasses.layout()), .state(Glasses.state()))
    try patiently {
      guard try sway.screenshot("click").pixel(360, 160) != 0 else { throw Missing(what: "the overlay") }
    }
    for (x, y) in Self.places {
      try below.click(x, y)
      #expect(try below.line() == "pressed \(x) \(y)")
    }
    withExtendedLifetime(overlay) {}
  }

  @Test("do not reach it through a layer that takes touches")
  func counterCheck() throws {
    let sway = try HeadlessSway()
    let below = try ClickedWindow(sway)
    let above = try ClickedWindow(sway, ["--above"])
    for (x, y) in Self.places {
      try below.click(x, y)
      #expect(try above.line() == "pressed \(x) \(y)")
    }
    above.end()
    try patiently {
      guard try sway.screenshot("below").pixel(2, 2) == 0 else { throw Missing(what: "nothing above") }
    }
    try below.click(7, 7)
    #expect(try below.line() == "pressed 7 7")
  }
}
