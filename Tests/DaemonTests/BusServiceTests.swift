import CLibsystemd
import Configuration
import EventPipeline
import Foundation
import System
import Testing
import TestSupport

@testable import touchstickd

@Suite("The service on the system bus", .serialized)
struct BusServiceTests {
  private static let isRoot = geteuid() == 0

  @Test("Status shows what the daemon does")
  func status() throws {
    let called = try CalledService()
    #expect(
      try called.client.padStatus()
        == PadStatus(
          isOn: true, reason: "start", profile: "", devices: [], pads: [], profiles: [],
          version: touchstickVersion))
    try called.use()
    #expect(
      try called.client.padStatus()
        == PadStatus(
          isOn: true, reason: "start", profile: "",
          devices: [
            PadStatus.Device(
              name: "ELAN Touchscreen", node: "/dev/input/event5", deviceClass: "touchscreen", width: 331.2,
              height: 187.2, sizeSource: "device", rotation: 0, isGrabbed: true)
          ],
          pads: [
            PadStatus.Pad(
              name: "Microsoft X-Box 360 pad", file: "/etc/touchstick/touchstick.toml",
              node: "/dev/input/event6")
          ], profiles: [], version: touchstickVersion))
    try called.service.stop()
  }

  @Test("A name that D-Bus refuses does not hide the status")
  func printable() throws {
    let called = try CalledService.used { state in
      state.files[0].device?.name = "a\(Unicode.Scalar(UInt32(0xfdd0)) ?? "x")b\u{202e}\u{1b}"
    }
    #expect(try called.client.padStatus().devices[0].name == "a?b??")
    try called.service.stop()
  }

  @Test("Root may switch the pads, and nobody else without a session", .enabled(if: isRoot))
  func switches() throws {
    let called = try CalledService()
    for (method, isOn) in [(.off, false), (.off, false), (.on, true), (.toggle, false)]
      as [(PadsInterface.Method, Bool)]
    {
      try called.client.call(method)
      #expect(try called.client.padStatus().isOn == isOn)
    }
    let values = ["s": "", "u": "1", "d": "0"]
    for (method, types) in try Self.described() {
      let arguments = [types] + types.map { values["\($0)"] ?? "" }
      let (status, said) = try Programs.run(
        "setpriv",
        [
          "--reuid=65534", "--regid=65534", "--clear-groups", "busctl", "--address=\(called.address)", "call",
          "org.touchstick", "/org/touchstick", "org.touchstick.Pads1", method,
        ] + (types.isEmpty ? [] : arguments))
      #expect(status == 1, "\(method)")
      #expect(
        said.contains("only root and the user of the active session on seat0 may use the pads"),
        "\(method): \(said)")
    }
    #expect(try !called.client.padStatus().isOn)
    try called.service.stop()
  }

  @Test(
    "sd-bus does not look for the objects of a long path, which takes a time with the square of its length")
  func longPath() throws {
    let called = try CalledService()
    func name(ofErrorFor parts: Int) throws -> String? {
      let path = String(repeating: "/a", count: parts)
      let call = try called.client.newCall(
        to: PadsInterface.service, path: path, interface: PadsInterface.name, "On")
      do throws(BusError) {
        _ = try called.client.call(call)
        return nil
      } catch {
        guard case .refused(let name, _) = error else { return nil }
        return name
      }
    }
    #expect(try name(ofErrorFor: 127) == "org.freedesktop.DBus.Error.UnknownObject")
    #expect(try name(ofErrorFor: 128) == "org.touchstick.Error.TooLarge")
    #expect(try name(ofErrorFor: 32_000) == "org.touchstick.Error.TooLarge")
    try called.service.stop()
  }

  @Test("A rotation other than 0, 90, 180 or 270 is refused", .enabled(if: isRoot))
  func noRotation() throws {
    let called = try CalledService()
    for (degrees, isRight) in [("0", true), ("270", true), ("45", false), ("4294967295", false)] {
      let (status, said) = try Programs.run(
        "busctl",
        [
          "--address=\(called.address)", "call", "org.touchstick", "/org/touchstick", "org.touchstick.Pads1",
          "ReportScreen", "udd", degrees, "217", "136",
        ])
      #expect((status == 0) == isRight, "\(said)")
      #expect(isRight || said.contains("a screen is rotated by 0, 90, 180 or 270 degrees"), "\(said)")
    }
    try called.service.stop()
  }

  @Test("A layout that is too large and an unknown profile are refused", .enabled(if: isRoot))
  func layouts() throws {
    let called = try CalledService()
    let most = PadsInterface.maxLayoutBytes
    try called.client.call(.useLayout, "", String(repeating: "#", count: most))
    try called.client.call(.useProfile, "")
    #expect(
      #expect(throws: BusError.self) {
        try called.client.call(.useLayout, "", String(repeating: "#", count: most + 1))
      }
        == .refused(name: "org.touchstick.Error.TooLarge", message: "a layout has at most 65536 bytes"))
    #expect(
      #expect(throws: BusError.self) { try called.client.call(.useProfile, "zelda") }
        == .refused(name: "org.touchstick.Error.NoProfile", message: "there is no profile zelda"))
    try called.service.stop()
  }

  @Test("Nothing is read of a call by a user who may not call", .enabled(if: isRoot))
  func unread() throws {
    let called = try CalledService()
    // Read, it would be too large.
    let text = String(repeating: "#", count: PadsInterface.maxLayoutBytes + 1)
    let (status, said) = try Programs.run(
      "setpriv",
      [
        "--reuid=65534", "--regid=65534", "--clear-groups", "busctl", "--address=\(called.address)", "call",
        "org.touchstick", "/org/touchstick", "org.touchstick.Pads1", "UseLayout", "ss", "", text,
      ])
    #expect(status == 1)
    #expect(said.contains("only root and the user of the active session on seat0 may use the pads"))
    try called.service.stop()
  }

  @Test(
    "A message that takes long to arrive is refused unread, whatever it calls, and a small one is answered",
    arguments: [
      (PadsInterface.name, "UseLayout"), (PadsInterface.name, "Off"), (SystemBus.properties, "Get"),
      (SystemBus.properties, "GetAll"), ("org.freedesktop.DBus.Peer", "Ping"), ("org.example", "Nothing"),
    ])
  func large(_ interface: String, _ member: String) throws {
    let called = try CalledService()
    let call = try called.client.newCall(
      to: PadsInterface.service, path: PadsInterface.path, interface: interface, member)
    try call.append(String(repeating: "a", count: (32 << 20) - 4096))
    #expect(
      #expect(throws: BusError.self) { _ = try called.client.call(call) }
        == .refused(name: "org.touchstick.Error.TooLarge", message: "a layout has at most 65536 bytes"))
    #expect(try called.client.padStatus().isOn)
    try called.service.stop()
  }

  /// A folder that everybody can read, with the clients of the tests in a virtual machine and other files. The project may be
  /// in one that only its owner can read.
  private static func files(_ others: [String: String] = [:]) throws -> URL {
    let parts = URL(filePath: #filePath).appending(path: "../../Bed/service.d").standardized
    func text(_ name: String) throws -> String {
      try String(contentsOf: parts.appending(path: name), encoding: .utf8)
    }
    let clients = ["messages": try text("messages"), "system_bus.py": try text("system_bus.py")]
    let folder = try Programs.files(clients.merging(others) { $1 })
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
    return folder
  }

  @Test(
    "Calls of new connections of nobody do not keep a new one of root's from switching the pads",
    .enabled(if: isRoot))
  func manyNewConnections() throws {
    let called = try CalledService()
    let (isReady, isWaiting) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    // The service learns of no user until it has read all these calls.
    try called.service.change { _ in
      isWaiting.signal()
      isReady.wait()
    }
    isWaiting.wait()
    let (status, said) = try Programs.run(
      "setpriv",
      [
        "--reuid=65534", "--regid=65534", "--clear-groups", "env",
        "DBUS_SYSTEM_BUS_ADDRESS=\(called.address)",
        "/usr/bin/python3", "-IS", try Self.files().appending(path: "messages").path, "call", "8", "100",
      ])
    #expect(status == 0, "\(said)")
    let (loop, root) = (try EventLoop(), try SystemBus.connected(to: called.address))
    var answer: BusError??
    let call = try root.send(.off, []) { answer = .some($0.error) }
    _ = try root.call(try root.newDriverCall("GetId"))
    isReady.signal()
    try root.attach(to: loop)
    loop.run { answer != nil }
    #expect(answer == .some(nil))
    #expect(try !called.client.padStatus().isOn)
    withExtendedLifetime(call) {}
    try called.service.stop()
  }

  @Test("A call is answered although the bus drops its answer to who calls", .enabled(if: isRoot))
  func droppedAnswer() throws {
    let called = try CalledService(maxOutgoingBytes: 1_000_000)
    let (isReady, isWaiting) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    try called.service.change { _ in
      isWaiting.signal()
      isReady.wait()
    }
    isWaiting.wait()
    let (loop, root) = (try EventLoop(), try SystemBus.connected(to: called.address))
    var answer: BusError??
    let call = try root.send(.off, []) { answer = .some($0.error) }
    _ = try root.call(try root.newDriverCall("GetId"))
    // Behind the call, more waits for the service than the bus keeps, so that its answer finds no room.
    let other = try SystemBus.connected(to: called.address)
    for _ in 1...3 {
      let ping = try other.newPing()
      try ping.append(String(repeating: "a", count: 600_000))
      #expect(unsafe sd_bus_message_set_expect_reply(ping.pointer, 0) >= 0)
      #expect(unsafe sd_bus_send(other.pointer, ping.pointer, nil) >= 0)
    }
    _ = try other.call(try other.newDriverCall("GetId"))
    isReady.signal()
    try root.attach(to: loop)
    loop.run { answer != nil }
    #expect(answer == .some(nil))
    #expect(try !called.client.padStatus().isOn)
    withExtendedLifetime(call) {}
    try called.service.stop()
  }

  @Test(
    "Eight connections of nobody with the largest messages do not keep root from switching the pads",
    .enabled(if: isRoot))
  func attack() throws {
    let called = try CalledService()
    let folder = try Self.files(["sent": String(repeating: "\0", count: 8)])
    let sent = folder.appending(path: "sent")
    try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: sent.path)
    let attack = Process(
      running: "setpriv",
      [
        "--reuid=65534", "--regid=65534", "--clear-groups", "/usr/bin/python3", "-IS",
        folder.appending(path: "messages").path, "attack", "8", "33550336", sent.path,
      ],
      environment: ["DBUS_SYSTEM_BUS_ADDRESS": called.address])
    try attack.start()
    defer { _ = try? Programs.run("pkill", ["-KILL", "-f", sent.path]) }
    try waitUntil("large messages") { try Data(contentsOf: sent).contains { $0 != 0 } }
    for count in 0..<20 {
      func run() throws -> (status: Int32, output: String) {
        try Programs.run(
          "env",
          [
            // However slow the machine is: sd-bus waits for 25 s otherwise.
            "SYSTEMD_BUS_TIMEOUT=3600", "DBUS_SYSTEM_BUS_ADDRESS=\(called.address)",
            Programs.path("touchstick"), count % 2 == 0 ? "off" : "on",
          ])
      }
      var (status, said) = try run()
      // Root's calls arrive together when the machine stalls, and a user has 20 a second.
      while said.contains("20 calls a second") { (status, said) = try run() }
      // 75: there is no touch device, so the pads are not there yet.
      #expect([0, 75].contains(status), "\(count): \(said)")
    }
    #expect(attack.isRunning)
    try called.service.stop()
  }

  @Test("A caller does not pay for what the service has done before")
  func unrelatedWork() throws {
    let called = try CalledService()
    for _ in 1...10 {
      try called.service.change { state in
        var (clock, time) = (ThreadClock(), Int64(0))
        _ = clock.lap()
        while time < 2 * BusService.maxReceiveTime { time += clock.lap() }
        state.profiles = []
      }
      try called.client.call(.off)
    }
    try called.service.stop()
  }

  @Test("A user who calls too often is refused, and may call again later", .enabled(if: isRoot))
  func tooManyCalls() throws {
    let called = try CalledService()
    let refusal = #expect(throws: BusError.self) { while true { try called.client.call(.toggle) } }
    #expect(
      refusal
        == .refused(
          name: "org.touchstick.Error.TooManyCalls", message: "a user has 20 calls a second; call again later"
        ))
    try eventually { try called.client.call(.off) }
    #expect(try !called.client.padStatus().isOn)
    try called.service.stop()
  }

  @Test("A connection that sends too much gets few answers, and others get all")
  func flood() throws {
    let called = try CalledService()
    let loop = try EventLoop()
    let noisy = try SystemBus.connected(to: called.address)
    try noisy.attach(to: loop)
    func waitForBus() throws {
      var isAnswered = false
      let id = try noisy.send(try noisy.newDriverCall("GetId")) { _ in isAnswered = true }
      loop.run { isAnswered }
      withExtendedLifetime(id) {}
    }
    var (sent, answers) = (0, 0)
    // A very slow machine may send no more than the service answers.
    for _ in 1...20 where answers == sent {
      sent += 1000
      let pings = try (1...1000).map { _ in try noisy.send(try noisy.newPing()) { _ in answers += 1 } }
      try waitForBus()
      // The service reads in the order in which the bus receives.
      #expect(try called.client.padStatus().isOn)
      try waitForBus()
      withExtendedLifetime(pings) {}
    }
    #expect((100..<sent).contains(answers))
    try called.service.stop()
  }

  @Test("The service drops what a flood of all connections has left in the bus")
  func backlog() throws {
    let called = try CalledService(messagesPerSecond: 500)
    func owner() throws -> String {
      let call = try called.client.newDriverCall("GetNameOwner")
      try call.append("org.touchstick")
      return try called.client.call(call).readString()
    }
    let first = try owner()
    func flood(_ count: Int) throws {
      for _ in 1...count {
        let ping = try called.client.newPing()
        #expect(unsafe sd_bus_message_set_expect_reply(ping.pointer, 0) >= 0)
        #expect(unsafe sd_bus_send(called.client.pointer, ping.pointer, nil) >= 0)
      }
    }
    try flood(4000)
    // On a slow machine, the service reads more after each pause. The flood goes on until it has had enough.
    try waitUntil("another connection of the service") {
      let second = try owner()
      if second == first { try flood(10) }
      return second != first
    }
    _ = try eventually { try called.client.padStatus() }
    try called.service.stop()
  }

  @Test("Each change is sent to listeners, and nothing else")
  func signals() throws {
    let called = try CalledService()
    var seen: [PadStatus] = []
    let state = try DaemonState.used()
    let end = #expect(throws: BusError.self) {
      try called.client.followPads { status in
        seen.append(status)
        switch seen.count {
        case 1: try? called.service.change { $0.isOn = false }
        case 2: try? called.service.change { $0 = state }
        case 3:
          try? called.service.change { _ in }
          try? called.service.change { $0.reason = .gesture }
        default: try? called.service.stop()
        }
      }
    }
    guard case .refused? = end else {
      Issue.record("\(String(describing: end))")
      return
    }
    #expect(seen.map(\.isOn) == [true, false, true, true])
    #expect(seen.map(\.reason) == ["start", "start", "start", "gesture"])
    #expect(seen.map(\.devices.count) == [0, 0, 1, 1])
  }

  @Test("The service waits for a bus, and for one that comes back")
  func restarts() throws {
    let address = try PrivateBus.newAddress()
    let service = RunningService(at: address)
    for _ in 1...2 {
      let bus = try PrivateBus(at: address)
      _ = try eventually { try SystemBus.connected(to: address).padStatus() }
      withExtendedLifetime(bus) {}
    }
    try service.stop()
  }

  @Test(
    "Two ends of the connection at once after a feed count if the bus is the same, and a later end forgets them"
  )
  func passedFiles() {
    var files = PassedFiles()
    func play(_ delay: Int64, _ bus: String) -> Bool {
      files.count(now: 0)
      files.handleEnd(now: delay)
      files.handleStart(of: bus)
      return files.areRefused
    }
    files.handleStart(of: "a")
    #expect([play(0, "a"), play(0, "b"), play(0, "c"), play(0, "c")] == [false, false, false, true])
    #expect(!play(2_000_000, "c"))
  }

  /// dbus-daemon 1.16 waits for the file that a proxy has not passed on.
  private static let endsConnections =
    (try? Programs.run("dbus-daemon", ["--version"]).output.contains("Daemon 1.14.")) == true

  @Test(
    "A bus that ends the connection twice because of a feed receives no third one",
    .enabled(if: isRoot && endsConnections))
  func refusedFiles() throws {
    let address = try PrivateBus.newAddress()
    let bus = try PrivateBus(at: address)
    let proxied = try PrivateBus.newAddress()
    // It passes no files, so the bus ends the connection that sends one, as if a policy had taken it away.
    let proxy = Process(
      running: "systemd-socket-activate",
      ["-l", proxied.path, "/lib/systemd/systemd-socket-proxyd", address.path])
    proxy.standardError = FileHandle.nullDevice
    try proxy.start()
    defer { proxy.kill() }
    let service = RunningService(at: proxied)
    func status() throws { _ = try eventually { try SystemBus.connected(to: address).padStatus() } }
    for _ in 1...2 {
      try status()
      #expect(throws: BusError.self) { _ = try SystemBus.connected(to: address).watchPads() }
    }
    try status()
    let error = #expect(throws: BusError.self) { _ = try SystemBus.connected(to: address).watchPads() }
    guard case .refused(_, let text)? = error, text.contains("selinux-policy") else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(service.feeds == 2)
    withExtendedLifetime(bus) {}
    try service.stop()
  }

  @Test("The service ends while a bus does not answer")
  func hangs() throws {
    let address = try PrivateBus.newAddress()
    let path = String(address.dropFirst("unix:path=".count))
    // A socket that listens, but never accepts.
    let file = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(file) }
    var name = sockaddr_un()
    name.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &name.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
    let status = unsafe withUnsafePointer(to: &name) { name in
      unsafe name.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
        unsafe bind(file, name, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    #expect(status == 0)
    #expect(listen(file, 1) == 0)
    let service = RunningService(at: address)
    try service.change { $0.isOn = false }
    try service.stop()
  }

  @Test("docs/org.touchstick.Pads1.xml describes the service")
  func introspection() throws {
    let called = try CalledService()
    let call = try called.client.newCall(
      to: "org.touchstick", path: "/org/touchstick", interface: "org.freedesktop.DBus.Introspectable",
      "Introspect")
    let described = try called.client.call(call).readString()
    let text = try Self.description
    let own = Self.members(text)
    #expect(own == Self.members(described))
    // Both sides' names. The types of what they read and write are tested by each call.
    func names(of kind: String) -> [String] {
      own.compactMap { $0.firstMatch(of: /^(\w+) name="(\w+)"/) }.filter { $0.1 == kind }.map { String($0.2) }
    }
    #expect(names(of: "method").sorted() == PadsInterface.Method.allCases.map(\.rawValue).sorted())
    #expect(names(of: "property").sorted() == PadStatus.Property.allCases.map(\.rawValue).sorted())
    let errors = Set(text.matches(of: /org\.touchstick\.Error\.\w+/).map { String($0.0) })
    #expect(errors == Set(PadsInterface.Refusal.allCases.map(\.rawValue)))
    try called.service.stop()
  }

  private static var description: String {
    get throws {
      let file = URL(filePath: #filePath).appending(path: "../../../docs/org.touchstick.Pads1.xml")
        .standardized
      return try String(contentsOf: file, encoding: .utf8)
    }
  }

  /// The methods, each with the types of its arguments.
  private static func described() throws -> [(method: String, types: String)] {
    var methods: [(method: String, types: String)] = []
    for tag in members(try description) {
      if let name = tag.firstMatch(of: /^method name="(\w+)"/) { methods.append((String(name.1), "")) }
      if let type = tag.firstMatch(of: /^arg type="(\w)" .*direction="in"/) {
        methods[methods.count - 1].types += type.1
      }
    }
    return methods
  }

  /// The opening tags in our interface.
  private static func members(_ xml: String) -> [String] {
    let text = xml.replacing(/<!--(?s:.*?)-->/, with: "")
    guard let start = text.range(of: "<interface name=\"org.touchstick.Pads1\">"),
      let end = text[start.upperBound...].range(of: "</interface>")
    else { return [] }
    return text[start.upperBound..<end.lowerBound].matches(of: /<([a-z][^>]*?)\/?>/).map { String($0.1) }
  }
}

extension String {
  /// The path of a bus's address.
  fileprivate var path: String { String(dropFirst("unix:path=".count)) }
}
