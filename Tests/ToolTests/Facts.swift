import Configuration
import EventPipeline
import InputDevices
import TestSupport
import Testing

@testable import System
@testable import touchstick

extension Account {
  static let root = Account(name: "root", user: 0, groups: [0], groupName: "root")
  static let player = Account(name: "player", user: 1000, groups: [1000], groupName: "player")
  /// The service's account, with the group 990.
  static let service = Account(name: "touchstick", user: 990, groups: [990], groupName: "pads")
}

extension UinputFacts {
  /// The node as the package's udev rule leaves it.
  static var usual: UinputFacts {
    var node = NodeFacts.uinput(mode: 0o660)
    node.accessList = AccessTests.list
    node.accessList[2].permissions = 6
    node.accessList[2].name = "touchstick"
    return UinputFacts(
      node: node, isInKernel: true, hasModule: true, rules: "/usr/lib/udev/rules.d/70-touchstick.rules")
  }
}

extension NodeFacts {
  static func uinput(
    mode: UInt32, group: UInt32 = 0, groupName: String = "root", isWritable: Bool = true
  ) -> NodeFacts {
    NodeFacts(
      path: "/dev/uinput", owner: 0, group: group, groupName: groupName,
      accessList: [AccessEntry](mode: mode),
      isReadable: isWritable, isWritable: isWritable)
  }
}

extension NeededFile {
  /// A folder or file of root and its group.
  static func ofRoot(_ path: String, _ use: AccessEntry.Use, mode: UInt32) -> NeededFile {
    let node = NodeFacts(
      path: path, owner: 0, group: 0, groupName: "root", accessList: [AccessEntry](mode: mode),
      isReadable: true,
      isWritable: true)
    return NeededFile(node: node, use: use)
  }
}

extension ServiceFacts {
  static func state(_ state: String, _ file: String = "enabled", status: String = "") -> ServiceFacts {
    ServiceFacts(properties: [
      "LoadState": "loaded", "ActiveState": state, "UnitFileState": file, "StatusText": status,
    ])
  }
}

extension ServiceFacts {
  /// A service that systemd has not loaded.
  static func loadState(_ state: String) -> ServiceFacts {
    ServiceFacts(properties: ["LoadState": state, "ActiveState": "inactive", "User": ""])
  }
}

extension CheckReport {
  /// The report about a file with this text.
  static func file(_ text: String = "") throws -> CheckReport {
    try CheckReport(paths: [try CheckTests.file(text)], device: nil)
  }
}

extension SystemFacts {
  /// A machine with everything as the package installs it, seen by root.
  ///
  /// - Parameter change: The difference.
  static func healthy(but change: (inout SystemFacts) throws -> Void = { _ in }) throws -> SystemFacts {
    var screen = try DeviceFacts.recorded()
    screen.holder = .touchstickd
    screen.node?.accessList = AccessTests.list
    var facts = SystemFacts(
      userName: "root", uinput: .usual, service: .state("active", status: "using a screen"),
      serviceAccount: .service,
      processes: [ProcessFacts(number: 700, name: "touchstickd", openNodes: [screen.path])],
      devices: [screen, .pad()], report: try .file())
    try change(&facts)
    return facts
  }
}

extension [Diagnostic] {
  /// Their codes. Checks that each is a line, and has a hint unless it is ok.
  func codes(sourceLocation: SourceLocation = #_sourceLocation) -> [String] {
    // The message of these says what to do, or that of the previous check.
    let without = ["uinput-rule", "device-unusable"]
    for own in self {
      let isLine = !own.message.isEmpty && !own.message.contains("\n") && own.hint?.contains("\n") != true
      #expect(isLine, "\(own)", sourceLocation: sourceLocation)
      let isComplete = own.severity == .ok || own.hint != nil || without.contains(own.code)
      #expect(isComplete, "\(own)", sourceLocation: sourceLocation)
    }
    return map(\.code)
  }
}

extension DeviceFacts {
  /// A copy of a recorded device that anybody may read.
  static func recorded(
    _ name: String = "ELAN-Touchscreen", at path: String = "/dev/input/event5",
    _ udevClass: String = "TOUCHSCREEN",
    links: [String] = [], node: NodeFacts? = nil
  ) throws -> DeviceFacts {
    let description = try Fixtures.description(name)
    return DeviceFacts(
      survey: SurveyedDevice(path: path, description: description, udevClasses: [udevClass], links: links),
      node: node ?? .readable(path), access: .success(description), holder: .nobody)
  }

  static func touchpad(at path: String = "/dev/input/event3") throws -> DeviceFacts {
    try recorded("SynPS2-Synaptics-TouchPad.lenovo-p50", at: path, "TOUCHPAD")
  }

  /// The facts for somebody who may not open it.
  var locked: DeviceFacts {
    var own = self
    own.node?.isReadable = false
    own.node?.isWritable = false
    own.access = .failure(.cannotOpen(node: path, errno: 13))
    own.holder = .untested(.notAsked)
    return own
  }

  /// The motor of a phone, which nobody but root may use.
  static func motor(at path: String = "/dev/input/event4", isVirtual: Bool = false) -> DeviceFacts {
    let description = DeviceDescription(
      name: "vibrator", id: DeviceID(bus: 0x19, vendor: 0, product: 0, version: 0), codes: [.ffRumble])
    let survey = SurveyedDevice(path: path, description: description, isVirtual: isVirtual)
    return DeviceFacts(survey: survey, node: .readable(path), access: .success(description)).locked
  }

  static func pad(_ classes: Set<String> = ["JOYSTICK"], joystick: String? = "/dev/input/js0") -> DeviceFacts
  {
    let path = "/dev/input/event9"
    return DeviceFacts(
      survey: SurveyedDevice(
        path: path, description: .xbox360, phys: "touchstick/gamepad", udevClasses: classes,
        joystickNode: joystick),
      node: .readable(path), access: .success(.xbox360))
  }
}

extension NodeFacts {
  /// A node of root and the group input (105).
  static func readable(_ path: String) -> NodeFacts {
    NodeFacts(
      path: path, owner: 0, group: 105, groupName: "input", accessList: [AccessEntry](mode: 0o660),
      isReadable: true,
      isWritable: true)
  }
}
