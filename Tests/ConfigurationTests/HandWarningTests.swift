import EventPipeline
import Foundation
import JoystickModel
import Testing

@testable import Configuration

/// What thumbs reach and hit: the rules for layouts with `made_for`.
@Suite("Layouts for hands")
struct HandWarningTests {
  /// Each shipped layout, with the screens that it is made for.
  private static let shipped: [(name: String, settings: Settings)] = ShippedSizeTests.names.compactMap {
    name in
    let profile = Profile(name: name, path: "\(ShippedSizeTests.folder)/\(name)")
    return (try? profile.read()).map { (name, Settings().with($0)) }
  }

  @Test("No shipped layout has a warning at a size that it is made for", arguments: ShippedSizeTests.names)
  func shipped(_ name: String) throws {
    let settings = try #require(Self.shipped.first { $0.name == name }?.settings)
    #expect(settings.warnings().map(\.sentence) == [])
    for size in settings.madeFor.flatMap(\.sizes) {
      #expect(HeldScreen.allCases.contains { $0 == HeldScreen(of: size) && settings.madeFor.contains($0) })
      #expect(settings.warnings(on: size).map(\.sentence) == [], "\(size)")
    }
  }

  @Test("The layouts are made for what their names say, and shooters for wide screens only")
  func claims() {
    let claims = Dictionary(uniqueKeysWithValues: Self.shipped.map { ($0.name, $0.settings.madeFor) })
    #expect(claims["phone.toml"] == [.phoneLandscape, .phonePortrait])
    #expect(claims["touchscreen.toml"] == [.screenLandscape, .screenPortrait])
    #expect(claims["shooter.toml"] == [.phoneLandscape, .screenLandscape])
    #expect(claims.values.count { $0 == HeldScreen.allCases } == 12)
    #expect(
      claims.filter(\.value.isEmpty).keys.sorted() == [
        "joystickview.toml", "pen.toml", "swiftui-joystick.toml", "tablet.toml", "touchpad.toml",
      ])
  }

  @Test("Each size is one of its screen")
  func sizes() {
    for screen in HeldScreen.allCases {
      #expect(screen.sizes.count == 3 && screen.sizes.allSatisfy { HeldScreen(of: $0) == screen })
    }
  }

  private static func button(_ output: String, _ x: String, _ y: String, _ radius: Double = 7) -> String {
    "[[button]]\noutput = '\(output)'\nregion = { center = ['\(x)', '\(y)'], radius = \(radius) }\n"
  }

  private static func stick(
    _ center: String, _ region: String = "x = 0, y = '50%', width = '50%', height = '50%'"
  )
    -> String
  {
    "[[stick]]\nregion = { \(region) }\ncenter = [\(center)]\n"
  }

  /// A layout that has controls on both sides, and these.
  private static func settings(_ controls: String, for screens: String = "'screen-landscape'") throws
    -> Settings
  {
    let sides = button("LB", "10mm", "100% - 50mm") + button("RB", "100% - 10mm", "100% - 50mm")
    return try Settings.parse("made_for = [\(screens)]\n" + sides + controls, file: "t.toml")
  }

  private func warnings(_ controls: String, on size: SurfaceSize = SurfaceSize(width: 217, height: 136))
    throws
    -> [String]
  {
    let warnings = try Self.settings(controls).warnings(on: size)
    return warnings.map { "\($0.code): \($0.text)" }
  }

  @Test("A frequent control more than 70 mm from the nearer thumb is out of reach, a rare one may be")
  func reach() throws {
    #expect(
      try warnings(Self.button("X", "80mm", "100% - 40mm")) == [
        "out-of-reach: \"X\" is 80 mm from the joint of the thumb, at the side of the screen; a thumb reaches 70 mm"
      ])
    #expect(try warnings(Self.button("X", "70mm", "100% - 40mm")) == [])
    #expect(try warnings(Self.button("X", "100% - 70mm", "100% - 40mm")) == [])
    for output in ["Back", "Start", "Guide", "menu", "KEY_F2"] {
      #expect(try warnings(Self.button(output, "50%", "10mm")) == [], "\(output)")
    }
    // The rest of a stick counts, and the nearest part of a look pad.
    let wide = "x = 0, y = 0, width = '50%', height = '100%'"
    #expect(
      try warnings(Self.stick("'90mm', '50%'", wide)).first?.hasPrefix("out-of-reach: \"left\"") == true)
    #expect(try warnings("[[look]]\nregion = { \(wide) }\n") == [])
  }

  @Test("A button of less than 9 mm is too small for a thumb, and of less than 10 mm for one hand")
  func small() throws {
    let small = Self.button("Start", "50%", "10mm", 4)
    #expect(
      try warnings(small) == [
        "small-button: \"Start\" is only 8 mm wide or high; a thumb needs at least 9 mm"
      ])
    #expect(try warnings(Self.button("Start", "50%", "10mm", 4.5)) == [])
    let hand = { (radius: Double, x: String) in
      try Settings.parse(
        "made_for = ['phone-portrait']\n" + Self.button("B", x, "100% - 30mm", radius), file: "t.toml"
      ).warnings(on: SurfaceSize(width: 62, height: 110)).map(\.text)
    }
    for x in ["40mm", "100% - 40mm"] {
      #expect(try hand(4.5, x) == ["\"B\" is only 9 mm wide or high; a thumb needs at least 10 mm"])
      #expect(try hand(5, x) == [])
    }
  }

  @Test("For one hand, only its thumb counts, also where its controls are beyond the middle")
  func oneHand() throws {
    let right = try Settings.parse(
      "made_for = ['phone-portrait']\n" + Self.button("B", "100% - 20mm", "100% - 30mm")
        + Self.button("Y", "100% - 52mm", "100% - 100mm"), file: "t.toml")
    #expect(
      right.warnings(on: SurfaceSize(width: 62, height: 110)).map(\.text) == [
        "\"Y\" is 75.69 mm from the joint of the thumb, at the side of the screen; a thumb reaches 70 mm"
      ])
  }

  @Test(
    "A stick or a look pad that begins within 4 mm of A, B, X or Y is too near; ignored glass keeps it away")
  func beside() throws {
    let face = Self.button("A", "100% - 30mm", "100% - 40mm", 7)
    let near = "x = '50%', y = '50%', width = '50% - 38mm', height = '50%'"
    let stick = Self.stick("'100% - 60mm', '100% - 20mm'", near)
    #expect(
      try warnings(face + stick) == [
        "beside-button: \"left\" gets touches 1 mm beside \"A\"; it must begin 4 mm from it: use another region, or "
          + "[[ignore]] before it"
      ])
    let ignored = "[[ignore]]\nregion = { center = ['100% - 30mm', '100% - 40mm'], radius = 11 }\n"
    #expect(try warnings(face + ignored + stick) == [])
    #expect(try warnings(face + stick.replacing("38mm", with: "41mm")) == [])
    #expect(try warnings(face.replacing("'A'", with: "'LB'\nname = 'other'") + stick) == [])
    let look = "[[look]]\nregion = { \(near) }\n"
    #expect(try warnings(face + look).first?.hasPrefix("beside-button: \"look\"") == true)
    // What never exists together is not beside each other.
    let layers =
      Self.button("next layer", "50%", "10mm") + face + "layer = 'a'\n" + look + "layer = 'b'\n"
    #expect(try warnings(layers) == [])
  }

  @Test("A base at rest covers no other control and no other base, and is on the surface")
  func base() throws {
    let stick = Self.stick("'30mm', '100% - 30mm'")
    #expect(
      try warnings(Self.button("Start", "40mm", "100% - 30mm") + stick) == [
        "base-over-control: at rest, the base of \"left\" covers 6 mm of \"Start\"; move its center"
      ])
    #expect(try warnings(Self.button("Start", "47mm", "100% - 30mm") + stick) == [])
    let other = stick.replacing("[[stick]]", with: "[[stick]]\ntarget = 'right'").replacing(
      "30mm'", with: "40mm'")
    #expect(try warnings(stick + other).filter { $0.hasPrefix("base-over-control") }.count == 2)
    #expect(
      try warnings(Self.stick("'5mm', '100% - 30mm'")) == [
        "base-cut-off: at rest, the base of \"left\" extends 4 mm beyond the left edge of the surface; move its center"
      ])
  }

  @Test("A control that does not fit is named, and so are those that overlap")
  func fit() throws {
    #expect(
      try warnings(Self.button("X", "5mm", "100% - 30mm")).first?.hasPrefix("cut-off: \"X\" extends 2 mm")
        == true)
    let over = Self.button("X", "30mm", "100% - 30mm") + Self.button("Y", "40mm", "100% - 30mm")
    #expect(try warnings(over).first?.hasPrefix("overlap: \"Y\" overlaps \"X\"") == true)
  }

  @Test("check names the first size that has the warning; without made_for, or elsewhere, there is none")
  func where_() throws {
    let far = Self.button("X", "50%", "100% - 40mm")
    #expect(
      try Self.settings(far).warnings().map(\.text) == [
        "on a screen held sideways (155 mm x 87 mm), \"X\" is 77.5 mm from the joint of the thumb, at the side of the "
          + "screen; a thumb reaches 70 mm"
      ])
    let both = try Self.settings(far, for: "'phone-portrait', 'phone-landscape'").warnings()
    #expect(
      both.count == 1
        && both[0].text.hasPrefix("on a phone held sideways (140 mm x 68 mm), \"X\" is 71.59 mm"))
    #expect(try Settings.parse(far, file: "t.toml").warnings().isEmpty)
    let phone = try Self.settings(far, for: "'phone-portrait'")
    #expect(phone.warnings(on: SurfaceSize(width: 217, height: 136)).isEmpty)
  }

  @Test("The key is a list of words")
  func key() throws {
    func problem(_ value: String) -> String? {
      let error = #expect(throws: ConfigurationError.self) {
        try Settings.parse("made_for = \(value)\n", file: "t.toml")
      }
      return error?.diagnostics.first?.text
    }
    let words =
      #"a list of the words "phone-landscape", "phone-portrait", "screen-landscape" and "screen-portrait""#
    #expect(problem("'phone'") == "made_for is a string; it must be \(words)")
    #expect(problem("['phone-portait']") == #"made_for is "phone-portait"; did you mean "phone-portrait"?"#)
  }
}
