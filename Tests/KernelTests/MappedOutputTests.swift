import EventPipeline
import Foundation
import OverlayScene
import TestSupport
import Testing

@testable import touchstick_overlay

extension KernelTests {
  @Suite("The output that udev maps a touchscreen to", .serialized, .enabled(if: Bed.isVirtualMachine))
  struct MappedOutputTests {
    @Test("is the overlay's, unless the user wants another, or there is no such output")
    func mapped() throws {
      let rule = "/run/udev/rules.d/99-touchstick-test.rules"
      func map(to output: String?) throws {
        let text = output.map { "KERNEL==\"event*\", ENV{WL_OUTPUT}=\"\($0)\"\n" } ?? ""
        try text.write(toFile: rule, atomically: true, encoding: .utf8)
        #expect(try Programs.run("udevadm", ["control", "--reload"]).status == 0)
      }
      /// The choice for a new touchscreen.
      func choice(_ names: [String], wanted: String? = nil) throws -> [Int] {
        let screen = try Bed.makeDevice(SessionTests.screen)
        #expect(try Programs.run("udevadm", ["settle"]).status == 0)
        return Painter(wantedOutput: wanted, deviceNode: screen.node).choices(among: names)
      }
      defer { try? FileManager.default.removeItem(atPath: rule) }
      try map(to: "DP-2")
      #expect(try choice(["DP-1", "DP-2"]) == [1])
      #expect(try choice(["eDP-1", "DP-2"]) == [1])
      #expect(try choice(["DP-1", "DP-2"], wanted: "DP-1") == [0])
      #expect(try choice(["DP-3", "eDP-1"]) == [1])
      try map(to: nil)
      #expect(try choice(["DP-1", "DP-2"]) == [])
    }
  }
}

/// Wants a place on an output.
private final class Painter: OneOutputPainter {
  let wantedOutput: String?
  let deviceNode: String?
  let hasPicture = false

  init(wantedOutput: String?, deviceNode: String?) {
    (self.wantedOutput, self.deviceNode) = (wantedOutput, deviceNode)
  }

  func picture(on output: OutputPicture) -> OverlayPicture? { nil }
}
