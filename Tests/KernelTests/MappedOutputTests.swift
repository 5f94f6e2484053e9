import EventPipeline
import Foundation
@testable import touchstick_overlay
import TestSupport
import Testing

extension KernelTests {
  @Suite("The output that a touchscreen is mapped to", .serialized, .enabled(if: Bed.isVirtualMachine))
  struct MappedOutputTests {
    @Test("by udev is the overlay's, unless the user wants another, or there is no such output")
    func byUdev() throws {
      func map(to output: String) throws {
        try Bed.setUdevRules("KERNEL==\"event*\", ENV{WL_OUTPUT}=\"\(output)\"\n")
      }
      /// The choice for a new touchscreen.
      func choice(_ names: [String], wanted: String? = nil) throws -> [Int] {
        let screen = try Bed.makeDevice(SessionTests.screen)
        #expect(try Programs.run("udevadm", ["settle"]).status == 0)
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
      let display = try patiently { try XOverlay(server.display, painter, ImageLibrary()) }
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
          try patiently { try configure("xinput", ["map-to-output", "ELAN Touchscreen", output]) }
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

/// Wants a place on an output.
private final class Painter: OneOutputPainter {
  let wantedOutput: String?
  let deviceNode: String?
  let hasPicture = true
  /// The output that it was asked to draw on.
  var drawn: OutputPicture?

  init(wantedOutput: String?, deviceNode: String?) {
    (self.wantedOutput, self.deviceNode) = (wantedOutput, deviceNode)
  }

  func picture(on output: OutputPicture) -> OverlayPicture? {
    drawn = output
    return nil
  }
}
