internal import CLibsystemd
public import OperatingSystem

/// Calls a handler for messages of the bus, without waiting, as long as it is kept. sd_bus_slot_unref(3)
@safe public final class BusWatch: CallbackContext {
  fileprivate var slot: OpaquePointer?
  private let handler: (borrowing BusMessage) -> Void

  fileprivate init(_ handler: @escaping (borrowing BusMessage) -> Void) { self.handler = handler }

  deinit { unsafe sd_bus_slot_unref(slot) }

  /// Runs the handler of the watch in the context. The handler may release the watch.
  fileprivate static func fire(_ message: OpaquePointer?, _ context: UnsafeMutableRawPointer?) -> Int32 {
    guard let message = unsafe message, let handler = unsafe BusWatch.of(context)?.handler else { return 0 }
    handler(unsafe BusMessage(keeping: message))
    return 0
  }
}

extension SystemBus {
  /// Calls a handler for each signal that matches a rule. If the bus refuses the rule, it ends the connection.
  /// sd_bus_add_match_async(3)
  ///
  /// The bus compares the rule's sender only for signals to everybody. Anybody can send this connection another one.
  public func watch(
    _ rule: String, _ handler: @escaping (borrowing BusMessage) -> Void
  ) throws(SystemError) -> BusWatch {
    let watch = BusWatch(handler)
    try Self.check(
      unsafe sd_bus_add_match_async(
        pointer, &watch.slot, rule,
        { message, context, _ in unsafe BusWatch.fire(message, context) }, nil, watch.context))
    return watch
  }

  /// Calls a handler when the connection has ended.
  public func watchEnd(_ handler: @escaping () -> Void) throws(SystemError) -> BusWatch {
    let local = "org.freedesktop.DBus.Local"
    return try watch(
      "type='signal',path='/org/freedesktop/DBus/Local',interface='\(local)',member='Disconnected'"
    ) { _ in handler() }
  }

  /// Calls a handler with the new owner when a name comes or goes; empty for none.
  public func watchOwner(
    of name: String, _ handler: @escaping (_ owner: String) -> Void
  ) throws(SystemError) -> BusWatch {
    let rule = "type='signal',sender='\(Self.driver)',member='NameOwnerChanged',arg0='\(name)'"
    return try watch(rule) { signal in
      // The name and its old owner come first.
      guard signal.sender == Self.driver, (try? signal.readString()) != nil, (try? signal.readString()) != nil
      else { return }
      handler((try? signal.readString()) ?? "")
    }
  }

  /// Sends a call, and calls a handler with the reply. sd_bus_call_async(3)
  ///
  /// - Parameter timeout: How long to wait for the reply, in microseconds. 0 is as long as ``call(_:)`` waits; the
  ///   default is forever.
  public func send(
    _ message: borrowing BusMessage, timeout: UInt64 = .max,
    _ handler: @escaping (borrowing BusMessage) -> Void
  ) throws(SystemError) -> BusWatch {
    let watch = BusWatch(handler)
    try Self.check(
      unsafe sd_bus_call_async(
        pointer, &watch.slot, message.pointer,
        { message, context, _ in unsafe BusWatch.fire(message, context) }, watch.context, timeout))
    return watch
  }
}
