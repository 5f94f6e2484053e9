internal import CXcb
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

  /// Gives the screen a grey picture, which compositing managers paint as their background. picom 12 paints nothing else.
  private func paintBackground() throws {
    let connection = unsafe xcb_connect(display, nil)
    defer { unsafe xcb_disconnect(connection) }
    guard let setup = unsafe xcb_get_setup(connection) else { throw Missing(what: display) }
    let root = unsafe xcb_setup_roots_iterator(setup).data.pointee.root
    let (pixmap, context) = unsafe (xcb_generate_id(connection), xcb_generate_id(connection))
    unsafe xcb_create_pixmap(connection, 24, pixmap, root, 1, 1)
    var grey: UInt32 = 0x808080
    unsafe xcb_create_gc(connection, context, pixmap, XCB_GC_FOREGROUND.rawValue, &grey)
    var pixel = xcb_rectangle_t(x: 0, y: 0, width: 1, height: 1)
    unsafe xcb_poly_fill_rectangle(connection, pixmap, context, 1, &pixel)
    let name = "_XROOTPMAP_ID"
    let atom = unsafe xcb_intern_atom_reply(
      connection, xcb_intern_atom(connection, 0, UInt16(name.utf8.count), name), nil)
    guard let atom = unsafe atom else { throw Missing(what: name) }
    defer { unsafe free(atom) }
    var value = pixmap
    unsafe xcb_change_property(
      connection, UInt8(XCB_PROP_MODE_REPLACE.rawValue), root, atom.pointee.atom, XCB_ATOM_PIXMAP.rawValue,
      32, 1,
      &value)
    unsafe xcb_set_close_down_mode(connection, UInt8(XCB_CLOSE_DOWN_RETAIN_PERMANENT.rawValue))
    unsafe xcb_flush(connection)
  }

  /// Starts a compositing manager, and waits until it has painted the background of Xvfb.
  package func startManager() throws {
    try paintBackground()
    let process = Process(
      running: "picom", ["--backend", "xrender", "--config", "/dev/null"],
      environment: ["DISPLAY": display])
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.start()
    manager = process
    guard FileManager.default.fileExists(atPath: picture.path) else { return }
    try eventually {
      let screen = try screenshot()
      let isPainted = (0..<screen.height).allSatisfy { y in screen.pixel(screen.width - 1, y) != 0 }
      guard isPainted else {
        // picom 12 may have missed the picture at its start.
        try paintBackground()
        throw Missing(what: "a compositing manager")
      }
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

/// A private message bus with the installed policies of touchstickd and of systemd's logind. It ends with its owner.
package final class PrivateBus: Sendable {
  private let process: Process

  /// An address for a bus that does not exist yet.
  package static func newAddress() throws -> String {
    "unix:path=" + (try Programs.files([:])).appending(path: "bus").path
  }

  /// Starts the bus, and waits until it is ready.
  ///
  /// - Parameters:
  ///   - service: The user of the service, to whom the policy for the user touchstick applies; without one, it applies to
  ///     nobody.
  ///   - maxOutgoingBytes: Beyond it, the bus refuses messages to a connection that does not read; nil is its default.
  package init(at address: String, service: UInt32? = nil, maxOutgoingBytes: Int? = nil) throws {
    let file = Fixtures.project.appending(path: "packaging/dbus/org.touchstick.conf")
    let policy = try String(contentsOf: file, encoding: .utf8)
      .replacing("user=\"touchstick\"", with: "user=\"\(service.map(String.init) ?? "touchstick")\"")
    let configuration = try Programs.file(
      "bus.conf",
      Self.configuration(
        address, policy: try Programs.file("org.touchstick.conf", policy),
        limits: maxOutgoingBytes.map { "<limit name=\"max_outgoing_bytes\">\($0)</limit>" } ?? ""))
    let process = Process(
      running: "dbus-daemon", ["--nofork", "--print-address", "--config-file=\(configuration)"])
    // It complains about the missing user touchstick, and about its limit of open files.
    process.standardError = FileHandle.nullDevice
    let pipe = try Programs.starting.withLock { _ in
      let pipe = Pipe()
      process.standardOutput = pipe
      try process.runUnblocked()
      return pipe
    }
    self.process = process
    _ = try pipe.fileHandleForReading.read(upToCount: 1)
  }

  deinit { process.kill() }

  /// The policy of /usr/share/dbus-1/system.conf, as far as the others do not include it.
  private static func configuration(_ address: String, policy: String, limits: String) -> String {
    """
    <busconfig>
      <type>system</type>
      <listen>\(address)</listen>
      <auth>EXTERNAL</auth>
      \(limits)
      <policy context="default">
        <allow user="*"/>
        <deny own="*"/>
        <deny send_type="method_call"/>
        <allow send_type="signal"/>
        <allow send_requested_reply="true" send_type="method_return"/>
        <allow send_requested_reply="true" send_type="error"/>
        <allow receive_type="method_call"/>
        <allow receive_type="method_return"/>
        <allow receive_type="error"/>
        <allow receive_type="signal"/>
        <allow send_destination="org.freedesktop.DBus"/>
      </policy>
      <policy user="\(getuid())">
        <allow own="org.touchstick"/>
        <allow own="org.freedesktop.login1"/>
      </policy>
      <include>\(policy)</include>
      <include ignore_missing="yes">/usr/share/dbus-1/system.d/org.freedesktop.login1.conf</include>
    </busconfig>
    """
  }
}
