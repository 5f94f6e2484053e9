internal import Glibc
internal import OperatingSystem

/// The permissions of a device's node, or of another file or folder.
struct NodeFacts: Equatable {
  var path: String
  var owner: UInt32
  var group: UInt32
  /// The group's name, or its number if it has no name.
  var groupName: String
  /// Its access control list, or what its mode stands for.
  var accessList: [AccessEntry]
  /// Whether the current user may read it, and write it.
  var isReadable: Bool
  var isWritable: Bool

  /// Whether it permits a use to an account.
  func allows(_ use: AccessEntry.Use, to account: Account) -> Bool {
    accessList.allow(use, to: account, owner: owner, group: group)
  }

  /// The users that the access control list lets write it, apart from their groups, except root and one other user.
  func usersWriting(but other: Account?) -> [String] {
    accessList.allowing(.write).filter { $0.tag == .user && $0.number != 0 && $0.number != other?.user }
      .map(\.name)
  }

  /// The groups whose members may write it, but for root's own.
  var groupsWriting: [String] {
    let entries = accessList.allowing(.write)
    let own = group != 0 && entries.contains { $0.tag == .owningGroup } ? [groupName] : []
    return own + entries.filter { $0.tag == .group && $0.number != group }.map(\.name)
  }
}

extension NodeFacts {
  /// Reads the facts of a node without opening it: stat(2), faccessat(2). Nil if it does not exist.
  init?(of path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    self.path = path
    owner = status.st_uid
    group = status.st_gid
    groupName = Account.name(ofGroup: group)
    accessList = [AccessEntry](ofNode: path, mode: status.st_mode)
    isReadable = unsafe faccessat(AT_FDCWD, path, R_OK, AT_EACCESS) == 0
    isWritable = unsafe faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0
  }
}
