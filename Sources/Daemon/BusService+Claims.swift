internal import OperatingSystem
internal import SystemBus

// Callers whose claims end when they leave the bus.
extension BusService {
  /// Notices that a caller leaves the bus, or has left it already.
  func follow(_ caller: BusCaller) {
    guard let bus, watches[caller.name] == nil else { return }
    do throws(SystemError) {
      let question = try bus.newCall(
        to: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
        "GetNameOwner")
      try question.append(caller.name)
      watches[caller.name] = [
        try bus.watchOwner(of: caller.name) { [unowned self] owner in if owner.isEmpty { release(caller) } },
        try bus.send(question) { [unowned self] reply in if reply.error != nil { release(caller) } },
      ]
    } catch {
      release(caller)
    }
  }

  private func release(_ caller: BusCaller) {
    watches[caller.name] = nil
    try? handler(.release, caller)
  }

  /// Ends all claims: the connection is gone, and who is still there claims anew.
  func releaseAll() {
    for name in watches.keys { release(BusCaller(name: name, user: 0)) }
  }
}
