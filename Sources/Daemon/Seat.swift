internal import CLibsystemd
internal import Glibc

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
    /// This user's session is active. The name is logind's; nil if it is not known.
    case user(UInt32, isLocked: Bool, session: String? = nil)

    /// Whether the session in front is locked.
    var isLocked: Bool { if case .user(_, true, _) = self { true } else { false } }

    /// The user whose session is in front; nil without one.
    var user: UInt32? { if case .user(let user, _, _) = self { user } else { nil } }

    /// Whether another user's session is in front.
    func isOther(than user: UInt32) -> Bool { self.user.map { $0 != user } ?? false }
  }

  /// Who is in front.
  var front = Front.unknown {
    didSet { owner = owner ?? front.user }
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
    case .user(let user, let isLocked, _): user != owner ? .away : isLocked ? .locked : nil
    }
  }

  /// Whether a gesture switches the pads: on a lock screen or a greeter, anybody could make it.
  var allowsGesture: Bool { isForAll || !(front.isLocked || front == .greeter) }

  /// Notes that the pads are being switched.
  ///
  /// - Parameter user: The user who does it, and is in front even if ``front`` is not up to date; root and nil switch
  ///   them for whoever is in front.
  mutating func noteSwitch(by user: UInt32?) { owner = user.flatMap { $0 == 0 ? nil : $0 } ?? front.user }

  /// Whether a user has a session that is not being closed. sd_uid_get_sessions(3)
  static func isLoggedIn(_ user: UInt32) -> Bool { sd_uid_get_sessions(user, 0, nil) > 0 }

  /// Whether a session has not ended, and is not being closed. sd_session_get_state(3)
  ///
  /// - Parameter session: Its name for logind, as in XDG_SESSION_ID.
  static func isOpen(_ session: String) -> Bool {
    var state: UnsafeMutablePointer<CChar>?
    guard unsafe sd_session_get_state(session, &state) >= 0, let state = unsafe state else { return false }
    defer { unsafe free(state) }
    return unsafe String(cString: state) != "closing"
  }
}
