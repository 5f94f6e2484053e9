import EventPipeline
import Foundation
import InputDevices
import System
import TestSupport
import Testing

/// The calls of a daemon to the kernel, one of which can fail: Tests/FailingCalls.
@safe final class FailingCalls {
  let path: String
  private let plan: UnsafeMutableRawPointer

  /// Of struct plan: where its text and its kinds are, and its end.
  private static let (call, firstKind, size) = (16, 128, 128 + (1 << 14))

  init() throws {
    path = try Programs.file("calls", String(repeating: "\0", count: Self.size))
    let file = try OwnedFileDescriptor(opening: path, O_RDWR)
    let mapped = unsafe mmap(nil, Self.size, PROT_READ | PROT_WRITE, MAP_SHARED, file.number, 0)
    guard let area = unsafe mapped, unsafe area != MAP_FAILED else { throw SystemError.last }
    unsafe plan = unsafe area
  }

  deinit { unsafe munmap(plan, Self.size) }

  private subscript(_ index: Int) -> UInt32 {
    get { unsafe plan.load(fromByteOffset: 4 * index, as: UInt32.self) }
    set { unsafe plan.storeBytes(of: newValue, toByteOffset: 4 * index, as: UInt32.self) }
  }

  /// Has a call fail, counted from 1 and from now; 0 is none.
  func fail(_ number: Int, with error: Int32 = 0) {
    self[0] = 0
    self[2] = 0
    self[3] = 0
    self[1] = UInt32(error)
    self[0] = UInt32(number)
  }

  /// Has none fail from now on. Returns the call that has failed, its function and its file; nil if there were fewer calls.
  func end() -> String? {
    self[0] = 0
    guard self[3] != 0 else { return nil }
    return unsafe String(cString: (plan + Self.call).assumingMemoryBound(to: CChar.self))
  }

  /// A letter for the kind of each call since the last ``fail(_:with:)``, such as `r` for read(2).
  var kinds: [Character] {
    (0..<min(Int(self[2]), Self.size - Self.firstKind)).map { index in
      Character(Unicode.Scalar(unsafe plan.load(fromByteOffset: Self.firstKind + index, as: UInt8.self)))
    }
  }

  var environment: [String] {
    get throws { ["LD_PRELOAD=\(try Self.library.get())", "FAILING_CALLS=\(path)"] }
  }

  private static let library = Result { try Programs.library("failing-calls") }
}

/// A game with a daemon whose calls fail: a stick on the left half of a screen, and the desktop on the right one.
final class FailingGame {
  /// A part of the game.
  enum Part: String, CaseIterable {
    case start, drag, switching, use, reload, unplugging, stop
  }

  static let errors = [EIO, ENOMEM, EMFILE, ENODEV, EINTR]

  private static let files = [
    "touchstick.toml": file(of: "left"),
    "profiles/left.toml": FaultGame.halves[0],
    "profiles/right.toml": FaultGame.halves[1],
  ]

  private static func file(of profile: String) -> String { "profile = \"\(profile)\"\n" }

  /// How often to look for what a failed call may prevent: for a second, in which the daemon retries.
  private static let looks = 100

  private let address: String
  private let bus: PrivateBus
  private let client: SystemBus
  private let folder: URL
  private let calls: FailingCalls
  private(set) var daemon: RunningDaemon
  private var pad: Pad?
  private var screen: VirtualDevice?
  private var lastID: Int32 = 0
  /// The number of open files of a daemon at rest.
  private var fileCount: Int?

  init() throws {
    // A daemon whose call has failed may owe an answer, and the next question is asked after a second.
    unsafe setenv("SYSTEMD_BUS_TIMEOUT", "1", 1)
    address = try PrivateBus.newAddress()
    bus = try PrivateBus(at: address)
    client = try SystemBus(unconnected: ())
    try client.begin(at: address, passesFiles: true)
    folder = try Programs.files(Self.files)
    calls = try FailingCalls()
    screen = try Bed.makeDevice(FaultGame.device)
    try Bed.settleUdev()
    daemon = try Self.start(folder, address, calls)
    try requireGame()
  }

