import EventPipeline
import Foundation
import InputDevices
import Testing
import TestSupport

@testable import System
@testable import touchstickd

@Suite("The motor's thread")
struct MotorThreadTests {
  private static let isPossible =
    unsafe HostDaemon.isPossible && access("/dev/fuse", R_OK | W_OK) == 0

  @Test("A slow motor delays neither who plays on it nor the loop", .enabled(if: isPossible))
  func slow() throws {
    let folder = try Programs.files([:]).path
    let script = URL(filePath: #filePath).appending(path: "../slow_motor.py").standardized.path
    let motor = Process(running: "unshare", ["--mount", "python3", script, folder])
    let input = Pipe()
    motor.standardInput = input
    let said = try PrintedText(of: motor, [\.standardOutput])
    defer { motor.kill() }
    try waitUntil("the motor's file") { said.text == "mounted\n" }
    let node = try RumbleNode(opening: "/proc/\(motor.processIdentifier)/root\(folder)/motor")

    let loop = try EventLoop()
    var failure: DeviceError?
    let thread = try MotorThread(node, loop) { failure = $0 }
    thread.play(1000, milliseconds: 100)
    try waitUntil("the motor's driver") { said.text.contains("asked") }
    thread.play(2000)
    var hasRun = false
    let timer = try loop.after(microseconds: 1000) { hasRun = true }
    loop.run { hasRun }
    try #require(said.text == "mounted\nasked\n" && failure == nil)

    // The file gives no effect a number, which is an error.
    try input.fileHandleForWriting.write(contentsOf: Data("answer\n".utf8))
    loop.run { failure != nil }
    try waitUntil("the driver's answer") { said.text.contains("answers") }
    withExtendedLifetime((thread, timer)) {}
  }
}
