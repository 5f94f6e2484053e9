/// A call of touchstickd that is made again when touchstickd starts, and after a refusal if its owner wants that.
package final class PersistentCall {
  private let loop: EventLoop
  private let hasOwnConnection: Bool
  private let reconnects: Bool
  private let newCall: (SystemBus) throws(SystemError) -> BusMessage?
  private let succeeded: (borrowing BusMessage) throws(SystemError) -> Void
  private let failed: (BusError) -> UInt64?
  /// Nil while there is no connection.
  private var bus: SystemBus?
  private var ownerWatch, endWatch, ready: BusWatch?
  /// The last call, which keeps its connection.
  private var call: (bus: SystemBus, reply: BusWatch)?
  private var retry: EventSource?
  private var isRepeating = false

  /// Watches touchstickd, and makes no call yet.
  ///
  /// - Parameters:
  ///   - bus: A connection in the loop; nil connects with the first call.
  ///   - hasOwnConnection: Whether each call has a connection of its own, through which the answer can pass a file. Everybody
  ///     can send files to such a connection, and sd-bus does not close all. So it ends with the answer.
  ///   - reconnects: Whether to connect again when the bus has ended.
  ///   - newCall: Makes the message; nil if there is nothing to call for.
  ///   - succeeded: Reads the answer.
  ///   - failed: Handles an error, and returns after how many seconds to call again. Nil waits for the next start of
  ///     touchstickd.
  package init(
    _ loop: EventLoop, _ bus: SystemBus?, hasOwnConnection: Bool = false, reconnects: Bool = false,
    _ newCall: @escaping (SystemBus) throws(SystemError) -> BusMessage?,
    succeeded: @escaping (borrowing BusMessage) throws(SystemError) -> Void = { _ in },
    failed: @escaping (BusError) -> UInt64?
  ) throws(SystemError) {
    self.loop = loop
    self.hasOwnConnection = hasOwnConnection
    self.reconnects = reconnects
    self.newCall = newCall
    self.succeeded = succeeded
    self.failed = failed
    if let bus { try watch(bus) }
  }

  private func watch(_ bus: SystemBus) throws(SystemError) {
    self.bus = bus
    ownerWatch = try bus.watchOwner(of: PadsInterface.service) { [unowned self] owner in
      if !owner.isEmpty { renew() }
    }
    guard reconnects else { return }
    endWatch = try bus.watchEnd { [unowned self] in
      self.bus = nil
      renew(after: 1)
    }
  }

  /// Makes the first call as soon as no start of touchstickd can be missed.
  package func begin() throws(SystemError) {
    guard let bus else { return renew() }
    ready = try bus.send(try bus.newDriverCall("GetId")) { [unowned self] _ in renew() }
  }

  /// Makes the call, and waits for the answer.
  package func callAndWait() throws(BusError) {
    guard let bus,
      let message = try BusError.ofCall({ () throws(SystemError) in try newCall(bus) })
    else { return }
    try BusError.ofCall { () throws(SystemError) in try markRepeated(message) }
    _ = try bus.call(message)
  }

  /// Marks all but the first one, which somebody has made who is there.
  private func markRepeated(_ message: borrowing BusMessage) throws(SystemError) {
    try message.setStartsService(!isRepeating)
    isRepeating = true
  }

  /// Makes the call, without waiting.
  package func renew() {
    retry = nil
    do throws(SystemError) {
      let bus = try hasOwnConnection ? connection(passesFiles: true) : connectedBus()
      guard let message = try newCall(bus) else { return }
      try markRepeated(message)
      call = (bus, try bus.send(message) { [unowned self] reply in handle(reply) })
    } catch {
      handle(.failed(error))
    }
  }

  /// Makes the call in some seconds, unless it is made before.
  package func renew(after seconds: UInt64) {
    retry = try? loop.after(seconds: seconds) { [unowned self] in renew() }
  }

  private func connectedBus() throws(SystemError) -> SystemBus {
    if let bus { return bus }
    let bus = try connection()
    try watch(bus)
    return bus
  }

  private func connection(passesFiles: Bool = false) throws(SystemError) -> SystemBus {
    let bus = try SystemBus(unconnected: ())
    try bus.begin(at: SystemBus.defaultAddress, passesFiles: passesFiles)
    try bus.attach(to: loop)
    return bus
  }

  private func handle(_ reply: borrowing BusMessage) {
    if let error = reply.error {
      handle(error)
    } else {
      do throws(SystemError) { try succeeded(reply) } catch { handle(.failed(error)) }
    }
    // It may be the answer's connection.
    call = nil
  }

  private func handle(_ error: BusError) {
    if let seconds = failed(error) { renew(after: seconds) }
  }
}

extension PersistentCall {
  /// Makes a call, and waits for the answer. It is made again while the loop runs, when touchstickd or the bus has restarted,
  /// and each second after a refusal.
  ///
  /// - Parameter isOptional: Whether touchstickd may be missing. It is then called as soon as it starts.
  package convenience init(
    holding method: PadsInterface.Method, _ arguments: String..., isOptional: Bool = false,
    in loop: EventLoop
  ) throws(BusError) {
    var bus: SystemBus?
    do throws(BusError) { bus = try SystemBus() } catch { guard isOptional else { throw error } }
    do throws(SystemError) {
      try bus?.attach(to: loop)
      try self.init(loop, bus, reconnects: true) { bus throws(SystemError) in
        try bus.newCall(method, arguments)
      } failed: {
        $0.isAbsence ? nil : 1
      }
    } catch {
      throw .failed(error)
    }
    do throws(BusError) { try callAndWait() } catch { guard isOptional, error.isAbsence else { throw error } }
    if bus == nil { renew() }
  }
}
