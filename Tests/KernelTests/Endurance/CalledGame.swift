import EventPipeline
import Foundation
import InputDevices
import System
import TestSupport
import Testing

/// A daemon on a bus of its own with a finger-covered screen, and what others can do to it.
final class CalledGame {
  static let layouts = [
    "etc/a.toml": "[device]\n", "etc/profiles/left.toml": "[[stick]]\n",
    "etc/profiles/right.toml": "[[stick]]\ntarget = \"right\"\n",
    "etc/profiles/button.toml":
      "[[button]]\noutput = \"A\"\nregion = { x = 0, y = 0, width = \"100%\", height = \"100%\" }\n",
    "etc/profiles/broken.toml": "[[stick]]\nradius = 0\n",
    "etc/profiles/far.toml": "[[button]]\noutput = \"A\"\nregion = { center = [900, 9], radius = 5 }\n",
  ]
  private static let slots: Int32 = 4

  let daemon: RunningDaemon
  let pad: Pad
  let address: String
  private let folder: URL
  private var bus: PrivateBus?
  private(set) var logind: PrivateLogind?
  private(set) var screen: VirtualDevice?
  private(set) var client: SystemBus
  /// Connections with a claim, a released device or a feed each.
  private var holders: [Holder] = []
  /// Commands that `touchstick run` runs, which end with their input.
  private var commands: [(process: Process, input: Pipe)] = []
  private var fingersDown: Set<Int32> = []
  private(set) var lastID: Int32 = 0

  init() throws {
    address = try PrivateBus.newAddress()
    bus = try PrivateBus(at: address)
    folder = try Programs.files(Self.layouts)
    screen = try Bed.makeDevice(SessionTests.screen)
    daemon = try RunningDaemon(
      arguments: ["--config", folder.appending(path: "etc").path],
      by: ["DBUS_SYSTEM_BUS_ADDRESS=\(address)"])
    pad = try daemon.openPad()
    daemon.waitUntilItSays("using ELAN Touchscreen")
    client = try Self.connection(address)
    try waitForDaemon()
    try startLogind()
  }

  /// A connection, and its feed if it watches.
  private final class Holder {
    let bus: SystemBus
    private let feed: OwnedFileDescriptor?

    init(_ bus: SystemBus, feed: consuming OwnedFileDescriptor? = nil) {
      self.bus = bus
      self.feed = feed
    }
  }

  private typealias SessionTests = KernelTests.SessionTests

  private static func connection(_ address: String) throws -> SystemBus {
    let bus = try SystemBus(unconnected: ())
    try bus.begin(at: address, passesFiles: true)
    return bus
  }