  deinit { unsafe unsetenv("SYSTEMD_BUS_TIMEOUT") }

  private static func start(_ folder: URL, _ address: String, _ calls: FailingCalls) throws -> RunningDaemon {
    try RunningDaemon(
      arguments: ["--config", folder.path], by: ["DBUS_SYSTEM_BUS_ADDRESS=\(address)"] + calls.environment)
  }

  // MARK: The parts

  /// The kinds of the calls of a part.
  func kinds(of part: Part) throws -> [Character] {
    _ = try play(part, failing: 0)
    let kinds = calls.kinds
    try requireRecovery(from: part)
    return kinds
  }

  /// Plays a part, and lets a call fail.
  ///
  /// - Parameter number: The number of the call; 0 is none.
  /// - Returns: The failed call; nil if the part has fewer calls.
  func play(_ part: Part, failing number: Int, with error: Int32 = 0) throws -> String? {
    if part == .start { try end() }
    daemon.forgetOutput()
    calls.fail(number, with: error)
    try play(part)
    daemon.settle()
    return calls.end()
  }

  private func play(_ part: Part) throws {
    switch part {
    case .start:
      daemon = try Self.start(folder, address, calls)
      _ = Bed.wait(looks: Self.looks) { hasEnded || isUsed }
      _ = Bed.wait(looks: Self.looks / 10) { hasEnded || (try? client.padStatus()) != nil }
    case .drag: try drag {}
    case .switching:
      try drag { try? client.call(.off) }
      try? client.call(.on)
    case .use:
      let feed = try? client.watchPads()
      try drag { try? client.call(.useProfile, "right") }
      try? client.call(.useProfile, "")
      withExtendedLifetime(feed) {}
    case .reload:
      try drag {
        try configure("right")
        daemon.signal(SIGHUP)
      }
      // This time, it notices the change by itself.
      try configure("left")
      _ = Bed.wait(looks: Self.looks) { daemon.output.components(separatedBy: "was read again").count > 2 }
    case .unplugging:
      try drag {
        screen = nil
        try daemon.settleWithUdev()
      }
      try plugIn()
      _ = Bed.wait(looks: Self.looks) { hasEnded || isUsed }
    case .stop:
      try drag {
        daemon.signal(SIGTERM)
        _ = Bed.wait { hasEnded }
      }
    }
  }

  private var hasEnded: Bool { !daemon.isRunning }

  /// Drags a finger on the stick and one on the desktop.
  private func drag(_ meanwhile: () throws -> Void) throws {
    try touch()
    try meanwhile()
    daemon.settle()
    try lift()
    daemon.settle()
  }

  private func touch() throws {
    guard let screen else { return }
    lastID = (lastID + 2) & 0xfffe
    let finger = Finger(on: screen, slot: 0)
    try finger.touchDown(id: lastID, x: 640, y: 800)
    try Finger(on: screen, slot: 1).touchDown(id: lastID + 1, x: 2000, y: 800)
    daemon.settle()
    try finger.move(x: 840, y: 800)
    daemon.settle()
  }

  private func lift() throws {
    guard let screen else { return }
    try Finger(on: screen, slot: 1).lift()
    try Finger(on: screen, slot: 0).lift()
  }

  private func plugIn() throws {
    screen = try Bed.makeDevice(FaultGame.device)
    try daemon.settleWithUdev()
  }

  private func configure(_ profile: String) throws {
    try Self.file(of: profile)
      .write(to: folder.appending(path: "touchstick.toml"), atomically: true, encoding: .utf8)
  }

  // MARK: The conditions

  /// Checks that a failed call has left the pad at rest, and either a game that goes on or the end of the daemon. Starts
  /// it again in the second case.
  ///
  /// - Parameter error: The number of the error; nil if no call has failed.
  /// - Returns: Whether it goes on.
  @discardableResult
  func requireRecovery(from part: Part, _ error: Int32? = nil) throws -> Bool {
    let isAtRest = Bed.wait { pad.map { $0.isGone || (try? $0.isAtRest()) == true } ?? true }
    try require(isAtRest, "the stick is deflected")
    if !hasEnded, part != .stop {
      // To the daemon, this screen is gone, or its file was not to be read.
      if error == ENODEV, !Bed.wait(looks: Self.looks, until: { hasEnded || isUsed }) { try replug() }
      if part == .reload { daemon.signal(SIGHUP) }
      try requireGame()
    }
    guard hasEnded else {
      try require(part != .stop, "it does not end")
      return true
    }
    try requireEnd(part, error)
    return false
  }

