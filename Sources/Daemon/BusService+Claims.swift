internal import OperatingSystem
internal import SystemBus

// Callers whose claims and releases end when they leave the bus.
extension BusService {
  /// Ends the caller's claim when it leaves the bus, or if it has left already.
  func follow(_ caller: BusCaller) {
    guard let bus, watches[caller.name] == nil else { return }
    do throws(SystemError) {
      let question = try bus.newDriverCall("GetNameOwner")
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
    _ = try? handler(.release, caller)
  }

  /// Ends all claims, because the connection is gone. Callers that are still there claim again.
  func releaseAll() {
    for name in watches.keys { release(BusCaller(name: name, user: 0)) }
  }
}
