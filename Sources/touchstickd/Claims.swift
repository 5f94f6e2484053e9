internal import System

/// The claims of programs that keep the pads on while they run, and the state before them.
///
/// The newest claim decides. Claims of a user who is not in front do not count until the user is back.
struct Claims {
  /// Whether the pads are on, and with which layout; nil is the configuration's own.
  struct PadMode {
    var isOn: Bool
    var layout: ChosenLayout?
    /// The user of the claim; nil for the state before all claims.
    var claimer: UInt32?
  }

  private var all: [(caller: BusCaller, layout: ChosenLayout?)] = []
  /// The caller whose claim decides; nil without one.
  private var decider: BusCaller?
  /// The state before a claim decided.
  private var before: PadMode?

  /// - Throws: `tooManyClaims` if the user has the maximum number of claims.
  func check(_ caller: BusCaller) throws(BusRefusal) {
    let others = all.count { $0.caller.user == caller.user && $0.caller != caller }
    guard others < PadsInterface.maxClaims else { throw BusRefusal(.tooManyClaims) }
  }

  /// Adds a claim, or replaces the caller's claim. It decides from now on.
  ///
  /// - Parameter now: The current state, which returns after the last claim.
  mutating func begin(_ caller: BusCaller, _ layout: ChosenLayout?, now: PadMode) {
    if decider == nil { before = now }
    decider = caller
    all.removeAll { $0.caller == caller }
    all.append((caller, layout))
  }

  /// Ends the claim of the caller with this name on the bus.
  mutating func end(_ name: String) { all.removeAll { $0.caller.name == name } }

  /// Finds the claim that decides now.
  ///
  /// - Parameters:
  ///   - now: The current state, which returns after the last claim.
  ///   - counts: Whether the claims of a user count.
  /// - Returns: The new state; nil if it does not change.
  mutating func decide(now: PadMode, counts: (UInt32) -> Bool) -> PadMode? {
    let newest = all.last { counts($0.caller.user) }
    guard newest?.caller != decider else { return nil }
    if decider == nil { before = now }
    decider = newest?.caller
    guard let newest else { return before.take() }
    return PadMode(isOn: true, layout: newest.layout, claimer: newest.caller.user)
  }
}

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
    guard others.count(where: { $0.caller.user == caller.user }) < PadsInterface.maxClaims else {
      throw BusRefusal(.tooManyClaims, "a user has at most \(PadsInterface.maxClaims) released devices")
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
