internal import CLinux
internal import Glibc

/// A user, and the groups that it is in.
package struct Account: Equatable, Sendable {
  package var name: String
  package var user: UInt32
  /// The numbers of the groups.
  package var groups: Set<UInt32>
  /// The name of the group that its programs run as.
  package var groupName: String
}

extension Account {
  /// The name of a user, or the number if it has no name: getpwuid(3).
  package static func name(ofUser number: UInt32) -> String {
    unsafe getpwuid(number).map { unsafe String(cString: $0.pointee.pw_name) } ?? String(number)
  }

  /// The name of a group, or the number if it has no name: getgrgid(3).
  package static func name(ofGroup number: UInt32) -> String {
    unsafe getgrgid(number).map { unsafe String(cString: $0.pointee.gr_name) } ?? String(number)
  }

  /// The account with this name, with all its groups: getgrouplist(3). Nil if it does not exist.
  package init?(named name: String) {
    guard let entry = unsafe getpwnam(name) else { return nil }
    let (user, group) = unsafe (entry.pointee.pw_uid, entry.pointee.pw_gid)
    var groups = [gid_t](repeating: 0, count: 256)
    var count = Int32(groups.count)
    guard unsafe getgrouplist(name, group, &groups, &count) >= 0 else { return nil }
    self.init(
      name: name, user: user, groups: Set(groups.prefix(Int(count))), groupName: Self.name(ofGroup: group))
  }

  /// Adds a group, by name or number, as systemd does for a service. Ignores an unknown group.
  package mutating func join(group: String) {
    if let number = UInt32(group) {
      groups.insert(number)
    } else if let entry = unsafe getgrnam(group) {
      groups.insert(unsafe entry.pointee.gr_gid)
    }
  }
}

/// An entry of an access control list. udev uses these to give devices to more than one group: acl(5).
package struct AccessEntry: Equatable, Sendable {
  /// The kind of the entry: the numbers of linux/posix_acl.h.
  package enum Tag: UInt16, Sendable {
    /// The user who owns the node.
    case owner = 0x01
    case user = 0x02
    /// The group that the node belongs to.
    case owningGroup = 0x04
    case group = 0x08
    /// The limit of all entries but those of the owner and of others.
    case mask = 0x10
    /// Everybody else.
    case others = 0x20
  }

  /// What an account can do with a node: the permissions that it needs.
  package enum Use: UInt32, Sendable {
    case enter = 1
    case write = 2
    case read = 4
    /// List a folder and enter it.
    case list = 5
  }

  package var tag: Tag
  /// The bits of ``Use``; others do not matter.
  package var permissions: UInt32
  /// The user or group, if it is about one.
  package var number: UInt32 = 0
  /// The name of that user or group, or its number if it has no name.
  package var name = ""
}

extension [AccessEntry] {
  /// The entries that permit a use. The mask limits all but those of the owner and of others: acl(5).
  package func allowing(_ use: AccessEntry.Use) -> Self {
    let mask = first { $0.tag == .mask }?.permissions ?? 7
    return filter { entry in
      let limit = entry.tag == .owner || entry.tag == .others ? 7 : mask
      return entry.permissions & limit & use.rawValue == use.rawValue
    }
  }

  /// Whether they permit a use to an account: the algorithm of acl(5).
  ///
  /// - Parameters:
  ///   - use: What the account does with the node.
  ///   - account: The account.
  ///   - owner: The user who owns the node.
  ///   - group: The group that it belongs to.
  package func allow(_ use: AccessEntry.Use, to account: Account, owner: UInt32, group: UInt32) -> Bool {
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
    for concerns in deciding where contains(where: concerns) {
      return allowing(use).contains(where: concerns)
    }
    return false
  }

  /// The entries that the permission bits of a mode stand for.
  package init(mode: UInt32) {
    self = [
      AccessEntry(tag: .owner, permissions: mode >> 6),
      AccessEntry(tag: .owningGroup, permissions: mode >> 3),
      AccessEntry(tag: .others, permissions: mode),
    ]
  }

  /// Reads the list of a node, in the format of linux/posix_acl_xattr.h; if it has none, the mode decides.
  package init(ofNode path: String, mode: UInt32) {
    var bytes = [UInt8](repeating: 0, count: 1024)
    let count = unsafe getxattr(path, "system.posix_acl_access", &bytes, bytes.count)
    let entries = count > 0 ? Self.entries(bytes.prefix(count)) : []
    self = entries.isEmpty ? Self(mode: mode) : entries
  }

  /// The entries in the bytes of an extended attribute; empty for another version.
  static func entries(_ bytes: ArraySlice<UInt8>) -> [AccessEntry] {
    func number(_ offset: Int, _ length: Int) -> UInt32 {
      bytes.dropFirst(offset).prefix(length).reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
    guard number(0, 4) == 2 else { return [] }
    return stride(from: 4, to: bytes.count - 7, by: 8).compactMap { offset in
      guard let tag = AccessEntry.Tag(rawValue: UInt16(number(offset, 2))) else { return nil }
      let owner = number(offset + 4, 4)
      return AccessEntry(
        tag: tag, permissions: number(offset + 2, 2), number: owner,
        name: tag == .user ? Account.name(ofUser: owner) : tag == .group ? Account.name(ofGroup: owner) : "")
    }
  }
}
