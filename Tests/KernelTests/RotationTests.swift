import Drawing
import EventPipeline
import Foundation
import InputDevices
import TestSupport
import Testing

@testable import touchstick_overlay

extension KernelTests {
  @Suite("Size and rotation of a screen", .serialized)
  struct RotationTests {
    /// A phone's screen of 720 by 1440 pixels, which does not report its size.
    private static func phone() throws -> DeviceDescription {
      var phone = try Fixtures.description(SessionTests.screen)
      for (x, y) in [(EventCode.absX, EventCode.absY), (.absMTPositionX, .absMTPositionY)] {
        phone.axes[x.code] = AbsoluteAxis(minimum: 0, maximum: 719)
        phone.axes[y.code] = AbsoluteAxis(minimum: 0, maximum: 1439)
      }
      return phone
    }

    private static func configuration(_ rotation: Int) -> String {
      "[device]\nrotation = \(rotation)\n[[stick]]\n"
    }

    @Test("A phone without a resolution can be rotated in mid-drag")
    func phone() throws {
      let path = try Programs.file("touchstick.toml", Self.configuration(0))
      let daemon = try RunningDaemon(arguments: ["--config", path])
      let screen = try Bed.makeDevice(try Self.phone())
      daemon.waitUntilItSays("touchstick assumes 69 x 139 mm")
      let pad = try daemon.openPad()
      let clone = try daemon.cloneNode()
      let desktop = try LibinputEvents(clone)
      let (thumb, other) = (Finger(on: screen, slot: 0), Finger(on: screen, slot: 1))
      // At 45 degrees on the glass.
      try thumb.drag(id: 1, from: (200, 400), to: (320, 520))
      let diagonal: Int32 = 23169
      #expect(
        Bed.wait { abs(pad.value(of: .absX) - diagonal) < 100 && abs(pad.value(of: .absY) - diagonal) < 100 })
      try other.touchDown(id: 2, x: 500, y: 1000)
      desktop.waitFor(.touchDown)

      try Self.configuration(90).write(toFile: path, atomically: true, encoding: .utf8)
      daemon.waitUntilItSays("the configuration was read again")
      #expect(Bed.wait { pad.value(of: .absX) == 0 && pad.value(of: .absY) == 0 })
      // The held finger has no effect any more, and the desktop keeps its own.
      try thumb.move(x: 200, y: 400)
      try other.move(x: 600, y: 1100)
      desktop.waitFor(.touchMotion)
      #expect(desktop.events.count { $0.kind == .touchUp || $0.kind == .touchCancel } == 0)
      try thumb.lift()
      // To the device's right, which is down if its left edge is up.
      try thumb.drag(id: 3, from: (200, 400), to: (400, 400))
      #expect(Bed.wait { pad.value(of: .absY) == 32767 })
      #expect(pad.value(of: .absX) == 0)
      #expect(!pad.isGone)
      #expect(try daemon.cloneNode() == clone)
      try other.lift()
      desktop.waitFor(.touchUp)
      daemon.stop()
    }

