internal import Glibc

/// A user, and the groups that it is in.
struct Account: Equatable {
  var name: String
  var user: UInt32
  var groups: Set<UInt32>
  /// The name of the group that a service with this account runs as; nil if it does not matter.
  var groupName: String?

  /// Whether it is root, which may do everything.
  var isRoot: Bool { user == 0 }
}

/// The permissions of a device's node, or of another file or folder.
struct NodeFacts: Equatable {
  var path: String
  /// The permission bits of its mode.
  var mode: UInt32
  var owner: UInt32
  var group: UInt32
  /// The group's name, or its number if it has no name.
  var groupName: String
  /// Its access control list; empty if it has none.
  var accessList: [AccessEntry] = []
  /// The names of the users in that list, if they have names.
  var userNames: [UInt32: String] = [:]
  /// The names of the groups in the access list.
  var groupNames: [UInt32: String] = [:]
  /// Whether the current user may read it, and write it.
  var isReadable: Bool
  var isWritable: Bool

  /// Whether another account may read it.
  func isReadable(by account: Account) -> Bool { allows(4, to: account) }

  /// Whether another account may write it.
  func isWritable(by account: Account) -> Bool { allows(2, to: account) }

  /// Whether another account has all of these permissions: those of ``AccessEntry``.
  func allows(_ wanted: UInt32, to account: Account) -> Bool {
    accessEntries.allow(wanted, account, owner: owner, group: group)
  }

  /// The users that the access control list lets write it, apart from their groups, except root and one other user.
  func usersWriting(but other: Account?) -> [String] {
    accessList.numbers(of: .user, allowed: 2).filter { $0 != 0 && $0 != other?.user }
      .map { userNames[$0] ?? String($0) }
  }

  /// The groups whose members may write it, but for root's own.
  var groupsWriting: [String] {
    let mask = accessEntries.first { $0.tag == .mask }?.permissions ?? 7
    let own = accessEntries.contains { $0.tag == .owningGroup && $0.permissions & mask & 2 != 0 }
    let others = accessList.numbers(of: .group, allowed: 2).filter { $0 != group }
    return (own && group != 0 ? [groupName] : []) + others.map { groupNames[$0] ?? String($0) }
  }

  private var accessEntries: [AccessEntry] {
    guard accessList.isEmpty else { return accessList }
    return [
      AccessEntry(tag: .owner, permissions: mode >> 6),
      AccessEntry(tag: .owningGroup, permissions: mode >> 3),
      AccessEntry(tag: .others, permissions: mode),
    ]
  }
}

extension NodeFacts {
  /// Reads the facts of a node without opening it: stat(2), faccessat(2). Nil if it does not exist.
  init?(of path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    self.path = path
    mode = UInt32(status.st_mode) & 0o777
    owner = status.st_uid
    group = status.st_gid
    groupName = Self.name(ofGroup: status.st_gid)
    accessList = [AccessEntry](ofNode: path)
    let users = accessList.filter { $0.tag == .user }.map(\.number)
    userNames = Dictionary(
      uniqueKeysWithValues: Set(users).compactMap { user in
        Account.name(ofUser: user).map { (user, $0) }
      })
    let groups = Set(accessList.filter { $0.tag == .group }.map(\.number))
    groupNames = Dictionary(uniqueKeysWithValues: groups.map { ($0, Self.name(ofGroup: $0)) })
    isReadable = unsafe faccessat(AT_FDCWD, path, R_OK, AT_EACCESS) == 0
    isWritable = unsafe faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0
  }

  fileprivate static func name(ofGroup number: UInt32) -> String {
    guard let entry = unsafe getgrgid(number), let name = unsafe entry.pointee.gr_name else {
      return String(number)
    }
    return unsafe String(cString: name)
  }
}

extension Account {
  /// The user who runs this program.
  static var current: Account {
    let user = geteuid()
    var groups = [UInt32](repeating: 0, count: max(0, Int(getgroups(0, nil))))
    let count = unsafe getgroups(Int32(groups.count), &groups)
    return Account(
      name: name(ofUser: user) ?? String(user), user: user,
      groups: Set(groups.prefix(max(0, Int(count)))).union([getegid()]))
  }

  /// The name of a user; nil if it has none.
  static func name(ofUser number: UInt32) -> String? {
    unsafe getpwuid(number).map { unsafe String(cString: $0.pointee.pw_name) }
  }

  /// The account with this name, with all its groups; nil if it does not exist.
  init?(named name: String) {
    guard let entry = unsafe getpwnam(name) else { return nil }
    let (user, group) = unsafe (entry.pointee.pw_uid, entry.pointee.pw_gid)
    var groups = [gid_t](repeating: 0, count: 256)
    var count = Int32(groups.count)
    guard unsafe getgrouplist(name, group, &groups, &count) >= 0 else { return nil }
    self.init(
      name: name, user: user, groups: Set(groups.prefix(Int(count))),
      groupName: NodeFacts.name(ofGroup: group))
  }

  /// Adds a group, by name or number, as systemd does for a service. Ignores an unknown group.
  mutating func join(group: String) {
    if let number = UInt32(group) {
      groups.insert(number)
    } else if let entry = unsafe getgrnam(group) {
      groups.insert(unsafe entry.pointee.gr_gid)
    }
  }
}
