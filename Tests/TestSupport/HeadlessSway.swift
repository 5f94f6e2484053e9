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
    process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    let groups = readsDevices ? "--groups=input" : "--clear-groups"
    // The seat is a part of sway, without a virtual terminal.
    let input =
      readsDevices
      ? ["WLR_BACKENDS": "headless,libinput", "LIBSEAT_BACKEND": "builtin", "SEATD_VTBOUND": "0"]
      : ["WLR_BACKENDS": "headless", "WLR_LIBINPUT_NO_DEVICES": "1"]
    let sway = ["sway", "--config", folder.appending(path: "config").path]
    process.arguments =
      geteuid() == 0
      ? ["setpriv", "--reuid=\(Self.nobody)", "--regid=\(Self.nobody)", groups] + sway : sway
    process.environment = ProcessInfo.processInfo.environment.merging([
      "SWAYSOCK": folder.appending(path: "control").path, "XDG_RUNTIME_DIR": folder.path,
      "WLR_RENDERER": "pixman",
    ]) { $1 }.merging(input) { $1 }
    process.standardError = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    try Programs.starting.withLock { [process] _ in try process.run() }
    _ = try patiently { try self.ask("-t", "get_version") }
  }

  deinit { kill() }

  package func kill() {
    guard process.isRunning else { return }
    Glibc.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Sends a request to sway.
  @discardableResult
  package func ask(_ request: String...) throws -> String {
    let control = folder.appending(path: "control").path
    let (status, said) = try Programs.run("swaymsg", ["--socket", control] + request)
    guard status == 0 else { throw Missing(what: said) }
    return said
  }

  package var display: String { folder.appending(path: "wayland-1").path }

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
  /// - Parameter output: The only output to show; nil is all of them.
  package func write(
    screenshot file: String, type: String = "png", of output: String? = nil, scale: String = "1"
  ) throws {
    let (status, said) = try Programs.run(
      "env",
      [
        "WAYLAND_DISPLAY=\(display)", "XDG_RUNTIME_DIR=\(folder.path)", "grim", "-s", scale, "-t", type,
      ] + (output.map { ["-o", $0] } ?? []) + [file])
    guard status == 0 else { throw Missing(what: said) }
  }
}
