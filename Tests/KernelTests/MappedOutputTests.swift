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
      func map(to output: String) throws {
        try Bed.setUdevRules("KERNEL==\"event*\", ENV{WL_OUTPUT}=\"\(output)\"\n")
      }
      /// The choice for a new touchscreen.
      func choice(_ names: [String], wanted: String? = nil) throws -> [Int] {
        let screen = try Bed.makeDevice(SessionTests.screen)
        #expect(try Programs.run("udevadm", ["settle"]).status == 0)
        return Painter(wantedOutput: wanted, deviceNode: screen.node).choices(among: names)
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
