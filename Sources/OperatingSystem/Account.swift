internal import Glibc

/// A user, and the groups that it is in.
public struct Account: Equatable, Sendable {
  /// The user's name.
  public var name: String
  /// The user's number.
  public var user: UInt32
  /// The numbers of the groups.
  public var groups: Set<UInt32>
  /// The name of the group that its programs run as.
  public var groupName: String
}

extension Account {
  /// The name of a user, or the number if it has no name: getpwuid(3).
  public static func name(ofUser number: UInt32) -> String {
    unsafe getpwuid(number).map { unsafe String(cString: $0.pointee.pw_name) } ?? String(number)
  }

  /// The name of a group, or the number if it has no name: getgrgid(3).
  public static func name(ofGroup number: UInt32) -> String {
    unsafe getgrgid(number).map { unsafe String(cString: $0.pointee.gr_name) } ?? String(number)
  }

  /// The account with this name, with all its groups: getgrouplist(3). Nil if it does not exist.
  public init?(named name: String) {
    guard let entry = unsafe getpwnam(name) else { return nil }
    let (user, group) = unsafe (entry.pointee.pw_uid, entry.pointee.pw_gid)
    var groups = [gid_t](repeating: 0, count: 256)
    var count = Int32(groups.count)
    guard unsafe getgrouplist(name, group, &groups, &count) >= 0 else { return nil }
    self.init(
      name: name, user: user, groups: Set(groups.prefix(Int(count))), groupName: Self.name(ofGroup: group))
  }

  /// Adds a group, by name or number, as systemd does for a service. Ignores an unknown group.
  public mutating func join(group: String) {
    if let number = UInt32(group) {
      groups.insert(number)
    } else if let entry = unsafe getgrnam(group) {
      groups.insert(unsafe entry.pointee.gr_gid)
    }
  }
}