    @Test(
      "udev's property decides whether a screen is built in, or else its bus",
      .enabled(if: Bed.isVirtualMachine, "it adds a udev rule"))
    func builtIn() throws {
      defer { try? Bed.setUdevRules("") }
      // systemd 257 has rules of its own that set the property.
      try Bed.setUdevRules(
        """
        KERNEL=="event*", ATTRS{name}=="inside", ENV{ID_INTEGRATION}="internal"
        KERNEL=="event*", ATTRS{name}=="outside", ENV{ID_INTEGRATION}="external"

        """)
      let (usb, i2c): (UInt16, UInt16) = (0x03, 0x18)
      let cases = [
        ("on USB", usb, false), ("on I2C", i2c, true), ("inside", usb, true), ("outside", i2c, false),
      ]
      for (name, bus, isBuiltIn) in cases {
        var description = try Self.phone()
        (description.name, description.id.bus) = (name, bus)
        let device = try Bed.makeDevice(description)
        try Bed.settleUdev()
        let surveyed = try #require(SurveyedDevice.all().first { $0.path == device.node })
        #expect(surveyed.isBuiltIn == isBuiltIn, "\(name)")
      }
    }
  }

  @Suite("The output that a touchscreen is mapped to", .serialized, .enabled(if: Bed.isVirtualMachine))
  struct MappedOutputTests {
    @Test("by udev is the overlay's, unless the user wants another, or there is no such output")
    func byUdev() throws {
      func map(to output: String) throws {
        try Bed.setUdevRules("KERNEL==\"event*\", ENV{WL_OUTPUT}=\"\(output)\"\n")
      }
      func choice(_ names: [String], wanted: String? = nil) throws -> [Int] {
        let screen = try Bed.makeDevice(SessionTests.screen)
        try Bed.settleUdev()
        return Painter(wantedOutput: wanted, deviceNode: screen.node).choices(
          among: names, mapping: { _ in nil })
      }
      defer { try? Bed.setUdevRules("") }
      try map(to: "DP-2")
      #expect(try choice(["DP-1", "DP-2"]) == [1])
      #expect(try choice(["eDP-1", "DP-2"]) == [1])
      #expect(try choice(["DP-1", "DP-2"], wanted: "DP-1") == [0])
      #expect(try choice(["DP-3", "eDP-1"]) == [1])
      try Bed.setUdevRules("")
      #expect(try choice(["DP-1", "DP-2"]) == [])
    }

    @Test("by the X server's matrix is the overlay's, on whichever side and however it is rotated")
    func byMatrix() throws {
      // This driver has many outputs, and needs no screen.
      let server = try XServer(
        configuration: """
          Section "Device"
            Identifier "dummy"
            Driver "dummy"
          EndSection
          """)
      try server.startManager()
      func configure(_ tool: String, _ arguments: [String]) throws {
        let (status, printed) = try Programs.run("env", ["DISPLAY=\(server.display)", tool] + arguments)
        guard status == 0 else { throw Missing(what: printed) }
      }
      try configure("xrandr", ["--addmode", "DUMMY1", "640x480"])
      try configure("xrandr", ["--output", "DUMMY0", "--mode", "800x600"])
      let screen = try Bed.makeDevice(SessionTests.screen)
      let painter = Painter(wantedOutput: nil, deviceNode: screen.node)
      let display = try eventually { try XOverlay(server.display, painter, ImageLibrary()) }
      /// The width of the output that is drawn on.
      func choice() throws -> Int? {
        painter.drawn = nil
        display.forget()
        try display.update()
        return painter.drawn?.width
      }
      for place in ["--right-of", "--left-of", "--below"] {
        try configure("xrandr", ["--output", "DUMMY1", "--mode", "640x480", place, "DUMMY0"])
        for (output, width) in [("DUMMY0", 800), ("DUMMY1", 640)] {
          try eventually { try configure("xinput", ["map-to-output", "ELAN Touchscreen", output]) }
          #expect(try choice() == width, "\(output) \(place)")
        }
      }
      func map(_ matrix: String...) throws {
        let property = "Coordinate Transformation Matrix"
        try configure("xinput", ["set-prop", "ELAN Touchscreen", property] + matrix)
      }
      // Half a turn, on the lower output of 640 of 800 x 480 of 1080 pixels.
      try map("-0.8", "0", "0.8", "0", "-0.44444", "1", "0", "0", "1")
      #expect(try choice() == 640)
      try map("1", "0", "0", "0", "1", "0", "0", "0", "1")
      #expect(try choice() == nil)
    }
  }
}

private final class Painter: OneOutputPainter {
  let wantedOutput: String?
  let deviceNode: String?
  let hasPicture = true
  /// The output that it was asked to draw on.
  var drawn: OutputPicture?

  init(wantedOutput: String?, deviceNode: String?) {
    (self.wantedOutput, self.deviceNode) = (wantedOutput, deviceNode)
  }

  func picture(on output: OutputPicture, screen: Int) -> OverlayPicture? {
    drawn = output
    return nil
  }
}
