package import Foundation

/// A Wayland compositor without a screen, in a folder of its own.
package final class HeadlessSway {
  package let folder: URL
  private let process: Process
  /// Sway does not run as root.
  private static let nobody = 65534

  /// Starts it with an output of 400 x 200 pixels, and waits until it answers.
  ///
  /// - Parameter readsDevices: Whether it reads the input devices of the machine through libinput. One that it can read
  ///   must be there already.
  package init(readsDevices: Bool = false) throws {
    let configuration = "xwayland disable\noutput * resolution 400x200 bg #000000 solid_color\n"
    folder = try Programs.files(["config": configuration])
    if geteuid() == 0 {
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o700, .ownerAccountID: Self.nobody, .groupOwnerAccountID: Self.nobody],
        ofItemAtPath: folder.path)
    }
    let groups = readsDevices ? "--groups=input" : "--clear-groups"
    // The seat is a part of sway, without a virtual terminal.
    let input =
      readsDevices
      ? ["WLR_BACKENDS": "headless,libinput", "LIBSEAT_BACKEND": "builtin", "SEATD_VTBOUND": "0"]
      : ["WLR_BACKENDS": "headless", "WLR_LIBINPUT_NO_DEVICES": "1"]
    let sway = ["sway", "--config", folder.appending(path: "config").path]
    let command =
      geteuid() == 0
      ? ["setpriv", "--reuid=\(Self.nobody)", "--regid=\(Self.nobody)", groups] + sway : sway
    process = Process(
      running: "env", command,
      environment: [
        "SWAYSOCK": folder.appending(path: "control").path, "XDG_RUNTIME_DIR": folder.path,
        "WLR_RENDERER": "pixman",
      ].merging(input) { $1 })
    process.standardError = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    try process.start()
    _ = try eventually { try self.ask("-t", "get_version") }
  }

  deinit { kill() }

  package func kill() { process.kill() }

  @discardableResult
  package func ask(_ request: String...) throws -> String {
    let control = folder.appending(path: "control").path
    let (status, said) = try Programs.run("swaymsg", ["--socket", control] + request)
    guard status == 0 else { throw Missing(what: said) }
    return said
  }

  /// What its programs need.
  package func environment(_ more: [String: String] = [:]) -> [String: String] {
    ["WAYLAND_DISPLAY": folder.appending(path: "wayland-1").path, "XDG_RUNTIME_DIR": folder.path]
      .merging(more) { $1 }
  }

  /// What it shows: the pixels as 0xrrggbb.
  package func screenshot(
    _ name: String, output: String? = nil, scale: String = "1"
  ) throws -> Screenshot {
    let file = folder.appending(path: "\(name).ppm").path
    try write(screenshot: file, type: "ppm", of: output, scale: scale)
    if let kept = ProcessInfo.processInfo.environment["TOUCHSTICK_PICTURES"] {
      try Programs.run("cp", [file, kept])
    }
    return try Screenshot(ppm: Array(Data(contentsOf: URL(filePath: file))))
  }

  /// Writes what it shows to a file.
  ///
  /// - Parameters:
  ///   - output: The only output to show; nil is all of them.
  ///   - keepWaiting: Called now and then until sway's next frame.
  package func write(
    screenshot file: String, type: String = "png", of output: String? = nil, scale: String = "1",
    _ keepWaiting: () throws -> Void = {}
  ) throws {
    let grim = Process(
      running: "grim", ["-s", scale, "-t", type] + (output.map { ["-o", $0] } ?? []) + [file],
      environment: environment())
    let said = try PrintedText(of: grim, [\.standardOutput, \.standardError])
    defer { grim.kill() }
    try waitUntil("sway's next frame") {
      if !said.isComplete { try keepWaiting() }
      return said.isComplete
    }
    grim.waitUntilExit()
    guard grim.terminationStatus == 0 else {
      throw Missing(what: "a screenshot; grim: \(grim.terminationStatus) \(said.text)")
    }
  }

  /// Enables an output that was disabled, and waits until sway draws it: sway 1.10 may draw no frame until more changes.
  package func enable(_ output: String) throws {
    try ask("output", output, "enable")
    try eventually {
      try write(screenshot: folder.appending(path: "enabled.png").path, of: output) {
        try ask("output", output, "dpms", "on")
      }
    }
  }
}

/// The window of window.py, without a border.
package final class ClickedWindow {
  private let process: Process
  private let input = Pipe()
  private let output: PrintedText
  private var lineCount = 0

  package init(_ sway: HeadlessSway, _ arguments: [String] = []) throws {
    try sway.ask("default_border", "none")
    let script = Fixtures.project.appending(path: "Tests/TestSupport/window.py").path
    process = Process(running: "python3", [script] + arguments, environment: sway.environment())
    process.standardInput = input
    output = try PrintedText(of: process, [\.standardOutput])
    guard try line() == "shown" else { throw Missing(what: "a window") }
  }

  deinit { end() }

  package func end() { process.kill() }

  package func click(_ x: Int, _ y: Int) throws { try drag([x, y]) }

  /// Presses at the first place, moves to all others, and lifts.
  package func drag(_ places: [Int]) throws {
    let line = places.map(String.init).joined(separator: " ") + "\n"
    try input.fileHandleForWriting.write(contentsOf: Data(line.utf8))
  }

  /// What it prints next.
  package func line() throws -> String {
    defer { lineCount += 1 }
    return try eventually {
      let lines = output.lines
      guard lineCount < lines.count else { throw Missing(what: "line \(lineCount + 1) of the window") }
      return String(lines[lineCount])
    }
  }
}

/// What curtain.py does between sway and a program: it hides the program from sway's frames, as a lock screen would.
package final class Curtain {
  private let process: Process
  private let input = Pipe()
  private let socket: String

  package init(_ sway: HeadlessSway) throws {
    socket = sway.folder.appending(path: "curtain").path
    let script = Fixtures.project.appending(path: "Tests/TestSupport/curtain.py").path
    process = Process(
      running: "python3", [script, socket, sway.folder.appending(path: "wayland-1").path])
    process.standardInput = input
    let output = try PrintedText(of: process, [\.standardOutput])
    try waitUntil("a curtain") { output.text == "ready\n" }
  }

  deinit { process.kill() }

  /// What the program needs instead of sway's own.
  package var environment: [String: String] { ["WAYLAND_DISPLAY": socket] }

  package func close() throws { try input.fileHandleForWriting.write(contentsOf: Data("close\n".utf8)) }
  package func open() throws { try input.fileHandleForWriting.write(contentsOf: Data("open\n".utf8)) }
}

/// A picture of a screen.
package struct Screenshot: Equatable {
  package let width: Int
  package let height: Int
  private let bytes: [UInt8]

  /// Reads a PPM file with 8 bits for each part.
  package init(ppm: [UInt8]) throws {
    let fields = ppm.prefix(64).split(maxSplits: 4) { $0 == 10 || $0 == 32 }
    guard fields.count == 5, fields[0] == Array("P6".utf8)[...],
      let width = Int(String(decoding: fields[1], as: UTF8.self)),
      let height = Int(String(decoding: fields[2], as: UTF8.self))
    else { throw Missing(what: "a picture") }
    (self.width, self.height) = (width, height)
    bytes = Array(ppm.suffix(width * height * 3))
  }

  package func pixel(_ x: Int, _ y: Int) -> UInt32 {
    let start = (y * width + x) * 3
    return bytes[start..<start + 3].reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Whether nothing is drawn on the black background.
  package var isEmpty: Bool { bytes.allSatisfy { $0 == 0 } }
}
