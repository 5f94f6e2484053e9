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

  /// What an account can do with a node: the permissions that it needs.
  enum Use: UInt32 {
    /// Enter a folder.
    case enter = 1
    case write = 2
    case read = 4
    /// List a folder and enter it.
    case list = 5
  }

  var tag: Tag
  /// The bits of ``Use``; others do not matter.
  var permissions: UInt32
  /// The user or group, if it is about one.
  var number: UInt32 = 0
  /// The name of that user or group, or its number if it has no name.
  var name = ""
}

extension [AccessEntry] {
  /// The entries that permit a use. The mask limits all but those of the owner and of others: acl(5).
  func allowing(_ use: AccessEntry.Use) -> Self {
    let mask = first { $0.tag == .mask }?.permissions ?? 7
    return filter { entry in
      let limit = entry.tag == .owner || entry.tag == .others ? 7 : mask
      return entry.permissions & limit & use.rawValue == use.rawValue
    }
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
      guard let tag = AccessEntry.Tag(rawValue: UInt16(number(offset, 2))) else { return nil }
      let owner = number(offset + 4, 4)
      return AccessEntry(
        tag: tag, permissions: number(offset + 2, 2), number: owner,
        name: tag == .user ? Account.name(ofUser: owner) : tag == .group ? Account.name(ofGroup: owner) : "")
    }
  }
}
