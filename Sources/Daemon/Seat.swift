internal import CLibsystemd

/// The user in front of seat0, and the owner of the pads: the user who was in front when they were last switched, or
/// after the start, the first user in front.
struct Seat: Equatable {
  /// Who is in front of a seat.
  enum Front: Equatable {
    /// logind has not answered.
    case unknown
    /// No session is active.
    case nobody
    /// A greeter's session is active: somebody may be logging in.
    case greeter
    /// This user's session is active.
    case user(UInt32, isLocked: Bool)

    /// Whether the session in front is locked.
    var isLocked: Bool { if case .user(_, true) = self { true } else { false } }

    /// Whether another user's session is in front.
    func isOther(than user: UInt32) -> Bool {
      if case .user(let inFront, _) = self { inFront != user } else { false }
    }
  }

  /// Who is in front.
  var front = Front.unknown {
    didSet { owner = owner ?? userInFront }
  }
  /// Whether the pads are for everybody, also under a lock screen.
  var isForAll = false
  /// The owner of the pads; nil until a user is in front.
  private(set) var owner: UInt32?

  /// The reason that keeps the pads off, whether they are switched on or not.
  var obstacle: DaemonState.Reason? {
    switch front {
    case _ where isForAll: nil
    case .unknown: nil
    // The pads are on where nobody ever logs in.
    case .nobody: owner == nil ? nil : .away
    case .greeter: .away
    case .user(let user, let isLocked): user != owner ? .away : isLocked ? .locked : nil
    }
  }

  /// Whether a gesture switches the pads: on a lock screen or a greeter, anybody could make it.
  var allowsGesture: Bool { isForAll || !(front.isLocked || front == .greeter) }

  /// Notes that the pads are being switched.
  mutating func noteSwitch() { owner = userInFront }

  /// Whether a user has a session that is not being closed. sd_uid_get_sessions(3)
  static func isLoggedIn(_ user: UInt32) -> Bool { sd_uid_get_sessions(user, 0, nil) > 0 }

  private var userInFront: UInt32? {
    if case .user(let user, _) = front { user } else { nil }
  }
}
