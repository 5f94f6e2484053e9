import EventPipeline
import Foundation
import InputDevices
import Testing
import TestSupport

/// What the tests here share. They use the real kernel, through /dev/uinput, and the real programs.
enum Bed {
  /// Whether this machine's kernel can be used; else `Tests/Bed/run` runs the same tests in a virtual one.
  static let isUsable = unsafe access("/dev/uinput", W_OK) == 0
  /// Whether this is the virtual machine, in which nothing can be broken for anybody.
  static let isVirtualMachine = ProcessInfo.processInfo.environment["TOUCHSTICK_BED"] != nil

  /// Emulated machines are slow; a test that waits this long has failed.
  static let patience: TimeInterval = 20

  /// Waits until the condition holds. Returns whether it did before the patience ran out.
  static func wait(_ patience: TimeInterval = patience, until condition: () throws -> Bool) rethrows -> Bool {
    let end = Date(timeIntervalSinceNow: patience)
    while Date.now < end {
      if try condition() { return true }
      usleep(10_000)
    }
    return try condition()
  }

  /// Makes a real device's double.
  static func makeDevice(_ name: String) throws -> VirtualDevice {
    try makeDevice(try Fixtures.description(name))
  }

  static func makeDevice(_ description: DeviceDescription) throws -> VirtualDevice {
    try VirtualDevice(Playback.device(for: description), through: Uinput())
  }

  /// The event nodes that the kernel has.
  static func eventNodes() throws -> Set<String> {
    Set(
      try FileManager.default.contentsOfDirectory(atPath: "/sys/class/input").filter { $0.hasPrefix("event") }
    )
  }
}

/// All tests here, one at a time: they share the kernel, and a daemon takes any touch device there is.
///
/// None has a limit of its own, which would say more about the machine than about the daemon. What runs all of them has
/// one, against a test that hangs; the log names it.
@Suite("The real kernel", .serialized, .enabled(if: Bed.isUsable))
struct KernelTests {}
