import Configuration
import LayoutImport
import TestSupport
import Testing

@Suite("Crosses, helpers and permission")
struct ImportedButtonTests {
  private func overlay(_ controls: [String], _ more: String = "") -> Imported {
    let lines = controls.enumerated().map { "overlay0_desc\($0.offset) = \"\($0.element)\"" }
    return Imported(
      "overlays = 1\noverlay0_normalized = true\n\(lines.joined(separator: "\n"))\n\(more)")
  }

  private static let cross = [
    "up,0.15,0.6,rect,0.03,0.05", "right,0.21,0.7,rect,0.03,0.05", "down,0.15,0.8,rect,0.03,0.05",
    "left,0.09,0.7,rect,0.03,0.05",
  ]
  private static let corners = [
    "up|right,0.21,0.6,rect,0.03,0.05", "right|down,0.21,0.8,rect,0.03,0.05",
    "left|down,0.09,0.8,rect,0.03,0.05", "left|up,0.09,0.6,rect,0.03,0.05",
  ]

  @Test("Four or eight buttons that are the directions become one direction pad")
  func crosses() {
    let pad = #"dpad region = { x = "6%", y = "55%", width = "18%", height = "30%" }"#
    #expect(overlay(Self.cross).tables == [pad])
    #expect(overlay(Self.cross + Self.corners).tables == [pad])
    // Another button in the middle gets its own touches.
    let both = overlay(Self.cross + Self.corners + ["start,0.15,0.7,rect,0.02,0.04"])
    #expect(both.tables.count == 2 && both.tables.first?.contains("Start") == true && both.tables.last == pad)
  }

  @Test("Half axes become a stick, two crosses two direction pads, and anything else stays")
  func otherCrosses() {
    let words = ["up": "l_y_minus", "right": "l_x_plus", "down": "l_y_plus", "left": "l_x_minus"]
    let axes = Self.cross.map { control in
      words.reduce(control) {
        $1.key + "," == $0.prefix($1.key.count + 1) ? $0.replacing($1.key, with: $1.value) : $0
      }
    }
    let stick = overlay(axes)
    #expect(stick.tables.count == 1 && stick.tables[0].hasPrefix("stick target = \"left\""))
    let second = Self.cross.map {
      $0.replacing("0.15,", with: "0.85,").replacing("0.21,", with: "0.91,").replacing("0.09,", with: "0.79,")
    }
    #expect(overlay(Self.cross + second).count("dpad") == 2)
    #expect(overlay(Array(Self.cross.dropLast())).count("button") == 3)
    let wrong = Self.cross.map { $0.replacing("left,0.09", with: "left,0.7") }
    #expect(overlay(wrong).count("button") == 4)
  }

  @Test("Buttons of other programs become direction pads, too")
  func winlatorCross() {
    let places = ["UP": (0.2, 0.5), "RIGHT": (0.26, 0.62), "DOWN": (0.2, 0.74), "LEFT": (0.14, 0.62)]
    let elements = places.map { way, place in
      #"{"type": "BUTTON", "shape": "CIRCLE", "bindings": ["GAMEPAD_DPAD_\#(way)"], "scale": 1, "x": \#(place.0), "y": \#(place.1)}"#
    }
    let imported = Imported(#"{"elements": [\#(elements.joined(separator: ","))]}"#)
    #expect(imported.tables.count == 1 && imported.count("dpad") == 1)
  }

  @Test(
    "Small buttons between two that press both become the reach of those, unless something is drawn for them")
  func helpers() {
    let pair = ["b,0.8,0.8,radial,0.045,0.08", "a,0.9,0.7,radial,0.045,0.08"]
    let helped = overlay(pair + ["a|b,0.85,0.75,radial,0.014,0.025"])
    #expect(helped.tables.count == 2 && helped.tables.allSatisfy { $0.contains("reach = ") })
    let drawn = overlay(pair + ["a|b,0.85,0.75,radial,0.014,0.025"], "overlay0_desc2_overlay = ab.png\n")
    #expect(drawn.tables.count == 3)
    #expect(overlay(pair + ["a|b,0.85,0.75,radial,0.045,0.08"]).tables.count == 3)
    #expect(overlay(pair + ["a|b,0.4,0.4,radial,0.014,0.025"]).tables.count == 3)
    #expect(overlay(pair + ["a|x,0.85,0.75,radial,0.014,0.025"]).tables.count == 3)
    let three = overlay(pair + ["x,0.8,0.6,radial,0.045,0.08", "a|b|x,0.83,0.7,radial,0.014,0.025"])
    #expect(three.tables.count == 3)
  }

  @Test("Controls that need permission are comments, with the line that the administrator writes")
  func permission() throws {
    let text =
      #"{"elements": [{"type": "D_PAD", "bindings": ["KEY_W", "KEY_D", "KEY_S", "KEY_A"], "x": 0.2, "y": 0.6}, "#
      + #"{"type": "BUTTON", "bindings": ["GAMEPAD_BUTTON_A", "KEY_SPACE"], "x": 0.8, "y": 0.6}]}"#
    let imported = Imported(text)
    let profile = try #require(imported.layout.profile)
    #expect(imported.layout.count == 1 && imported.layout.leftOut == 8)
    #expect(profile.contains("\n#   keys = [\"KEY_SPACE\", \"KEY_W\", \"KEY_D\", \"KEY_S\", \"KEY_A\"]\n"))
    #expect(profile.contains("output = \"A\"\n# With permission: output = [\"A\", \"KEY_SPACE\"]\n"))
    #expect(
      profile.contains("\n# Then write the outputs that are comments above.\n# Then remove the first # of"))
    #expect(imported.warnings.count == 1)
    // Without the first # of each line, it is a profile.
    let whole = profile.split(separator: "\n").map { line in
      line.hasPrefix("#") && !line.hasPrefix("# ") ? String(line.dropFirst()) : String(line)
    }
    let settings = try Settings.parse(profile: Array(whole.joined(separator: "\n").utf8), file: "t")
    let layout = try settings.layout(width: 140, height: 65, deviceClass: .touchscreen)
    #expect(layout.controls.count == 9)
  }

