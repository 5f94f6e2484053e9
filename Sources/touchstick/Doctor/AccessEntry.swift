internal import CLinux

/// An entry of an access control list. udev uses these to give devices to more than one group: acl(5).
struct AccessEntry: Equatable {
  /// The kind of the entry: the numbers of linux/posix_acl.h.
  enum Tag: UInt16 {
    case owner = 0x01
    case user = 0x02
    case owningGroup = 0x04
    case group = 0x08
    case mask = 0x10
    case others = 0x20
  }

  var tag: Tag
  /// 4 to read, 2 to write, and for a folder 1 to enter it; other bits do not matter.
  var permissions: UInt32
  /// The user or group, if it is about one.
  var number: UInt32 = 0
}

extension [AccessEntry] {
  /// Whether an account has these permissions: the algorithm of acl(5).
  func allow(_ wanted: UInt32, _ account: Account, owner: UInt32, group: UInt32) -> Bool {
    if account.isRoot { return true }
    let mask = first { $0.tag == .mask }?.permissions ?? 7
    if account.user == owner {
      return contains { $0.tag == .owner && $0.permissions & wanted == wanted }
    }
    if let entry = first(where: { $0.tag == .user && $0.number == account.user }) {
      return entry.permissions & mask & wanted == wanted
    }
    let ofGroups = filter { entry in
      entry.tag == .group && account.groups.contains(entry.number)
        || entry.tag == .owningGroup && account.groups.contains(group)
    }
    guard ofGroups.isEmpty else {
      return ofGroups.contains { $0.permissions & mask & wanted == wanted }
    }
    return contains { $0.tag == .others && $0.permissions & wanted == wanted }
  }

  /// The users or groups with their own entry that has these permissions.
  ///
  /// - Parameter tag: ``AccessEntry/Tag/user`` or ``AccessEntry/Tag/group``.
  func numbers(of tag: AccessEntry.Tag, allowed wanted: UInt32) -> [UInt32] {
    let mask = first { $0.tag == .mask }?.permissions ?? 7
    return filter { $0.tag == tag && $0.permissions & mask & wanted == wanted }.map(\.number)
  }

  /// Reads the list of a node, in the format of linux/posix_acl_xattr.h; empty if it has none.
  init(ofNode path: String) {
    var bytes = [UInt8](repeating: 0, count: 1024)
    let count = unsafe getxattr(path, "system.posix_acl_access", &bytes, bytes.count)
    self = count > 0 ? Self.entries(bytes.prefix(count)) : []
  }

  /// The entries in the bytes of an extended attribute; empty for another version.
  static func entries(_ bytes: ArraySlice<UInt8>) -> [AccessEntry] {
    func number(_ offset: Int, _ length: Int) -> UInt32 {
      bytes.dropFirst(offset).prefix(length).reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
    guard number(0, 4) == 2 else { return [] }
    return stride(from: 4, to: bytes.count - 7, by: 8).compactMap { offset in
      AccessEntry.Tag(rawValue: UInt16(number(offset, 2))).map { tag in
        AccessEntry(tag: tag, permissions: number(offset + 2, 2), number: number(offset + 4, 4))
      }
    }
  }
}
