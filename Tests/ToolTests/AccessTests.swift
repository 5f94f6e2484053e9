import Testing

@testable import System
@testable import touchstick

@Suite("Access to a node")
struct AccessTests {
  /// The list after `setfacl --modify=group:touchstick:r` on a node of the group input.
  static let list = [
    AccessEntry(tag: .owner, permissions: 6), AccessEntry(tag: .owningGroup, permissions: 6),
    AccessEntry(tag: .group, permissions: 4, number: 990, name: "990"),
    AccessEntry(tag: .mask, permissions: 6),
    AccessEntry(tag: .others, permissions: 0),
  ]

  @Test("The first permission bits of the mode that apply to the user decide")
  func mode() {
    var node = NodeFacts.readable("/dev/input/event5")
    let member = Account(name: "member", user: 1001, groups: [1001, 105], groupName: "member")
    let owner = Account(name: "owner", user: 4, groups: [105], groupName: "input")
    #expect(
      node.allows(.read, to: .root) && node.allows(.read, to: member) && node.allows(.write, to: member))
    #expect(!node.allows(.read, to: .player))
    node.owner = 4
    node.accessList = [AccessEntry](mode: 0o066)
    #expect(
      !node.allows(.read, to: owner) && node.allows(.read, to: .player) && node.allows(.read, to: .root))
    node.accessList = [AccessEntry](mode: 0o604)
    #expect(
      !node.allows(.read, to: member) && node.allows(.read, to: .player) && !node.allows(.write, to: .player))
  }

  @Test("An access control list decides if the node has one")
  func accessList() {
    var node = NodeFacts.readable("/dev/input/event5")
    #expect(!node.allows(.read, to: .service))
    node.accessList = Self.list
    #expect(
      node.allows(.read, to: .service) && !node.allows(.write, to: .service)
        && !node.allows(.read, to: .player))
    node.accessList.append(AccessEntry(tag: .user, permissions: 6, number: 1000))
    #expect(node.allows(.write, to: .player))
    node.accessList[3].permissions = 0
    #expect(!node.allows(.read, to: .player) && !node.allows(.read, to: .service))
  }

  @Test("The kernel's bytes of an access control list are decoded")
  func bytes() {
    let bytes: [UInt8] = [
      2, 0, 0, 0, 1, 0, 6, 0, 255, 255, 255, 255, 4, 0, 6, 0, 255, 255, 255, 255, 8, 0, 4, 0, 0xde, 3, 0, 0,
      16, 0,
      6, 0, 255, 255, 255, 255, 32, 0, 0, 0, 255, 255, 255, 255,
    ]
    let entries = [AccessEntry].entries(bytes[...])
    #expect(entries.map(\.tag) == Self.list.map(\.tag))
    #expect(entries.map(\.permissions) == Self.list.map(\.permissions))
    #expect(entries[2].number == 990)
    #expect(Account.name(ofUser: 0) == "root" && Account.name(ofGroup: 0) == "root")
    #expect(Account.name(ofUser: 4_000_000_000) == "4000000000", "it has no name")
    #expect(Account.name(ofGroup: 4_000_000_000) == "4000000000", "it has no name")
    #expect([AccessEntry].entries([1, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0]) == [])
    #expect([AccessEntry].entries(bytes.prefix(9)) == [])
    #expect([AccessEntry].entries([]) == [])
  }
}
