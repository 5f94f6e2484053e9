internal import CLibsystemd
internal import Configuration
internal import EventPipeline
internal import Glibc
internal import System

/// The touchscreen, which touchstickd gives to the desktop while this exists: it neither grabs nor reads it, so that neither
/// the pads nor the gesture that switches them get a touch.
final class HeldTouchscreen {
  /// Why it cannot be had.
  enum Failure: Error {
    case bus(BusError)
    case system(SystemError)
    case none

    /// Whether touchstickd does not run, or has no touchscreen.
    var isAbsence: Bool {
      switch self {
      case .bus(let error): error.isAbsence
      case .system: false
      case .none: true
      }
    }

    var sentence: String {
      switch self {
      case .bus(let error): error.sentence
      case .system(let error): error.text
      case .none: "touchstickd uses no touchscreen; see: touchstick status"
      }
    }
  }

  let device: EditedDevice
  /// The gamepad whose layout changes, from 1.
  let pad: UInt32
  /// The profile in use, or the name of another layout.
  let profile: String
  /// touchstickd's status when it was had.
  let status: PadStatus
  private let bus: SystemBus
  private let release: PersistentCall

  /// - Parameters:
  ///   - node: The event node of the touchscreen; nil is the first one.
  ///   - pad: The gamepad whose layout changes, from 1.
  init(_ loop: EventLoop, node: String? = nil, pad: UInt32 = 1) throws(Failure) {
    let (bus, status) = try Self.bus { () throws(BusError) in
      let bus = try SystemBus()
      return (bus, try bus.padStatus())
    }
    let screen = status.devices.first {
      $0.deviceClass == DeviceClass.touchscreen.rawValue && (node == nil || node == $0.node)
    }
    guard let screen else { throw .none }
    device = EditedDevice(
      size: SurfaceSize(width: screen.width, height: screen.height), rotation: Int(screen.rotation),
      node: screen.node)
    (self.bus, self.status, self.pad) = (bus, status, pad)
    let first = status.profile.isEmpty ? status.layout.name : status.profile
    let layouts = [first] + status.otherLayouts.map(\.name)
    profile = pad <= layouts.count ? layouts[Int(pad) - 1] : ""
    do throws(SystemError) {
      try SystemBus.check(unsafe sd_bus_set_exit_on_disconnect(bus.pointer, 1))
      try bus.attach(to: loop)
      release = try PersistentCall(loop, bus) { bus throws(SystemError) in
        try bus.newCall(.releaseDevice, [screen.node])
      } failed: { error in
        // Without touchstickd, its next start. Otherwise, in a second.
        error.isAbsence ? nil : 1
      }
    } catch {
      throw .system(error)
    }
    let release = release
    try Self.bus { () throws(BusError) in
      try release.callAndWait()
      // Only to fail where the administrator wants neither a menu nor an edit mode: nothing is read of the feed.
      _ = try bus.watchPads(withMenu: true)
    }
  }

  /// Uses a layout from now on.
  func use(_ layout: LayoutRequest) throws(Failure) {
    guard pad == 1 else {
      return try Self.bus { () throws(BusError) in try bus.use(layout.name, layout.text ?? "", onPad: pad) }
    }
    let (method, arguments) = layout.call
    try call(method, arguments)
  }

  func call(_ method: PadsInterface.Method, _ arguments: [String] = []) throws(Failure) {
    try Self.bus { () throws(BusError) in try bus.call(method, arguments) }
  }

  private static func bus<Value>(_ work: () throws(BusError) -> Value) throws(Failure) -> Value {
    do throws(BusError) { return try work() } catch { throw .bus(error) }
  }
}

/// Whether something that receives all touches may be shown: not above a lock screen or a greeter, where it would hide what
/// unlocks the screen.
final class LockScreenWatch {
  private let seat: SeatWatch
  /// Without logind, nobody reports a lock.
  private let hasSession = ActiveSession.current != nil

  /// - Parameters:
  ///   - lockFollows: Is called when logind asks for a lock of this user, or the system is about to sleep.
  ///   - changed: Is called when this may have changed.
  init(_ loop: EventLoop, lockFollows: @escaping () -> Void = {}, _ changed: @escaping () -> Void) {
    seat = SeatWatch(loop) { [unowned loop] error in
      log(error.text)
      loop.exit(EX_OSERR)
    }
    seat.handler = { _ in changed() }
    seat.lockHandler = { user in if user ?? getuid() == getuid() { lockFollows() } }
    seat.connect()
  }

  /// Until logind has answered, the screen counts as locked.
  var allowsPicture: Bool {
    switch seat.front {
    case .unknown: !hasSession
    case .greeter: false
    case .nobody: true
    case .user(_, let isLocked, _): !isLocked
    }
  }
}
