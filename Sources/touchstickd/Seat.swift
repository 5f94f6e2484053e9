internal import CLibsystemd
internal import Glibc
internal import System

/// The user in front of seat0, and the owner of the pads: the user who was in front when they were last switched, or
/// after the start, the first user in front.
struct Seat: Equatable {
  typealias Front = SeatFront

  var front = Front.unknown {
    didSet {
      updateOwner()
      if front.isLocked, !oldValue.isLocked || front.user != oldValue.user { interrupt(of: front.user) }
    }
  }
  /// Whether the pads are for everybody, also under a lock screen. Whoever is in front owns them then.
  var isForAll = false {
    didSet { updateOwner() }
  }
  /// Whether the pads come back by themselves after a lock.
  var resumesAutomatically = false
  /// The users for whom the pads wait until they switch them on, because of a lock that may not have ended: a locker may
  /// not report that it still covers the screen.
  private(set) var waiting: Set<UInt32>
  /// The owner of the pads; nil until a user is in front.
  private(set) var owner: UInt32?

  /// - Parameters:
  ///   - owner: The owner of pads that the service's last process has left.
  ///   - waiting: ``waiting`` of that process.
  init(owner: UInt32? = nil, waiting: Set<UInt32> = []) {
    (self.owner, self.waiting) = (owner, waiting)
  }

  private mutating func updateOwner() { owner = (isForAll ? front.user : nil) ?? owner ?? front.user }

  /// The reason that keeps the pads off, whether they are switched on or not.
  var obstacle: DaemonState.Reason? {
    switch front {
    case _ where isForAll: nil
    // After a crash, a lock screen may still be there: not before logind has answered.
    case .unknown: waiting.isEmpty || resumesAutomatically ? nil : .unlocked
    // The pads are on where nobody ever logs in.
    case .nobody: owner == nil ? nil : .away
    case .greeter: .away
    case .user(let user, let isLocked, _):
      // First, also if another user has the pads: touchstick-session, which makes them its user's own by itself, must see it.
      if waiting.contains(user), !resumesAutomatically {
        isLocked ? .locked : .unlocked
      } else if user != owner {
        .away
      } else {
        isLocked ? .locked : nil
      }
    }
  }

  /// Whether a gesture switches the pads: on a lock screen or a greeter, which may be there until logind has answered, anybody
  /// could make it.
  var allowsGesture: Bool { isForAll || !(front.isLocked || front == .greeter || isUnknownLock) }

  private var isUnknownLock: Bool { front == .unknown && obstacle != nil }

  /// Keeps the pads off for a user until ``resume(by:)``. Nil and root are the owner, and the user in front.
  mutating func interrupt(of user: UInt32? = nil) {
    let user = user.flatMap { $0 == 0 ? nil : $0 }
    waiting.formUnion(user.map { [$0] } ?? [owner, front.user].compactMap { $0 })
  }

  /// The owner has switched the pads on after the last lock, or during it. Without an owner, only root may end a wait: whoever
  /// makes a gesture then may be anybody.
  ///
  /// - Parameter user: The user who has called; nil for a gesture.
  mutating func resume(by user: UInt32?) {
    if let owner { waiting.remove(owner) } else if user == 0 { waiting = [] }
  }

  /// Changes the owner, because the pads are being switched.
  ///
  /// - Parameter user: The user who does it, and is in front even if ``front`` is not up to date; root and nil switch
  ///   them for whoever is in front.
  mutating func recordSwitch(by user: UInt32?) { owner = user.flatMap { $0 == 0 ? nil : $0 } ?? front.user }

  /// The users with sessions on the seat. sd_get_uids(3), sd_uid_is_on_seat(3)
  static var users: [UInt32] {
    var users: UnsafeMutablePointer<uid_t>?
    let count = unsafe sd_get_uids(&users)
    guard count > 0, let users = unsafe users else { return [] }
    defer { unsafe free(users) }
    return (0..<Int(count)).map { unsafe users[$0] }.filter { unsafe sd_uid_is_on_seat($0, 0, "seat0") > 0 }
  }

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
