internal import SystemBus

/// The claims of programs that have the pads on while they run, and what was before them.
struct Claims {
  /// Whether the pads are on, and with which layout; nil is the configuration's own.
  struct Play {
    var isOn: Bool
    var layout: ChosenLayout?
  }

  private var all: [(caller: BusCaller, layout: ChosenLayout?)] = []
  private var before: Play?

  /// Whose they are.
  var users: [UInt32] { all.map(\.caller.user) }

  /// Throws where a user has as many as there may be.
  func check(_ caller: BusCaller) throws(BusRefusal) {
    let others = all.count { $0.caller.user == caller.user && $0.caller != caller }
    guard others < PadsInterface.mostClaims else { throw BusRefusal(.tooManyClaims) }
  }

  /// Adds a claim, in place of one that the caller has.
  ///
  /// - Parameter now: What the first claim is to return to.
  mutating func begin(_ caller: BusCaller, _ layout: ChosenLayout?, now: Play) {
    if all.isEmpty { before = now }
    all.removeAll { $0.caller == caller }
    all.append((caller, layout))
  }

  /// Ends the claim of who has this name on the bus.
  ///
  /// - Returns: What is to be now; nil where a newer claim decides that.
  mutating func end(_ name: String) -> Play? {
    guard let index = all.firstIndex(where: { $0.caller.name == name }) else { return nil }
    all.remove(at: index)
    guard let newest = all.last else { return before.take() }
    return index == all.count ? Play(isOn: true, layout: newest.layout) : nil
  }

  /// Ends all of them.
  ///
  /// - Returns: What was before the first; nil without any.
  mutating func forget() -> Play? {
    all = []
    return before.take()
  }
}