  /// Checks how the daemon has ended, and that systemd starts it again.
  private func requireEnd(_ part: Part, _ error: Int32?) throws {
    let status = daemon.waitForEnd()
    try require(Bed.wait { pad?.isGone ?? true }, "its pad is still there")
    try require(daemon.hasExited, "the signal \(status) has killed it")
    if part != .stop || status != 0 {
      try require(
        status != 0 && ![64, 66, 78].contains(status), "systemd does not restart it after \(status)")
      let last = daemon.output.split(separator: "\n").last ?? ""
      let isNamed = error.map { last.contains(SystemError($0).text) } ?? false
      try require(isNamed || last.contains("module is missing"), "it does not say why")
    }
    let node = try EventNode(opening: try #require(screen?.node))
    try node.grab()
    try node.ungrab()
    try startAgain()
  }

  /// Ends the daemon, whatever it does, and begins the game anew.
  func startAgain() throws {
    try end()
    if screen == nil { screen = try Bed.makeDevice(FaultGame.device) }
    try lift()
    try configure("left")
    try Bed.settleUdev()
    daemon = try Self.start(folder, address, calls)
    try requireGame()
  }

  private func end() throws {
    if !hasEnded {
      daemon.signal(SIGKILL)
      _ = daemon.waitForEnd()
    }
    try require(Bed.wait { pad?.isGone ?? true }, "its pad is still there")
    pad = nil
  }

  private func replug() throws {
    screen = nil
    try daemon.settleWithUdev()
    try plugIn()
  }

  /// Waits until the daemon has ended, or pad and desktop have the screen, and it answers and obeys.
  private func requireGame() throws {
    try require(Bed.wait { hasEnded || isUsed }, "it does not use the screen")
    if pad == nil { pad = try node(of: VirtualDevice.gamepadPhys).map { try Pad($0) } }
    try require(Bed.wait { hasEnded || isReset }, "it does not answer on the bus, or does not obey")
    guard !hasEnded else { return }
    daemon.settle()
    guard let pad else { throw Missing(what: "the pad") }
    let isHeld = try Bed.wait {
      try touch()
      if pad.value(of: .absX) == 32767 || hasEnded { return true }
      try lift()
      daemon.settle()
      return false
    }
    try lift()
    guard !hasEnded else { return }
    try require(isHeld, "the stick does not move")
    try require(Bed.wait { (try? pad.isAtRest()) == true } && !pad.isGone, "the stick does not return")
    try requireFiles()
  }

  /// Whether the pads are on, with the layout of the file.
  private var isReset: Bool {
    (try? client.padStatus()) != nil && (try? client.call(.useProfile, "")) != nil
      && (try? client.call(.on)) != nil
  }

  private func requireFiles() throws {
    let path = "/proc/\(daemon.processIdentifier)/fd"
    var count = 0
    let isSame = try Bed.wait {
      count = try FileManager.default.contentsOfDirectory(atPath: path).count
      fileCount = fileCount ?? count
      return count == fileCount
    }
    try require(isSame, "\(count) open files, and not \(fileCount ?? 0)")
  }

  private func require(_ holds: Bool, _ what: String) throws {
    if !holds { throw Missing(what: what) }
  }

  /// Whether the desktop has the clone of the screen.
  private var isUsed: Bool {
    guard let node = screen?.node else { return false }
    return self.node(of: VirtualDevice.clonePhys + URL(filePath: node).lastPathComponent) != nil
  }

  /// The node of a device that the daemon has made.
  private func node(of phys: String) -> String? {
    let node = (try? Bed.eventNodes())?.first { event in
      (try? String(contentsOfFile: "/sys/class/input/\(event)/device/phys", encoding: .utf8)) == phys + "\n"
    }
    return node.map { "/dev/input/" + $0 }
  }
}