  @Test("A layout of nothing but such keys is a profile without controls")
  func keysOnly() throws {
    let imported = Imported(#"{"elements": [{"type": "BUTTON", "bindings": ["KEY_E"], "x": 0.8, "y": 0.6}]}"#)
    #expect(imported.layout.count == 0 && imported.layout.leftOut == 1)
    let settings = try Settings.parse(profile: Array(try #require(imported.layout.profile).utf8), file: "t")
    #expect(try settings.layout(width: 140, height: 65, deviceClass: .touchscreen).sticks.isEmpty)
  }

  @Test("What is the same for many controls is one warning")
  func fewWarnings() {
    let unknown = overlay((1...30).map { "unknown\($0),0.5,0.5,rect,0.1,0.1" } + ["a,0.5,0.5,rect,0.1,0.1"])
    #expect(
      unknown.warnings == [
        "t:3:18: \"unknown1\", \"unknown2\", \"unknown3\", \"unknown4\", \"unknown5\" and 25 others are left out: "
          + "this pad does not have them"
      ])
    #expect(unknown.layout.leftOut == 30 && unknown.layout.count == 1)
  }
}

@Suite("Analog controls of the Touch Adaptation Kit")
struct ImportedAnalogTests {
  private func kit(_ outer: String, inner: String = #"{"type": "button", "action": "gamepadA"}"#) -> Imported
  {
    Imported(#"{"content": {"right": {"inner": [\#(inner)], "outer": [\#(outer)]}}}"#)
  }

  private func control(_ type: String, _ action: String, _ more: String = "") -> String {
    #"{"type": "\#(type)", "axis": {"input": "axisXY", "output": "rightJoystick"}, "action": \#(action)\#(more)}"#
  }

  @Test(
    "A touchpad holds its action while it is touched, and turns the camera",
    arguments: [
      (#""rightTrigger""#, #"touch = "RT""#), (#""rightBumper""#, #"touch = "RB""#),
      (#"["rightTrigger", "leftTrigger"]"#, #"touch = ["RT", "LT"]"#),
    ])
  func touchpads(_ action: String, _ touch: String) {
    for more in [#", "renderAsButton": true"#, ""] {
      let imported = kit(control("touchpad", action, more))
      let looks = imported.tables.filter { $0.contains(touch) }
      #expect(looks.count == 1 && imported.count("look") == 1 && imported.count("button") == 1)
      #expect(imported.warnings.isEmpty)
    }
  }

  private static let repeated = #"{"type": "turbo", "action": "rightTrigger", "interval": 100}"#

  @Test(
    "An action of a touchpad that repeats is a button under the finger, and something else turns the camera")
  func turboTouchpads() {
    for more in [#", "renderAsButton": true"#, ""] {
      let imported = kit(control("touchpad", Self.repeated, more))
      let fire = imported.tables.filter { $0.contains(#"output = "RT""#) }
      #expect(fire.count == 1 && fire.first?.contains("slide = \"hold_first\"") == true)
      #expect(imported.count("look") == 1)
      #expect(imported.tables.last?.contains("width = \"50%\"") == !more.isEmpty)
    }
  }

  @Test("Such a touchpad that is drawn as a button is only that if another control turns the camera")
  func otherCameras() {
    let fire = control("touchpad", Self.repeated, #", "renderAsButton": true"#)
    let stick = #"{"type": "joystick", "axis": {"input": "axisXY", "output": "rightJoystick"}}"#
    let imported = kit("\(fire), \(fire)", inner: stick)
    #expect(imported.count("look") == 0 && imported.count("stick") == 1 && imported.count("button") == 2)
    #expect(kit("\(fire), \(fire)").count("look") == 1)
  }

  @Test("A second joystick for the same stick keeps its action as a button")
  func secondJoysticks() {
    let stick = #"{"type": "joystick", "axis": {"input": "axisXY", "output": "rightJoystick"}}"#
    let imported = kit(control("joystick", #""leftTrigger""#), inner: stick)
    #expect(imported.count("stick") == 1 && imported.outputs == ["\"LT\""])
    #expect(imported.layout.leftOut == 0 && imported.warnings.count == 1)
    // Without an action, there is nothing to keep.
    let none = kit(stick, inner: stick)
    #expect(none.count("stick") == 1 && none.layout.leftOut == 1)
  }

  @Test("A joystick holds its action while it is touched, or in its outer ring from a threshold on")
  func joysticks() {
    let ring = kit("", inner: control("joystick", #""leftThumb""#, #", "actionThreshold": 0.8"#))
    #expect(
      ring.tables.first?.hasSuffix(#"outer_ring = "L3" outer_ring_start = 0.8 when = "landscape""#) == true)
    let touch = kit("", inner: control("joystick", #""leftThumb""#))
    #expect(touch.tables.first?.hasSuffix(#"touch = "L3" when = "landscape""#) == true)
    #expect(ring.warnings.isEmpty && touch.warnings.isEmpty)
    // No ring pulls a trigger.
    let trigger = kit("", inner: control("joystick", #""rightTrigger""#, #", "actionThreshold": 0.8"#))
    #expect(trigger.tables.first?.contains(#"touch = "RT""#) == true && trigger.warnings.count == 1)
    let turbo = kit("", inner: control("joystick", Self.repeated))
    #expect(turbo.count("stick") == 1 && turbo.outputs == ["\"RT\""] && turbo.warnings.count == 1)
  }

  @Test("An action beside axes that no control has, or beside a slider, is kept")
  func otherAxes() {
    let strange =
      #"{"type": "touchpad", "axis": {"input": "axisXY", "output": "steering"}, "action": "gamepadB"}"#
    #expect(kit(strange).outputs == ["\"A\"", "\"B\""])
    let lever =
      #"{"type": "touchpad", "axis": {"input": "axisX", "output": "rightJoystickX"}, "action": "gamepadB"}"#
    #expect(kit(lever).outputs.contains("\"B\"") && kit(lever).count("slider") == 1)
  }

  @Test("Files of better-xcloud wrap one or several layouts")
  func wrapped() {
    func content(_ button: String) -> String {
      #"{"content": {"right": {"inner": [{"type": "button", "action": "gamepad\#(button)"}]}}}"#
    }
    let one = Imported(#"{"schema_version": 1, "layouts": {"custom": \#(content("B"))}}"#)
    #expect(one.outputs == ["\"B\""] && one.warnings.isEmpty)
    let several =
      #"{"name": "Game", "default_layout": "two", "layouts": {"one": \#(content("A")), "two": \#(content("X"))}}"#
    #expect(Imported(several).outputs == ["\"X\""] && Imported(several).warnings.count == 1)
    #expect(Imported(several, page: "one").outputs == ["\"A\""])
    #expect(Imported(several, page: "three").layout.profile == nil)
    let older =
      #"{"name": "Game", "layout": {"right": {"inner": [{"type": "button", "action": "gamepadY"}]}}}"#
    #expect(Imported(older).outputs == ["\"Y\""])
    #expect(Imported(#"{"layouts": {"custom": {}}}"#).layout.profile == nil)
  }
}
