internal import CLibsystemd
internal import Glibc
internal import System

/// The user in front of seat0, and the owner of the pads: the user who was in front when they were last switched, or
/// after the start, the first user in front.
struct Seat: Equatable {
  typealias Front = SeatFront

  var front = Front.unknown {
    didSet {
      owner = owner ?? front.user
      if front.isLocked, !oldValue.isLocked { interrupt() }
    }
  }
  /// Whether the pads are for everybody, also under a lock screen.
  var isForAll = false
  /// Whether the pads come back by themselves after a lock.
  var resumesAutomatically = false
  /// Whether the pads wait for somebody to switch them on, because of a lock that may not have ended: a locker may not
  /// report that it still covers the screen.
  private(set) var awaitsResume: Bool
  /// The owner of the pads; nil until a user is in front.
  private(set) var owner: UInt32?

  /// - Parameter owner: The owner of pads that the service's last process has left.
  init(owner: UInt32? = nil, awaitsResume: Bool = false) {
    (self.owner, self.awaitsResume) = (owner, awaitsResume)
  }

  /// The reason that keeps the pads off, whether they are switched on or not.
  var obstacle: DaemonState.Reason? {
    switch front {
    case _ where isForAll: nil
    case .unknown: nil
    // The pads are on where nobody ever logs in.
    case .nobody: owner == nil ? nil : .away
    case .greeter: .away
    case .user(let user, let isLocked, _):
      if user != owner {
        .away
      } else if isLocked {
        .locked
      } else {
        awaitsResume && !resumesAutomatically ? .unlocked : nil
      }
    }
  }

  /// Whether a gesture switches the pads: on a lock screen or a greeter, anybody could make it.
  var allowsGesture: Bool { isForAll || !(front.isLocked || front == .greeter) }

  /// Keeps the pads off until ``resume()``.
  mutating func interrupt() { awaitsResume = true }

  /// Somebody has switched the pads on after the last lock, or during it.
  mutating func resume() { awaitsResume = false }

  /// Changes the owner, because the pads are being switched.
  ///
  /// - Parameter user: The user who does it, and is in front even if ``front`` is not up to date; root and nil switch
  ///   them for whoever is in front.
  mutating func recordSwitch(by user: UInt32?) { owner = user.flatMap { $0 == 0 ? nil : $0 } ?? front.user }

  /// Whether a user has a session that is not being closed. sd_uid_get_sessions(3), sd_session_get_state(3)
  ///
  /// - Parameter session: The session that counts, by its name for logind, as in XDG_SESSION_ID; nil for all of the user's.
  static func isLoggedIn(_ user: UInt32, _ session: String?) -> Bool {
    guard let session else { return sd_uid_get_sessions(user, 0, nil) > 0 }
    var state: UnsafeMutablePointer<CChar>?
    guard unsafe sd_session_get_state(session, &state) >= 0, let state = unsafe state else { return false }
    defer { unsafe free(state) }
    return unsafe String(cString: state) != "closing"
  }
}
