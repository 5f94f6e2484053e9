/// Calls a handler when touchstickd reports a change of its status, and when it starts and ends.
///
/// Anybody can send such a signal to a connection, whatever the connection's match rules: dbus-daemon(1). Those of others do not
/// count.
package final class PadStatusWatch {
  package enum Event {
    case changed, started, ended
  }

  /// The unique name of touchstickd; empty without it, and nil until the bus has named it.
  private var service: String?
  private var watches: [BusWatch] = []
  private var question: BusWatch?

  /// Whether touchstickd is there, as far as is known.
  package var isRunning: Bool { service?.isEmpty == false }

  package init(_ bus: SystemBus, _ handler: @escaping (Event) -> Void) throws(SystemError) {
    watches = [
      try bus.watch(PadsInterface.statusSignal) { [unowned self] signal in
        if service ?? signal.sender == signal.sender { handler(.changed) }
      },
      try bus.watchOwner(of: PadsInterface.service) { [unowned self] owner in
        service = owner
        handler(owner.isEmpty ? .ended : .started)
      },
    ]
    let call = try bus.newDriverCall("GetNameOwner")
    try call.append(PadsInterface.service)
    question = try bus.send(call) { [unowned self] reply in
      service = (try? reply.readString()) ?? ""
      question = nil
    }
  }
}
