import Configuration
import EventPipeline
import Foundation
import InputDevices
import TestSupport
import Testing

@testable import System
@testable import touchstick

@Suite("Verdicts of touchstick devices")
struct DeviceVerdictTests {
  private func settings(_ text: String = "") throws -> Settings {
    try Settings.read(path: try CheckTests.file(text))
  }

  private func verdicts(_ devices: [DeviceFacts], _ texts: String...) throws -> [[DeviceVerdict]] {
    try devices.verdicts(for: texts.map { try settings($0) }).map { $0.map(\.verdict) }
  }

  @Test("Touchscreens come before touchpads, the first before the second, and each file chooses")
  func preference() throws {
    let devices = [
      try DeviceFacts.touchpad(), try .recorded(), try .recorded("EP0430M09", at: "/dev/input/event11"),
    ]
    #expect(
      try verdicts(devices, "") == [
        [.anotherPreferred("/dev/input/event5")], [.usable(.nobody)],
        [.anotherPreferred("/dev/input/event5")],
      ])
    #expect(
      try verdicts(devices, "device.type = \"touchpad\"", "device.name = \"EP*\"") == [
        [.usable(.nobody), .unlike([.name("EP*")])],
        [.unlike([.type(.touchpad)]), .unlike([.name("EP*")])],
        [.unlike([.type(.touchpad)]), .usable(.nobody)],
      ])
  }

  @Test("Each condition of the configuration that a device does not match is listed")
  func mismatches() throws {
    let device = try DeviceFacts.recorded(links: ["/dev/input/by-path/a"])
    let cases: [(String, [Mismatch])] = [
      ("vendor = 0x1234", [.vendor(0x1234)]), ("product = 1", [.product(1)]), ("type = \"any\"", []),
      ("type = \"tablet\"\nname = \"x\"", [.name("x"), .type(.tablet)]), ("name = \"ELAN*\"", []),
      ("path = \"/dev/input/by-path/a\"", []), ("path = \"/dev/input/event5\"", []),
      ("path = \"/dev/input/event6\"", [.path("/dev/input/event6")]),
    ]
    for (text, expected) in cases {
      let own = try settings("[device]\n" + text).device
      #expect(own.mismatches(device) == expected, "\(text)")
      let conditions = own.mismatches(device).filter { if case .path = $0 { false } else { true } }
      #expect(
        own.accepts(device.description, class: .touchscreen) == conditions.isEmpty,
        "as the daemon has it: \(text)")
    }
  }

  @Test("A virtual touchscreen replaces a grabbed one, and no touchpad does")
  func replacement() throws {
    var screen = try DeviceFacts.recorded()
    var other = try DeviceFacts.recorded("EP0430M09", at: "/dev/input/event11")
    let touchpad = try DeviceFacts.touchpad()
    other.survey = other.survey.madeByProgram
    #expect(try verdicts([screen, other], "") == [[.usable(.nobody)], [.anotherPreferred(screen.path)]])
    screen.holder = .anotherProgram(["inputplumber"])
    #expect(
      try verdicts([screen, other, touchpad], "") == [
        [.replaced(by: other.path, ["inputplumber"])], [.usable(.nobody)], [.anotherPreferred(other.path)],
      ])
    // A free one comes first.
    screen.holder = .nobody
    let grabbed = try DeviceFacts.recorded("EP0430M09", at: "/dev/input/event7").held
    #expect(
      try verdicts([screen, grabbed, other], "") == [
        [.usable(.nobody)], [.anotherPreferred(screen.path)], [.anotherPreferred(screen.path)],
      ])
    screen.holder = .anotherProgram(["inputplumber"])
    other.holder = .anotherProgram([])
    #expect(
      try verdicts([screen, other], "") == [
        [.grabbed(by: ["inputplumber"])], [.anotherPreferred(screen.path)],
      ])
  }

  @Test(
    "A touchscreen that cannot be read gives way, but not one that is grabbed or does not fit"
  )
  func unusable() throws {
    let touchpad = try DeviceFacts.touchpad()
    var screen = try DeviceFacts.recorded()
    #expect(
      try verdicts([touchpad, screen.locked], "") == [[.usable(.nobody)], [.noPermission]])
    screen.holder = .anotherProgram(["evsieve"])
    #expect(
      try verdicts([touchpad, screen], "") == [[.anotherPreferred(screen.path)], [.grabbed(by: ["evsieve"])]])
    screen.holder = .nobody
    let far = "[[dpad]]\nregion = { x = 9000, y = 0, width = 9, height = 9 }"
    #expect(try verdicts([touchpad, screen], far) == [[.anotherPreferred(screen.path)], [.misfit]])
    // Two files that share the device and disagree.
    #expect(try verdicts([screen], "", "device.grab = false") == [[.usable(.nobody), .misfit]])
    screen.node = nil
    #expect(try verdicts([screen], "") == [[.noNode]])
  }

  @Test("Some verdicts do not depend on the configuration")
  func general() throws {
    var used = try DeviceFacts.recorded()
    used.holder = .touchstickd
    var clone = try DeviceFacts.recorded(at: "/dev/input/event8")
    clone.survey = SurveyedDevice(
      path: clone.path, description: clone.description, phys: "touchstick/clone/event5",
      udevClasses: ["TOUCHSCREEN"])
    let mute = DeviceDescription(
      name: "mute", id: DeviceID(bus: 3, vendor: 1, product: 1, version: 1), properties: [.direct],
      axes: [0: AbsoluteAxis(minimum: 0, maximum: 9), 1: AbsoluteAxis(minimum: 0, maximum: 9)])
    let silent = DeviceFacts(
      survey: SurveyedDevice(path: "/dev/input/event6", description: mute, udevClasses: ["TOUCHSCREEN"]),
      access: .success(mute))
    let unknown = DeviceFacts(
      survey: SurveyedDevice(path: "/dev/input/event7", description: used.description),
      access: used.access)
    var early = try DeviceFacts.touchpad()
    early.survey = SurveyedDevice(path: early.path, description: early.description, isInitialised: false)
    let mouse = DeviceFacts(
      survey: SurveyedDevice(path: "/dev/input/event9", description: .mouse, phys: "touchstick/mouse"),
      access: .success(.mouse))
    #expect(try verdicts([mouse], "") == [[.ownMouse]])
    let keys = DeviceDescription.keyboard([])
    let keyboard = DeviceFacts(
      survey: SurveyedDevice(path: "/dev/input/event9", description: keys, phys: "touchstick/keyboard"),
      access: .success(keys))
    #expect(try verdicts([keyboard], "") == [[.ownKeyboard]])
    var shaking = DeviceFacts.motor()
    shaking.holder = .touchstickd
    #expect(
      try verdicts([.motor(), shaking], "") == [[.motor(isUsed: false)], [.motor(isUsed: true)]])
    #expect(
      try verdicts([used, clone, .pad(), silent, unknown, early], "", "device.type = \"tablet\"") == [
        [.inUse], [.ownClone(of: "/dev/input/event5")], [.ownGamepad], [.notATouchDevice],
        [.notClassedByUdev],
        [.notFinishedByUdev],
      ])
  }
}

