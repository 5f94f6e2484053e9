import EventPipeline
import InputDevices
import System
import TestSupport

@testable import touchstick

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

  /// A gamepad that touchstickd made.
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
