import EventPipeline
import Foundation
import InputDevices
import Recordings
import Testing

/// What the tests here share. They use the real kernel, through /dev/uinput, and the real programs.
enum Bed {
  /// Whether this machine's kernel can be used; else `Tests/Bed/run` runs the same tests in a virtual one.
  static let isUsable = unsafe access("/dev/uinput", W_OK) == 0
  /// Whether this is the virtual machine, in which nothing can be broken for anybody.
  static let isVirtualMachine = ProcessInfo.processInfo.environment["TOUCHSTICK_BED"] != nil

  /// Where the programs under test are: where the test script built them, else beside the tests.
  static let programs =
    ProcessInfo.processInfo.environment["TOUCHSTICK_PROGRAMS"].map { URL(filePath: $0) }
    ?? URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
  static let fixtures = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Fixtures/recordings")

  /// Emulated machines are slow; a test that waits this long has failed.
  static let patience: TimeInterval = 20

  /// Waits until the condition holds. Returns whether it did before the patience ran out.
  static func wait(_ patience: TimeInterval = patience, until condition: () throws -> Bool) rethrows -> Bool {
    let end = Date(timeIntervalSinceNow: patience)
    while Date.now < end {
      if try condition() { return true }
      usleep(5000)
    }
    return try condition()
  }

  /// The description of a real device.
  static func description(_ name: String) throws -> DeviceDescription {
    let path = fixtures.appending(path: "devices/\(name).desc").path
    return try #require(try Recording.read(path: path).description)
  }

  /// Makes a real device's double.
  static func makeDevice(_ name: String) throws -> VirtualDevice {
    try makeDevice(try description(name))
  }

  static func makeDevice(_ description: DeviceDescription) throws -> VirtualDevice {
    try VirtualDevice(Playback.device(for: description), through: Uinput())
  }

  /// Runs a program to its end. Returns its exit status and what it printed, errors included.
  @discardableResult
  static func run(_ program: String, _ arguments: [String]) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [program] + arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }

  /// A file with this content that is there until the tests end.
  static func file(_ name: String, _ content: String) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appending(path: name)
    try content.write(to: file, atomically: true, encoding: .utf8)
    return file.path
  }
}

/// All tests here, one at a time: they share the kernel, and a daemon takes any touch device there is.
@Suite("The real kernel", .serialized, .enabled(if: Bed.isUsable), .timeLimit(.minutes(2)))
struct KernelTests {}