@Suite("touchstick devices")
struct DevicesTests {
  @Test("Each device has a paragraph")
  func text() throws {
    let file = try CheckTests.file("[device]\nsize = \"200x100\"\ntype = \"touchscreen\"")
    let settings = [Settings(), try Settings.read(path: file)]
    let screen = try DeviceFacts.recorded(links: ["/dev/input/by-path/pci-0"])
    let report = DeviceReport(
      devices: [screen, try DeviceFacts.touchpad().locked, .pad()], settings: [settings[0]], isBlind: false)
    #expect(
      report.text == """
        /dev/input/event5  ELAN Touchscreen
            touchscreen, 331 x 187 mm (from the device), 10 slots, 04f3:010c
            /dev/input/by-path/pci-0
            touchstickd uses it

        /dev/input/event3  SynPS/2 Synaptics TouchPad
            touchpad, 0002:0007
            not used: /dev/input/event5 is preferred

        /dev/input/event9  Microsoft X-Box 360 pad
            045e:028e
            the gamepad that touchstickd made

        """)
    let configured = DeviceReport(devices: [screen], settings: [settings[1]], isBlind: false).text
    #expect(configured.contains("200 x 100 mm (from the configuration)"))
    #expect(configured.contains("\n    \(file): touchstickd uses it\n"))
  }

  @Test("JSON has everything, and null for what is unknown")
  func json() throws {
    let report = DeviceReport(
      devices: [try .recorded().locked, try DeviceFacts.touchpad().locked], settings: [Settings()],
      isBlind: false)
    let lines = try report.json.split(separator: "\n")
    #expect(lines.count == 4 && lines.first == "[" && lines.last == "]")
    let expected =
      #""class":"touchscreen","height":null,"links":[],"name":"ELAN Touchscreen","node":"/dev/input/"#
    #expect(lines[1].contains(expected), "\(lines[1])")
    let message =
      "not readable for you: permission denied; run this as root to learn more"
    let use = #""uses":[{"file":null,"message":"\#(message)","use":"no-permission"}]"#
    #expect(lines[1].contains(use), "\(lines[1])")
    let known = try DeviceReport(devices: [.recorded()], settings: [Settings()], isBlind: false).json
    #expect(known.contains(#""height":187.2,"#) && known.contains(#""size_source":"device","slots":10,"#))
    #expect(known.contains(#""uses":[{"file":null,"message":"touchstickd uses it","use":"usable"}]"#))
    #expect(lines[2].contains(#""size_source":null,"slots":null"#), "\(lines[2])")
    #expect(lines[2].contains(#""use":"no-permission""#))
  }

  @Test("Without devices it says so, and possible causes")
  func none() throws {
    let blind = DeviceReport(devices: [], settings: [], isBlind: true)
    #expect(blind.text.contains("No input devices found") && blind.text.contains("a container"))
    let seeing = DeviceReport(devices: [], settings: [], isBlind: false)
    #expect(seeing.text.contains("Permissions are not the cause"))
    #expect(try seeing.json == "[]\n")
  }

  @Test("Without a usable configuration it lists all devices, without verdicts that depend on it")
  func unknownUse() throws {
    let report = DeviceReport(devices: [try .recorded(), .pad()], settings: [], isBlind: false)
    #expect(
      report.text == """
        /dev/input/event5  ELAN Touchscreen
            touchscreen, 331 x 187 mm (from the device), 10 slots, 04f3:010c

        /dev/input/event9  Microsoft X-Box 360 pad
            045e:028e
            the gamepad that touchstickd made

        """)
    let lines = try report.json.split(separator: "\n")
    #expect(lines[1].contains(#""uses":[],"#) && lines[2].contains(#""use":"own-gamepad""#), "\(lines)")
  }

  @Test("The list goes to standard output even if the configuration has errors, which go to standard error")
  func broken() throws {
    let file = try CheckTests.file("a = 1")
    for (paths, status) in [(file, "65"), ("/nonexistent", "66")] {
      let tool = "'\(Programs.path("touchstick"))' devices --json --config '\(paths)'"
      let output = try Programs.run("sh", ["-c", "\(tool) 2> /dev/null; echo $?"]).output
      let lines = output.split(separator: "\n")
      #expect(lines.last == Substring(status) && lines.count > 1, "\(output)")
      let json = lines.dropLast().joined(separator: "\n")
      #expect(try JSONSerialization.jsonObject(with: Data(json.utf8)) is [Any], "\(output)")
      let errors = try Programs.run("sh", ["-c", "\(tool) 2>&1 > /dev/null"]).output
      #expect(errors.hasPrefix(paths), "\(errors)")
    }
  }

  @Test("The exit statuses are those of the other commands")
  func statuses() throws {
    func tool(_ arguments: String...) throws -> (status: Int32, output: String) {
      try Programs.tool(["devices"] + arguments)
    }
    let good = try CheckTests.file("")
    #expect(try tool("--config", good).status == 0)
    let broken = try tool("-c", try CheckTests.file("a = 1"), "-c", good)
    #expect(broken.status == 65 && broken.output.contains(":1:1: "), "\(broken.output)")
    #expect(try tool("--config", "/nonexistent").status == 66)
    #expect(try tool("--bogus").status == 64)
  }
}

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

extension SurveyedDevice {
  fileprivate var madeByProgram: SurveyedDevice {
    SurveyedDevice(path: path, description: description, udevClasses: udevClasses, isVirtual: true)
  }
}

extension DeviceFacts {
  fileprivate var held: DeviceFacts {
    var device = self
    device.holder = .anotherProgram([])
    return device
  }
}
