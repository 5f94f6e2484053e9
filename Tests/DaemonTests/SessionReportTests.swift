import EventPipeline
import Foundation
import Display
import Testing
import TestSupport

@testable import touchstickd

@Suite("touchstick-session", .serialized)
struct SessionReportTests {
  private static let isRoot = geteuid() == 0

  @Test("It chooses the built-in output, or else the only one")
  func choice() {
    func choice(_ names: String?...) -> Int? { names.output(ofTouchscreen: nil) { _ in nil }?.0 }
    for name in ["eDP-1", "eDP1", "DSI-1", "LVDS-1", "DPI-1"] { #expect(choice("HDMI-A-1", name) == 1) }
    #expect(choice("HDMI-A-1") == 0)
    #expect(choice(nil) == 0)
    #expect(choice("HDMI-A-1", "DP-1") == nil)
    #expect(choice("eDP-1", "eDP-2", "DP-1") == nil)
    #expect(choice(nil, nil) == nil)
    #expect(choice() == nil)
  }

  @Test("It reports sway's rotation, also to a daemon that starts later", .enabled(if: isRoot))
  func wayland() throws {
    let sway = try HeadlessSway()
    let called = try ReportedService()
    let session = try called.session(sway.environment())
    try called.expect(.topUp)
    // Sway counts clockwise.
    try sway.ask("output", "HEADLESS-1", "transform", "90")
    try called.expect(.rightUp)
    try called.restart()
    try called.expect(.rightUp)
    try sway.ask("output", "HEADLESS-1", "transform", "180")
    try called.expect(.bottomUp)
    sway.kill()
    #expect(session.exitStatus() == EX_UNAVAILABLE)
    try called.service.stop()
  }

  @Test("It reports the size that a compositor knows, if a screen can have that size", .enabled(if: isRoot))
  func size() throws {
    let program = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "compositor.py").path
    for (width, height, size) in [
      (165, 294, SurfaceSize(width: 165, height: 294)), (0, 0, nil), (20_000, 10, nil), (-5, 294, nil),
    ] as [(Int, Int, SurfaceSize?)] {
      let socket = try Programs.files([:]).appending(path: "wayland").path
      let compositor = try Background(program, [socket, "\(width)", "\(height)", "1"])
      #expect(try compositor.firstLine() == "ready")
      let called = try ReportedService()
      let session = try called.session(["WAYLAND_DISPLAY": socket])
      try called.expect(.leftUp, size)
      compositor.kill()
      #expect(session.exitStatus() == EX_UNAVAILABLE)
      try called.service.stop()
    }
  }

  @Test("It reports an X server's rotation, until the system bus ends", .enabled(if: isRoot))
  func x() throws {
    // Xephyr is Debian's only X server without a screen that can rotate. It needs another server for its window.
    let outer = try Background("Xvfb", ["-displayfd", "1", "-noreset"])
    let inner = try Background(
      "Xephyr", ["-displayfd", "1", "-noreset"], ["DISPLAY": ":\(try outer.firstLine())"])
    defer {
      inner.kill()
      outer.kill()
    }
    let display = ":\(try inner.firstLine())"
    // Xephyr has an output only after a request for its modes.
    _ = try Programs.run("xrandr", ["--display", display])
    var called: ReportedService? = try ReportedService()
    let session = try called?.session(["DISPLAY": display, "WAYLAND_DISPLAY": ""])
    try called?.expect(.topUp)
    for (name, rotation) in [
      ("left", .leftUp), ("right", .rightUp), ("inverted", .bottomUp), ("normal", .topUp),
    ] as [(String, Rotation)] {
      let (status, said) = try Programs.run("xrandr", ["--display", display, "--orientation", name])
      #expect(status == 0, "\(said)")
      try called?.expect(rotation)
    }
    try called?.service.stop()
    called = nil
    #expect(session?.exitStatus() == EX_UNAVAILABLE)
  }

  @Test("It says that there is no display", arguments: ["", "/nonexistent"])
  func noDisplay(_ name: String) throws {
    let session = try Background(
      ReportedService.program, [], ["WAYLAND_DISPLAY": name, "DISPLAY": ""], hasErrors: true)
    let said = try session.firstLine()
    #expect(said.contains(name.isEmpty ? "there is no display" : "cannot connect to the display \(name)"))
    #expect(session.exitStatus() == EX_UNAVAILABLE)
  }
}

/// The daemon's service on a bus of its own, for touchstick-session.
private final class ReportedService {
  static let program = Programs.folder.appending(path: "touchstick-session").path

  private let address: String
  private let bus: PrivateBus
  private(set) var service: RunningService

  init() throws {
    address = try PrivateBus.newAddress()
    bus = try PrivateBus(at: address)
    service = RunningService(at: address)
  }

  func restart() throws {
    try service.stop()
    service = RunningService(at: address)
  }

  /// Starts touchstick-session.
  func session(_ environment: [String: String]) throws -> Background {
    try Background(
      Self.program, [], environment.merging(["DBUS_SYSTEM_BUS_ADDRESS": address]) { first, _ in first })
  }

  /// Waits until the last reported screen is this one.
  func expect(_ rotation: Rotation, _ size: SurfaceSize? = nil) throws {
    let screen = Screen(sessionSize: size, rotation: rotation)
    try eventually {
      let reported = service.asked { if case .screen(let screen) = $0 { screen } else { nil } }
      guard reported.last == screen else { throw Missing(what: "\(screen); there is \(reported)") }
    }
  }
}

/// A program in the background, which ends at the latest with its owner.
final class Background {
  let process: Process
  private let output: Pipe

  init(
    _ program: String, _ arguments: [String], _ environment: [String: String] = [:], hasErrors: Bool = false
  ) throws {
    process = Process(running: program, arguments, environment: environment)
    output = try Programs.starting.withLock { [process] _ in
      let output = Pipe()
      process.standardOutput = output
      if hasErrors {
        process.standardError = output
      } else {
        process.standardError = FileHandle.nullDevice
      }
      try process.runUnblocked()
      return output
    }
  }

  deinit { kill() }

  func kill() { process.kill() }

  /// Waits until it ends.
  func exitStatus() -> Int32 {
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Its first line of output.
  func firstLine() throws -> String {
    var line = Data()
    while let byte = try output.fileHandleForReading.read(upToCount: 1), byte != Data("\n".utf8) {
      line += byte
    }
    return String(decoding: line, as: UTF8.self)
  }
}
