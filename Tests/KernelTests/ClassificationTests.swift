import EventPipeline
import Foundation
import InputDevices
import Testing
import TestSupport

extension KernelTests {
  @Suite("Devices are used or ignored as udev classifies them", .serialized)
  struct ClassificationTests {
    private static let id = DeviceID(bus: 3, vendor: 0x1234, product: 1, version: 1)
    private static let axis = AbsoluteAxis(minimum: 0, maximum: 1000)
    private static let slots = AbsoluteAxis(minimum: 0, maximum: 9)
    private static let gamepad: Set<EventCode> = [.btnSouth, .btnEast, .btnNorth, .btnWest, .btnJoystick]

    private static func device(
      _ name: String, _ codes: Set<EventCode>, axes: [EventCode] = [.absX, .absY],
      properties: Set<DeviceProperty> = []
    ) -> DeviceDescription {
      DeviceDescription(
        name: name, id: id, properties: properties, codes: codes,
        // uinput refuses a hundred slots or more.
        axes: Dictionary(
          uniqueKeysWithValues: axes.map { ($0.code, $0 == .absMTSlot ? slots : axis) }))
    }

    private static let positions: [EventCode] = [.absMTPositionX, .absMTPositionY]
    private static let wheel = EventCode(.relative, 0x08)
    static let made: [DeviceDescription] = [
      device("pen with gamepad buttons", gamepad.union([.btnTouch, .btnToolPen])),
      device("stylus with gamepad buttons", gamepad.union([.btnTouch, .btnStylus])),
      device("pen with bezel buttons", [.btnTouch, .btnToolPen, .btnStylus, .btn0, EventCode(.key, 0x101)]),
      device("screen with gamepad buttons", gamepad.union([.btnTouch])),
      device("list with a stylus", [.btnTouch, .btnStylus], axes: positions),
      device("list", [], axes: positions, properties: [.direct]),
      device("list of a touchpad", [.btnToolFinger], axes: positions, properties: [.pointer]),
      device("list of a screen with mouse buttons", [.btnTouch, .btnBack], axes: positions),
      device("bezel buttons", [.btnStylus, .btn0, EventCode(.key, 0x101)]),
      device("bezel buttons with a wheel", [.btn0, EventCode(.key, 0x101), wheel]),
      device("pad that claims every axis", gamepad, axes: (0...0x3e).map { EventCode(.absolute, $0) }),
      device("mouse with a single button", [.btnBack, .btnTouch]),
      device("sensor", [], axes: [.absX, .absY, .absZ] + positions, properties: [.direct]),
    ]

    @Test("Recorded devices and pens with gamepad buttons are used, and other devices are not")
    func classes() throws {
      let folder = Fixtures.folder.appending(path: "devices").path
      let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      let recorded = try names.map { try Fixtures.description(String($0.dropLast(".desc".count))) }
      let own = try RecordedCase.all.filter { $0.device == nil }.map { try $0.load().device }
      let descriptions = recorded + own + Self.made + DiscoveryTests.others
      let devices = try descriptions.map { try Bed.makeDevice($0) }
      #expect(try Programs.run("udevadm", ["settle"]).status == 0)
      let survey = SurveyedDevice.all()
      var counts: [DeviceClass?: Int] = [:]
      for (description, device) in zip(descriptions, devices) {
        let surveyed = try #require(survey.first { $0.path == device.node })
        let says = Comment(rawValue: "\(description.name): \(surveyed.udevClasses)")
        let deviceClass = DeviceClass(description)
        #expect(DeviceClass(surveyed.description) == deviceClass, says)
        #expect(surveyed.isTouch == (deviceClass != nil), says)
        if let deviceClass { #expect(surveyed.udevClasses.contains(deviceClass.rawValue.uppercased()), says) }
        counts[deviceClass, default: 0] += 1
      }
      // Every class occurs, and devices without a class.
      #expect(counts.count == 4 && counts.values.allSatisfy { $0 > 3 }, "\(counts)")
    }
  }
}
