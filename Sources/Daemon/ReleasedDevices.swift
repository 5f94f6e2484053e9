internal import SystemBus

/// The devices that the daemon does not use, because callers on the bus read them.
///
/// Those of a user who is not in front do not count until the user is back.
struct ReleasedDevices {
  /// Whether the devices that a user has had released count.
  var counts: (UInt32) -> Bool = { _ in true }
  private var all: [(caller: BusCaller, node: String)] = []

  /// The caller that has the device with this node.
  func holder(of node: String) -> BusCaller? {
    all.last { $0.node == node && counts($0.caller.user) }?.caller
  }

  var isEmpty: Bool { all.isEmpty }

  /// Whether a caller has the device with this node.
  func contains(_ node: String) -> Bool { holder(of: node) != nil }

  /// Adds a device, in place of one that the caller has.
  mutating func add(_ node: String, for caller: BusCaller) throws(BusRefusal) {
    let others = all.filter { $0.caller != caller }
    guard others.count(where: { $0.caller.user == caller.user }) < PadsInterface.mostClaims else {
      throw BusRefusal(.tooManyClaims, "a user has at most \(PadsInterface.mostClaims) released devices")
    }
    all = others + [(caller, node)]
  }

  /// Removes the device of who has this name on the bus. Returns its node, unless there is none, or others have it, too.
  mutating func remove(_ caller: String) -> String? {
    guard let index = all.firstIndex(where: { $0.caller.name == caller }) else { return nil }
    let node = all.remove(at: index).node
    return contains(node) ? nil : node
  }
}
