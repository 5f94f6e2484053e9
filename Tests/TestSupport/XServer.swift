internal import Foundation

/// An X server without a screen.
package final class XServer {
  package let display: String
  private let server: Process
  private var manager: Process?
  private let folder: URL

  /// - Parameters:
  ///   - size: In pixels.
  ///   - arguments: More of them for Xvfb.
  package convenience init(_ size: String = "400x200", arguments: [String] = []) throws {
    let folder = try Programs.files([:])
    try self.init(
      "Xvfb", ["-screen", "0", "\(size)x24", "-fbdir", folder.path] + arguments, in: folder)
  }

  /// Starts Xorg, which reads the devices of the machine.
  ///
  /// - Parameter configuration: The text of its xorg.conf(5).
  package convenience init(configuration: String) throws {
    let folder = try Programs.files(["xorg.conf": configuration])
    let (configuration, log) = (folder.appending(path: "xorg.conf"), folder.appending(path: "log"))
    try self.init(
      "Xorg", ["-config", configuration.path, "-logfile", log.path, "-novtswitch"], in: folder)
  }

  private init(_ program: String, _ arguments: [String], in folder: URL) throws {
    self.folder = folder
    let output = Pipe()
    server = Process(running: program, ["-displayfd", "1", "-noreset"] + arguments)
    server.standardOutput = output
    server.standardError = FileHandle.nullDevice
    try server.start()
    var number = Data()
    while let byte = try output.fileHandleForReading.read(upToCount: 1), byte != Data("\n".utf8) {
      number += byte
    }
    display = ":" + String(decoding: number, as: UTF8.self)
  }

  deinit {
    stopManager()
    server.kill()
  }

  /// Starts a compositing manager, and waits until it has painted the background of Xvfb.
  package func startManager() throws {
    let process = Process(
      running: "picom", ["--backend", "xrender", "--config", "/dev/null"],
      environment: ["DISPLAY": display])
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.start()
    manager = process
    guard FileManager.default.fileExists(atPath: picture.path) else { return }
    try patiently {
      let screen = try screenshot()
      let isPainted = (0..<screen.height).allSatisfy { y in screen.pixel(screen.width - 1, y) != 0 }
      guard isPainted else { throw Missing(what: "a compositing manager") }
    }
  }

  /// Announces a window manager, as the specification of window managers says. Its window is the root window.
  package func announce(windowManager name: String) throws {
    func run(_ tool: String, _ arguments: String...) throws -> String {
      let (status, printed) = try Programs.run(tool, ["-display", display, "-root"] + arguments)
      guard status == 0 else { throw Missing(what: printed) }
      return printed
    }
    let words = try run("xwininfo", "-children").split { $0.isWhitespace }
    guard let root = words.first(where: { $0.hasPrefix("0x") }) else {
      throw Missing(what: "the root window")
    }
    _ = try run("xprop", "-f", "_NET_WM_NAME", "8u", "-set", "_NET_WM_NAME", name)
    let check = "_NET_SUPPORTING_WM_CHECK"
    _ = try run("xprop", "-f", check, "32x", "-set", check, String(root))
  }

  package func stopManager() { manager?.kill() }

  /// The file that Xvfb draws in.
  private var picture: URL { folder.appending(path: "Xvfb_screen0") }

  /// What it shows, from the file that it draws in: XWDFile.h
  package func screenshot() throws -> Screenshot {
    let file = Array(try Data(contentsOf: picture))
    func field(_ index: Int) -> Int { file[index * 4..<index * 4 + 4].reduce(0) { $0 << 8 | Int($1) } }
    let (width, height, row) = (field(4), field(5), field(12))
    let start = field(0) + field(19) * 12
    var pixels = Array("P6\n\(width) \(height)\n255\n".utf8)
    for y in 0..<height {
      for x in 0..<width {
        let pixel = start + y * row + x * 4
        pixels += [file[pixel + 2], file[pixel + 1], file[pixel]]
      }
    }
    return try Screenshot(ppm: pixels)
  }
}
