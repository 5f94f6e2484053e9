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
    try VirtualDevice(description.withoutFuzz, through: Uinput())
  }

  /// Has udev use these rules besides those of the machine.
  static func setUdevRules(_ text: String) throws {
    // Its last rule shows whether udevd has read the file.
    let mark = UUID().uuidString
    try (text + "KERNEL==\"null\", SUBSYSTEM==\"mem\", ENV{TOUCHSTICK_TEST}=\"\(mark)\"\n")
      .write(toFile: "/run/udev/rules.d/99-touchstick-test.rules", atomically: true, encoding: .utf8)
    // udevd ignores a request without the sender's credentials. It asks the kernel for them only after it has accepted
    // the connection, when the request may be there already; udevadm does not notice.
    let isRead = try wait {
      try Programs.run("udevadm", ["control", "--reload"])
      try Programs.run("udevadm", ["trigger", "--settle", "--action=change", "/dev/null"])
      return try Programs.run("udevadm", ["info", "--query=property", "/dev/null"]).output.contains(mark)
    }
    guard isRead else { throw Missing(what: "udev with the new rules") }
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
