internal import SystemBus

/// The claims of programs that keep the pads on while they run, and the state before them.
struct Claims {
  /// Whether the pads are on, and with which layout; nil is the configuration's own.
  struct Play {
    var isOn: Bool
    var layout: ChosenLayout?
  }

  private var all: [(caller: BusCaller, layout: ChosenLayout?)] = []
  private var before: Play?

  /// The users of the claims.
  var users: [UInt32] { all.map(\.caller.user) }

  /// - Throws: `tooManyClaims` if the user has the maximum number of claims.
  func check(_ caller: BusCaller) throws(BusRefusal) {
    let others = all.count { $0.caller.user == caller.user && $0.caller != caller }
    guard others < PadsInterface.mostClaims else { throw BusRefusal(.tooManyClaims) }
  }

  /// Adds a claim, or replaces the caller's claim.
  ///
  /// - Parameter now: The current state, which returns after the last claim.
  mutating func begin(_ caller: BusCaller, _ layout: ChosenLayout?, now: Play) {
    if all.isEmpty { before = now }
    all.removeAll { $0.caller == caller }
    all.append((caller, layout))
  }

  /// Ends the claim of the caller with this name on the bus.
  ///
  /// - Returns: The new state; nil if a newer claim keeps its own.
  mutating func end(_ name: String) -> Play? {
    guard let index = all.firstIndex(where: { $0.caller.name == name }) else { return nil }
    all.remove(at: index)
    guard let newest = all.last else { return before.take() }
    return index == all.count ? Play(isOn: true, layout: newest.layout) : nil
  }

  /// Ends all claims.
  ///
  /// - Returns: The state before the first claim; nil without claims.
  mutating func forget() -> Play? {
    all = []
    return before.take()
  }
}
