import Configuration
import EventPipeline
import Foundation
import Synchronization
import System
import TestSupport

@testable import touchstickd

/// The daemon's service on a bus, in a loop and a thread of its own, without devices.
final class RunningService: Sendable {
  private typealias Change = @Sendable (inout DaemonState) -> Void

  private let changes = Mutex<[Change]>([])
  private let wakeUp = Pipe()
  private let end = DispatchSemaphore(value: 0)
  /// What it was asked for, without what it has refused.
  private let requests = Mutex<[BusRequest]>([])

  private let refusals: Mutex<Int>

  /// - Parameter refusals: How many requests for a feed it refuses first.
  init(at address: String, refusals: Int = 0, messagesPerSecond: Int64 = 20_000) {
    self.refusals = Mutex(refusals)
    let thread = Thread { [self] in
      do { try run(at: address, messagesPerSecond) } catch { fatalError("\(error)") }
      end.signal()
    }
    thread.start()
  }

  /// What its callers have asked for, of one kind.
  func asked<Value>(_ kind: (BusRequest) -> Value?) -> [Value] { requests.withLock { $0 }.compactMap(kind) }

  /// How many feeds it has handed over.
  var feeds: Int { asked { if case .watch = $0 { true } else { nil } }.count }

  /// How many callers were reported to it that have left the bus.
  var releases: Int { asked { if case .release = $0 { true } else { nil } }.count }

  /// Ends its loop, and waits for the end.
  func stop() throws {
    try wakeUp.fileHandleForWriting.close()
    end.wait()
  }

  /// Changes the daemon's state.
  func change(_ change: @escaping @Sendable (inout DaemonState) -> Void) throws {
    changes.withLock { $0.append(change) }
    try wakeUp.fileHandleForWriting.write(contentsOf: Data([1]))
  }

  private static func read(_ request: LayoutRequest) throws(ConfigurationError) -> Settings {
    guard request.text == nil else { return Settings() }
    throw ConfigurationError([
      Diagnostic(.error, "no-profile", "there is no profile \(request.name)", hint: nil)
    ])
  }

  private func run(at address: String, _ messagesPerSecond: Int64) throws {
    let loop = try EventLoop()
    var state = DaemonState()
    let service = try BusService(
      PadStatus(state), loop, address: address, messagesPerSecond: messagesPerSecond)
    service.reader = Self.read
    func show() { service.publish(PadStatus(state)) }
    let feed = LayoutFeed(Sessions([try Settings.parse("", file: "t.toml")], isActive: true, loop), loop)
    func handle(_ request: BusRequest, by caller: BusCaller) throws(BusRefusal) -> BusFile? {
      switch request {
      case .set(let isOn): state.isOn = isOn
      case .toggle: state.isOn.toggle()
      case .lock: state.reason = .unlocked
      case .watch:
        try self.refusals.withLock { refusals throws(BusRefusal) in
          guard refusals > 0 else { return }
          refusals -= 1
          throw BusRefusal(.noFeed, "there are too many open files")
        }
        self.requests.withLock { $0.append(request) }
        return BusFile(try feed.watch(caller, withMenu: false))
      case .use(let layout, _, _), .schedule(let layout, _):
        let choice: PadStatus.Layout.Choice = layout.isEmpty ? .configuration : .user
        state.layout = PadStatus.Layout(layout.name, by: choice, user: caller.user)
      case .screen, .release, .releaseDevice, .claim, .replug, .playRumble: break
      }
      self.requests.withLock { $0.append(request) }
      state.reason = .call
      show()
      return nil
    }
    service.handler = { [unowned service] number, request, caller in
      service.reply(to: number, BusReply { () throws(BusRefusal) in try handle(request, by: caller) })
    }
    let source = try loop.whenReadable(wakeUp.fileHandleForReading.fileDescriptor) {
      if self.wakeUp.fileHandleForReading.availableData.isEmpty { return loop.exit(0) }
      let changes = self.changes.withLock { changes in
        defer { changes = [] }
        return changes
      }
      for change in changes { change(&state) }
      show()
      service.isOwnEvent = true
    }
    service.connect()
    _ = try loop.run()
    withExtendedLifetime(source) {}
    // The closure holds the service, too, which would stay on the bus.
    service.handler = { _, _, _ in }
  }
}

/// A service on a bus of its own, and a client of it.
struct CalledService {
  let address: String
  let service: RunningService
  let client: SystemBus
  private let bus: PrivateBus

  /// One with a device and its pad.
  static func used(_ change: (inout DaemonState) -> Void = { _ in }) throws -> CalledService {
    let called = try CalledService()
    try called.use(change)
    return called
  }

  /// Waits until it has a device and its pad.
  func use(_ change: (inout DaemonState) -> Void = { _ in }) throws {
    var state = try DaemonState.used()
    change(&state)
    try service.change { [state] in $0 = state }
    try waitUntil("a device") { try !client.padStatus().devices.isEmpty }
  }

  init(messagesPerSecond: Int64 = 20_000, maxOutgoingBytes: Int? = nil) throws {
    let address = try PrivateBus.newAddress()
    bus = try PrivateBus(at: address, maxOutgoingBytes: maxOutgoingBytes)
    service = RunningService(at: address, messagesPerSecond: messagesPerSecond)
    let client = try SystemBus.connected(to: address)
    _ = try eventually { try client.padStatus() }
    (self.address, self.client) = (address, client)
  }
}

extension SystemBus {
  /// A client's connection to a bus.
  static func connected(to address: String) throws -> SystemBus {
    let bus = try SystemBus(unconnected: ())
    try bus.begin(at: address, passesFiles: true)
    return bus
  }

  func newPing() throws -> BusMessage {
    try newCall(
      to: PadsInterface.service, path: PadsInterface.path, interface: "org.freedesktop.DBus.Peer", "Ping")
  }
}

extension DaemonState {
  /// A state with a device and its pad.
  static func used() throws -> DaemonState {
    let description = try Fixtures.description("ELAN-Touchscreen")
    let surface = try DeviceSettings().surface(of: description, class: .touchscreen)
    let device = PadStatus.Device(
      name: description.name, node: "/dev/input/event5", deviceClass: .touchscreen, surface: surface,
      isGrabbed: true)
    let file = DaemonState.File(
      request: DeviceSettings(), device: device,
      pad: PadStatus.Pad(
        name: "Microsoft X-Box 360 pad", file: "/etc/touchstick/touchstick.toml", node: "/dev/input/event6"))
    return DaemonState(files: [file])
  }
}
