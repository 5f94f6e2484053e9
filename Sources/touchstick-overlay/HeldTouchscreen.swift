internal import CLibsystemd
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
  /// The profile in use, or the name of another layout.
  let profile: String
  private let bus: SystemBus
  private var ownerWatch: BusWatch?
  private var call: BusWatch?
  private var retry: EventSource?

  init(_ loop: EventLoop) throws(Failure) {
    let (bus, status) = try Self.bus { () throws(BusError) in
      let bus = try SystemBus()
      return (bus, try bus.padStatus())
    }
    let screen = status.devices.first { $0.deviceClass == DeviceClass.touchscreen.rawValue }
    guard let screen else { throw .none }
    device = EditedDevice(
      size: SurfaceSize(width: screen.width, height: screen.height), rotation: Int(screen.rotation),
      node: screen.node)
    (self.bus, profile) = (bus, status.profile.isEmpty ? status.layout.name : status.profile)
    try Self.bus { () throws(BusError) in try bus.call(.releaseDevice, screen.node) }
    do throws(SystemError) {
      try SystemBus.check(unsafe sd_bus_set_exit_on_disconnect(bus.pointer, 1))
      try bus.attach(to: loop)
      ownerWatch = try bus.watchOwner(of: PadsInterface.service) { [unowned self] owner in
        if !owner.isEmpty { ask(loop) }
      }
    } catch {
      throw .system(error)
    }
  }

  /// Uses a profile's text from now on.
  func use(_ text: [UInt8], name: String) throws(Failure) {
    try Self.bus { () throws(BusError) in
      try bus.call(.useLayout, name, String(decoding: text, as: UTF8.self))
    }
  }

  private static func bus<Value>(_ work: () throws(BusError) -> Value) throws(Failure) -> Value {
    do throws(BusError) { return try work() } catch { throw .bus(error) }
  }

  /// Asks for the touchscreen again after touchstickd has restarted.
  private func ask(_ loop: EventLoop) {
    do throws(SystemError) {
      let message = try bus.newCall(
        to: PadsInterface.service, path: PadsInterface.path, interface: PadsInterface.name,
        PadsInterface.Method.releaseDevice.rawValue, startsService: false)
      try message.append(device.node)
      call = try bus.send(message) { [unowned self] reply in
        guard reply.error != nil else { return }
        retry = try? loop.after(seconds: 1) { [unowned self] in ask(loop) }
      }
    } catch {
      note("cannot ask touchstickd for the touchscreen: \(error.text)")
    }
  }
}
