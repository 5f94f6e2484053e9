internal import CLibsystemd
public import OperatingSystem

/// What a bus calls a handler for, without anybody waiting, as long as this is kept. sd_bus_slot_unref(3)
@safe public final class BusWatch {
  fileprivate var slot: OpaquePointer?
  private let handler: (borrowing BusMessage) -> Void

  fileprivate init(_ handler: @escaping (borrowing BusMessage) -> Void) { self.handler = handler }

  deinit { unsafe sd_bus_slot_unref(slot) }

  fileprivate var context: UnsafeMutableRawPointer { unsafe Unmanaged.passUnretained(self).toOpaque() }

  /// Runs the handler of the watch in the context. The handler may release the watch.
  fileprivate static func fire(_ message: OpaquePointer?, _ context: UnsafeMutableRawPointer?) -> Int32 {
    guard let message = unsafe message, let context = unsafe context else { return 0 }
    let handler = unsafe Unmanaged<BusWatch>.fromOpaque(context).takeUnretainedValue().handler
    handler(unsafe BusMessage(keeping: message))
    return 0
  }
}

extension SystemBus {
  /// Has a handler called for each signal that a match rule is about. A bus that refuses the rule ends the connection.
  /// sd_bus_add_match_async(3)
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

  /// Has a handler called when a name comes or goes; it gets the new owner, empty for none.
  public func watchOwner(
    of name: String, _ handler: @escaping (_ owner: String) -> Void
  ) throws(SystemError) -> BusWatch {
    let rule = "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='\(name)'"
    return try watch(rule) { signal in
      // The name and its old owner come first.
      guard (try? signal.readString()) != nil, (try? signal.readString()) != nil else { return }
      handler((try? signal.readString()) ?? "")
    }
  }

  /// Sends a call, and has a handler called with the reply, whenever that comes. sd_bus_call_async(3)
  public func send(
    _ message: borrowing BusMessage, _ handler: @escaping (borrowing BusMessage) -> Void
  ) throws(SystemError) -> BusWatch {
    let watch = BusWatch(handler)
    try Self.check(
      unsafe sd_bus_call_async(
        pointer, &watch.slot, message.pointer,
        { message, context, _ in unsafe BusWatch.fire(message, context) }, watch.context, .max))
    return watch
  }
}
