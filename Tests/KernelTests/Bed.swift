import EventPipeline
import Foundation
import InputDevices
import Testing
import TestSupport

/// Tools for the kernel tests, which use the real kernel through /dev/uinput, and the real programs.
enum Bed {
  /// Whether the tests can use this machine's kernel. Otherwise `Tests/Bed/run` runs them in a virtual machine.
  static let isUsable = unsafe access("/dev/uinput", W_OK) == 0
  /// Whether this is the virtual machine, where tests cannot break anything.
  static let isVirtualMachine = ProcessInfo.processInfo.environment["TOUCHSTICK_BED"] != nil

  /// The longest wait of a test, in seconds. Emulated machines are slow.
  static let patience: TimeInterval = 20

  /// Waits until the condition holds. Returns false if it does not within `patience`.
  static func wait(_ patience: TimeInterval = patience, until condition: () throws -> Bool) rethrows -> Bool {
    let end = Date(timeIntervalSinceNow: patience)
    while Date.now < end {
      if try condition() { return true }
      usleep(10_000)
    }
    return try condition()
  }

  /// Makes a virtual copy of a real device.
  static func makeDevice(_ name: String) throws -> VirtualDevice {
    try makeDevice(try Fixtures.description(name))
  }

  static func makeDevice(_ description: DeviceDescription) throws -> VirtualDevice {
    try VirtualDevice(Playback.device(for: description), through: Uinput())
  }

  /// Has udev use these rules besides those of the machine.
  static func setUdevRules(_ text: String) throws {
    let folder = "/run/udev/rules.d"
    try text.write(toFile: folder + "/99-touchstick-test.rules", atomically: true, encoding: .utf8)
    // udevd reads rules only if the folder's time has changed since it looked. In a virtual machine on a busy host, the
    // kernel's clock for that can stand still for half a second.
    try FileManager.default.setAttributes([.modificationDate: Date.now], ofItemAtPath: folder)
    let (status, printed) = try Programs.run("udevadm", ["control", "--reload"])
    guard status == 0 else { throw Missing(what: printed) }
  }

  /// The event nodes that the kernel has.
  static func eventNodes() throws -> Set<String> {
    Set(
      try FileManager.default.contentsOfDirectory(atPath: "/sys/class/input").filter { $0.hasPrefix("event") }
    )
  }
}

/// All kernel tests, one at a time: they share the kernel, and a daemon uses any touch device it finds.
///
/// No test has a time limit, which would depend on the machine more than on the daemon. The whole run has one, against
/// a test that hangs; the log names that test.
@Suite("The real kernel", .serialized, .enabled(if: Bed.isUsable))
struct KernelTests {}