  private func waitForDaemon() throws { #expect(Bed.wait { (try? client.padStatus()) != nil }) }

  // MARK: Fingers

  func moveFinger(_ random: inout SeededGenerator) throws {
    guard let screen else { return }
    let slot = random.integer(0...Self.slots - 1)
    let finger = Finger(on: screen, slot: slot)
    let (x, y) = (random.integer(Int32(0)...3312), random.integer(Int32(0)...1872))
    if !fingersDown.contains(slot) {
      lastID += 1
      try finger.touchDown(id: lastID, x: x, y: y)
      fingersDown.insert(slot)
    } else if random.chance(0.7) {
      try finger.move(x: x, y: y)
    } else {
      try finger.lift()
      fingersDown.remove(slot)
    }
  }

  private func liftAll() throws {
    for slot in fingersDown { if let screen { try Finger(on: screen, slot: slot).lift() } }
    fingersDown = []
  }

  /// Unplugs the screen under its fingers, and plugs it in again.
  func replug() throws {
    screen = nil
    fingersDown = []
    screen = try Bed.makeDevice(SessionTests.screen)
  }

  // MARK: Calls

  /// Makes a call of the daemon, again as long as it is one of too many in a second.
  ///
  /// - Parameter write: Writes the arguments.
  /// - Returns: The name of the error; nil without one.
  func call(
    _ member: String, by caller: SystemBus? = nil, path: String = PadsInterface.path,
    interface: String = PadsInterface.name, _ write: (borrowing BusMessage) throws -> Void = { _ in }
  ) throws -> String? {
    let caller = caller ?? client
    return try refusal {
      let call = try caller.newCall(
        to: PadsInterface.service, path: path, interface: interface, member)
      try write(call)
      _ = try caller.call(call)
    }
  }

  /// Repeats a call as long as it is one of too many. Returns the name of the error; nil without one.
  private func refusal(_ call: () throws -> Void) throws -> String? {
    var refusal: String?
    let isHeard = try Bed.wait {
      refusal = nil
      do {
        try call()
      } catch BusError.refused(let name, _) {
        refusal = name
      }
      return refusal != PadsInterface.Refusal.tooManyCalls.rawValue
    }
    #expect(isHeard)
    return refusal
  }

  func call(_ method: PadsInterface.Method, by caller: SystemBus? = nil, _ texts: String...) throws -> String?
  {
    try call(method.rawValue, by: caller) { message in for text in texts { try message.append(text) } }
  }

  func report(rotation: UInt32, width: Double, height: Double) throws -> String? {
    try call(PadsInterface.Method.reportScreen.rawValue) { message in
      try message.append(rotation)
      try message.append(width)
      try message.append(height)
    }
  }

  /// Has a new connection make a call, and keeps it.
  func hold(_ method: PadsInterface.Method, _ first: String, _ second: String? = nil) throws -> String? {
    let holder = Holder(try Self.connection(address))
    holders.append(holder)
    if let second { return try call(method, by: holder.bus, first, second) }
    return try call(method, by: holder.bus, first)
  }

  /// Has a new connection watch. It never reads its feed, and may not write into it.
  ///
  /// - Returns: The name of the error; nil without one.
  func watch() throws -> String? {
    let watcher = try Self.connection(address)
    return try refusal {
      let feed = try watcher.watchPads()
      #expect(unsafe send(feed.number, "garbage", 7, Int32(MSG_NOSIGNAL)) == -1 && errno == EPIPE)
      holders.append(Holder(watcher, feed: feed))
    }
  }

  /// Holds as much as a user may, for the daemon to keep room for that from now on.
  func holdAll() throws {
    try comeToRest()
    for _ in 1...PadsInterface.maxClaims {
      #expect(try hold(.claim, "right", "") == nil)
      #expect(try hold(.releaseDevice, screen?.node ?? "") == nil)
    }
    for _ in 1...PadsInterface.maxWatchers { #expect(try watch() == nil) }
  }

  func close(_ random: inout SeededGenerator) {
    guard !holders.isEmpty else { return }
    holders.remove(at: random.integer(0...holders.count - 1))
  }

  // MARK: Other programs

  /// Starts `touchstick run`, and does not wait for anything.
  func run(_ profile: String) throws {
    let input = Pipe()
    let process = Process(
      running: Programs.path("touchstick"), ["run", "--profile", profile, "--", "cat"],
      environment: ["DBUS_SYSTEM_BUS_ADDRESS": address])
    process.standardError = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardInput = input
    try process.start()
    commands.append((process, input))
  }

  /// Kills one `touchstick run`, and ends its command.
  func kill(_ random: inout SeededGenerator) throws {
    guard !commands.isEmpty else { return }
    try kill(commands.remove(at: random.integer(0...commands.count - 1)))
  }

  private func kill(_ command: (process: Process, input: Pipe)) throws {
    Glibc.kill(command.process.processIdentifier, SIGKILL)
    try command.input.fileHandleForWriting.close()
    command.process.waitUntilExit()
  }

  func reload(_ text: String) throws {
    try text.write(to: folder.appending(path: "etc/a.toml"), atomically: true, encoding: .utf8)
    daemon.signal(SIGHUP)
  }

  /// Ends what the client holds: calls with any arguments may have claimed the pads, or released the device.
  func reconnect() throws {
    client = try Self.connection(address)
    try waitForDaemon()
  }

  func restartBus() throws {
    holders = []
    logind = nil
    bus = nil
    bus = try PrivateBus(at: address)
    client = try Self.connection(address)
    try waitForDaemon()
    try startLogind()
  }

  func restartLogind() throws {
    logind = nil
    try startLogind()
  }

  /// Starts logind, and waits until it is on the bus. Another machine than the virtual one has a logind.
  private func startLogind() throws {
    guard Bed.isVirtualMachine else { return }
    let logind = try PrivateLogind(at: address)
    self.logind = logind
    #expect(Bed.wait { (try? logind.answer(client)) != nil })
  }

  /// Ends all connections and commands, and lifts all fingers.
  func endAll() throws {
    holders = []
    try reconnect()
    for command in commands { try kill(command) }
    commands = []
    try liftAll()
  }
}

extension CalledGame {
  /// Ends all that others do, and waits until everything is neutral, and as at the start.
  func comeToRest() throws {
    try endAll()
    // What ends a claim has reached the daemon before the next call does.
    try waitUntilAlone()
    daemon.forgetOutput()
    try reload(Self.layouts["etc/a.toml"] ?? "")
    daemon.waitUntilItSays("the configuration was read again")
    #expect(try report(rotation: 0, width: 0, height: 0) == nil)
    #expect(try call(.useProfile, "") == nil)
    #expect(try call(.on) == nil)
    var status: PadStatus?
    let plays = try Bed.wait {
      status = try client.padStatus()
      return status?.isOn == true && status?.profile == "" && status?.devices.map(\.isGrabbed) == [true]
    }
    #expect(plays, "\(String(describing: status))")
    #expect(try Bed.wait { try pad.isAtRest() } && !pad.isGone)
    #expect(try !EventNode(opening: daemon.currentCloneNode()).state.isTouched)
    // What sd-bus keeps depends on the names and the number of all who have been on the bus.
    try restartBus()
    try waitUntilAlone()
    // By then the daemon asks logind. Its question was before the next one, and so is the answer.
    daemon.settle()
    try logind?.answer(client)
    daemon.settle()
    daemon.forgetOutput()
  }

  /// Waits until nobody is on the bus except the daemon, with two connections, this client, busctl and logind.
  private func waitUntilAlone() throws {
    var listed = ""
    let isAlone = try Bed.wait {
      listed = try Programs.run(
        "busctl", ["--address=\(address)", "list", "--unique", "--no-legend", "--no-pager"]
      ).output
      return listed.split(separator: "\n").count == (logind == nil ? 4 : 5)
    }
    #expect(isAlone, "\(listed)")
  }

  /// Checks that the daemon has the same files open as before, and that its heap has not grown with the number of calls.
  ///
  /// It is not the same to the byte: sd-bus's tables depend on which names were on the bus, and Swift's runtime keeps what
  /// it makes for a type that is used for the first time, as that of an error that no call before had. Neither depends on
  /// the number of calls.
  func expectNoLeak(_ before: Resources, after calls: Int) throws {
    let now = try daemon.resources()
    let report = "\(now) after \(calls) calls, and \(before) before"
    Endurance.report(report)
    #expect(now.files == before.files, "\(report)")
    // Each kind of control has types of its own, and the shortest run makes 60 calls.
    #expect(now.heap.pieces - before.heap.pieces < 40, "\(report)")
  }

  /// Checks that a finger still moves the stick.
  func playsStill() throws {
    let screen = try #require(screen)
    let finger = Finger(on: screen)
    try finger.push(id: lastID + 1, of: pad)
    try finger.lift()
    #expect(try Bed.wait { try pad.isAtRest() })
  }
}

extension RunningDaemon {
  /// The node of its clone, by the kernel: it may have made several, one after the other.
  fileprivate func currentCloneNode() throws -> String {
    let clone = SurveyedDevice.all().first { $0.clonedNode != nil }
    return try #require(clone?.path)
  }
}

/// systemd's logind on a private bus, without sessions. It ends with its owner.
final class PrivateLogind {
  private static let name = "org.freedesktop.login1"

  private let process = Process(running: "/lib/systemd/systemd-logind", [])

  init(at address: String) throws {
    process.environment = ["DBUS_SYSTEM_BUS_ADDRESS": address]
    process.standardError = FileHandle.nullDevice
    try process.start()
  }

  deinit { process.kill() }

  /// Has it answer a question: who is in front of seat0?
  func answer(_ client: SystemBus) throws {
    let question = try client.newCall(
      to: Self.name, path: "/org/freedesktop/login1/seat/seat0",
      interface: "org.freedesktop.DBus.Properties", "GetAll", startsService: false)
    try question.append("\(Self.name).Seat")
    _ = try client.call(question)
  }
}
