internal import System

/// A call of touchstickd that holds until this goes away. It is made again when touchstickd or the bus has restarted.
final class PersistentCall {
  /// How often to try again, and how long to wait for a reply then, in milliseconds.
  private static let patience: Int32 = 1000

  private let call: (SystemBus) throws(BusError) -> Void
  /// Nil while the bus is gone.
  private var bus: SystemBus?
  private var watch: BusWatch?
  /// Whether touchstickd has done what it asks for.
  private(set) var isHeld = false

  /// Makes the call.
  ///
  /// - Parameters:
  ///   - isOptional: Whether touchstickd may be missing. It is then called as soon as it starts.
  ///   - call: The call.
  init(isOptional: Bool = false, _ call: @escaping (SystemBus) throws(BusError) -> Void) throws(BusError) {
    self.call = call
    do throws(BusError) {
      let bus = try SystemBus()
      follow(bus)
      try call(bus)
      isHeld = true
    } catch {
      guard isOptional, error.isAbsence else { throw error }
    }
  }

  /// Is readable when there is something to ``renew()``; -1 while the bus is gone.
  var fileDescriptor: Int32 { bus?.fileDescriptor ?? -1 }

  /// When to ``renew()`` to it at the latest, in milliseconds; -1 is never.
  var timeout: Int32 { isHeld ? -1 : Self.patience }

  /// Makes the call again after touchstickd or the bus has restarted. While that fails, call this again later.
  func renew() {
    if let bus {
      do { try bus.processAll() } catch { (watch, self.bus, isHeld) = (nil, nil, false) }
    } else if let bus = try? SystemBus() {
      follow(bus)
    }
    guard let bus, !isHeld else { return }
    // Signals wait meanwhile, also those that the command should get.
    bus.setTimeout(UInt64(Self.patience) * 1000)
    isHeld = (try? call(bus)) != nil
  }

  private func follow(_ bus: SystemBus) {
    self.bus = bus
    watch = try? bus.watchOwner(of: PadsInterface.service) { [unowned self] _ in isHeld = false }
  }
}
