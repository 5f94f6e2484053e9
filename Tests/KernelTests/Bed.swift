import EventPipeline
import Foundation
import InputDevices
import TestSupport
import Testing

/// Tools for the kernel tests, which use the real kernel through /dev/uinput, and the real programs.
enum Bed {
  /// Whether the tests can use this machine's kernel. Otherwise `Tests/Bed/run` runs them in a virtual machine.
  static let isUsable = unsafe access("/dev/uinput", W_OK) == 0
  /// Whether this is the virtual machine, where tests cannot break anything.
  static let isVirtualMachine = ProcessInfo.processInfo.environment["TOUCHSTICK_BED"] != nil

  /// `wait` of TestSupport, which the types here that have a method of this name cannot call.
  static func wait(looks: Int = maxLooks, until condition: () throws -> Bool) rethrows -> Bool {
    try TestSupport.wait(looks: looks, until: condition)
  }

  /// Makes a virtual copy of a real device.
  static func makeDevice(_ name: String) throws -> VirtualDevice {
    try makeDevice(try Fixtures.description(name))
  }

  static func makeDevice(_ description: DeviceDescription) throws -> VirtualDevice {
    try VirtualDevice(description.withoutFuzz, through: Uinput())
  }

  /// Starts a daemon with the ELAN screen.
  ///
  /// - Parameter configuration: The text of a configuration; nil is none.
  static func start(
    _ configuration: String? = nil
  ) throws -> (daemon: RunningDaemon, screen: VirtualDevice, pad: Pad) {
    try start(RunningDaemon(configuration: configuration))
  }

  static func start(
    arguments: [String]
  ) throws -> (daemon: RunningDaemon, screen: VirtualDevice, pad: Pad) {
    try start(RunningDaemon(arguments: arguments))
  }

  private static func start(
    _ daemon: RunningDaemon
  ) throws -> (daemon: RunningDaemon, screen: VirtualDevice, pad: Pad) {
    let screen = try makeDevice(KernelTests.SessionTests.screen)
    daemon.waitUntilItSays("using ELAN Touchscreen")
    return (daemon, screen, try daemon.openPad())
  }

  /// The path of a script beside these tests.
  static func script(_ name: String) -> String {
    Fixtures.project.appending(path: "Tests/KernelTests/\(name)").path
  }

  static func settleUdev() throws {
    var (status, output): (Int32, String) = (0, "")
    _ = try wait {
      (status, output) = try Programs.run("udevadm", ["settle", "--timeout=3600"])
      // It happens that udevd ignores a request: see setUdevRules.
      return status == 0 || !output.contains("Broken pipe")
    }
    try #require(status == 0, "\(output)")
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

/// Notices when anybody opens a file.
final class Openings {
  private let watch: FileHandle

  init(of path: String) throws {
    let descriptor = inotify_init1(Int32(IN_NONBLOCK))
    watch = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    try #require(unsafe inotify_add_watch(descriptor, path, UInt32(IN_OPEN)) >= 0)
  }

  /// Whether anybody has opened the file since the start.
  var areSome: Bool {
    var request = pollfd(fd: watch.fileDescriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&request, 1, 0) == 1
  }
}
