internal import Glibc

/// A user, and the groups that it is in.
struct Account: Equatable {
  var name: String
  var user: UInt32
  var groups: Set<UInt32>
  /// The name of the group that a service with this account runs as.
  var groupName: String
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
  /// Whether the current user may read it, and write it.
  var isReadable: Bool
  var isWritable: Bool

  /// Whether it permits a use to an account: the algorithm of acl(5).
  func allows(_ use: AccessEntry.Use, to account: Account) -> Bool {
    // Root may do everything.
    if account.user == 0 { return true }
    let deciding: [(AccessEntry) -> Bool] = [
      { $0.tag == .owner && account.user == owner },
      { $0.tag == .user && $0.number == account.user },
      {
        $0.tag == .group && account.groups.contains($0.number)
          || $0.tag == .owningGroup && account.groups.contains(group)
      },
      { $0.tag == .others },
    ]
    for concerns in deciding where accessEntries.contains(where: concerns) {
      return accessEntries.allowing(use).contains(where: concerns)
    }
    return false
  }

  /// The users that the access control list lets write it, apart from their groups, except root and one other user.
  func usersWriting(but other: Account?) -> [String] {
    accessList.allowing(.write).filter { $0.tag == .user && $0.number != 0 && $0.number != other?.user }
      .map(\.name)
  }

  /// The groups whose members may write it, but for root's own.
  var groupsWriting: [String] {
    let entries = accessEntries.allowing(.write)
    let own = group != 0 && entries.contains { $0.tag == .owningGroup } ? [groupName] : []
    return own + entries.filter { $0.tag == .group && $0.number != group }.map(\.name)
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
    groupName = Account.name(ofGroup: group)
    accessList = [AccessEntry](ofNode: path)
    isReadable = unsafe faccessat(AT_FDCWD, path, R_OK, AT_EACCESS) == 0
    isWritable = unsafe faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0
  }
}

extension Account {
  /// The name of a user, or the number if it has no name.
  static func name(ofUser number: UInt32) -> String {
    unsafe getpwuid(number).map { unsafe String(cString: $0.pointee.pw_name) } ?? String(number)
  }

  /// The name of a group, or the number if it has no name.
  static func name(ofGroup number: UInt32) -> String {
    unsafe getgrgid(number).map { unsafe String(cString: $0.pointee.gr_name) } ?? String(number)
  }

  /// The account with this name, with all its groups; nil if it does not exist.
  init?(named name: String) {
    guard let entry = unsafe getpwnam(name) else { return nil }
    let (user, group) = unsafe (entry.pointee.pw_uid, entry.pointee.pw_gid)
    var groups = [gid_t](repeating: 0, count: 256)
    var count = Int32(groups.count)
    guard unsafe getgrouplist(name, group, &groups, &count) >= 0 else { return nil }
    self.init(
      name: name, user: user, groups: Set(groups.prefix(Int(count))), groupName: Self.name(ofGroup: group))
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
