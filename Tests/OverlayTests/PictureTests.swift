import Foundation
import JoystickModel
import EventPipeline
import TestSupport
import Testing

@testable import touchstick_overlay

/// What the compositor shows, compared with the pictures in the folder Pictures, without labels, so that no font counts.
///
/// `TOUCHSTICK_REWRITE_PICTURES=1` stores what it shows now. Look at each picture before you commit it.
@Suite("Pictures of the overlay", .serialized)
struct PictureTests {
  /// A scene of `Glasses` on an output.
  struct Picture: CustomTestStringConvertible, Sendable {
    let name: String
    let theme: String
    var isInUse = true
    var more = ""
    /// As sway says it, which counts clockwise.
    var transform = "normal"
    var scale = "1"
    /// In pixels of the panel.
    var size = (width: 400, height: 200)

    var testDescription: String { name }
  }

  private static let pictures = [
    Picture(name: "rest", theme: "quiet", isInUse: false, more: "fade.after = \"never\""),
    Picture(name: "use", theme: "quiet"),
    Picture(name: "knob", theme: "knob"),
    Picture(name: "high-contrast", theme: "high_contrast"),
    Picture(
      name: "faded", theme: "knob", isInUse: false,
      more: "[fade]\nafter = \"0s\"\nduration = \"0ms\"\nalpha = 0.3"),
    Picture(name: "turned", theme: "quiet", transform: "90"),
    Picture(name: "flipped", theme: "high_contrast", transform: "flipped-180", scale: "2", size: (800, 400)),
    Picture(name: "fractional", theme: "knob", scale: "1.5", size: (600, 300)),
  ]

  private static let use: @Sendable (inout [ControlReport]) -> Void = { controls in
    for index in controls.indices { controls[index].isTouched = true }
    controls[0].base = Point(x: 22, y: 42)
    controls[0].handle = Point(x: 32, y: 36)
    (controls[2].directionX, controls[2].directionY) = (1, -1)
    controls[3].pull = 100
    controls[4].base = Point(x: 112, y: 72)
    controls[4].handle = Point(x: 112, y: 78)
  }

  @Test("have 0 pixels that differ from the stored ones", arguments: pictures)
  func matches(_ picture: Picture) throws {
    let sway = try HeadlessSway()
    try sway.ask(
      "output", "HEADLESS-1", "resolution", "\(picture.size.width)x\(picture.size.height)", "transform",
      picture.transform, "scale", picture.scale)
    let looks = try Programs.file(
      "overlay.toml", "theme = \"\(picture.theme)\"\nlabels = false\n\(picture.more)\n")
    let overlay = try RunningOverlay(
      sway.environment(), ["--config", looks])
    let state = picture.isInUse ? Glasses.state(Glasses.controls, Self.use) : Glasses.state()
    try overlay.send(.layout(Glasses.layout()), .state(state))
    let file = Self.folder.appending(path: try storedName(of: picture, sway) + ".png")
    if ProcessInfo.processInfo.environment["TOUCHSTICK_REWRITE_PICTURES"] != nil {
      sleep(2)
      try sway.write(screenshot: file.path, scale: picture.scale)
    }
    try patiently {
      let screen = try sway.screenshot(picture.name, scale: picture.scale)
      let differing = try screen.pixelsDiffering(from: file.path)
      guard differing == 0 else { throw Missing(what: "\(picture.name): \(differing) pixels differ") }
    }
    withExtendedLifetime(overlay) {}
  }

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Pictures")

  /// Sway before 1.8 does not tell programs of scales between whole numbers, and reduces what they draw for the next one.
  private func storedName(of picture: Picture, _ sway: HeadlessSway) throws -> String {
    guard picture.scale.contains("."), try sway.ask("--version").contains(#/ 1\.[0-7]\b/#) else {
      return picture.name
    }
    return picture.name + "-reduced"
  }
}
