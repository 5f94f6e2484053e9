public import EventPipeline
public import Testing

// Devices with round numbers: 10 units per millimetre, 100 mm by 60 mm.
extension DeviceDescription {
  private static let x = AbsoluteAxis(minimum: 0, maximum: 1000, resolution: 10)
  private static let y = AbsoluteAxis(minimum: 0, maximum: 600, resolution: 10)
  private static let id = DeviceID(bus: 3, vendor: 1, product: 2, version: 3)
  private static let single: [UInt16: AbsoluteAxis] = [EventCode.absX.code: x, EventCode.absY.code: y]
  private static let multitouch = single.merging(
    [EventCode.absMTPositionX.code: x, EventCode.absMTPositionY.code: y]) { first, _ in first }

  package static func touchscreen(slots: Int32 = 5, _ more: [UInt16: AbsoluteAxis] = [:]) -> DeviceDescription
  {
    var axes = multitouch.merging(more) { first, _ in first }
    axes[EventCode.absMTSlot.code] = AbsoluteAxis(minimum: 0, maximum: slots - 1)
    axes[EventCode.absMTTrackingID.code] = AbsoluteAxis(minimum: 0, maximum: 65535)
    axes[EventCode.absMTToolType.code] = AbsoluteAxis(minimum: 0, maximum: 2)
    axes[EventCode.absMTDistance.code] = AbsoluteAxis(minimum: 0, maximum: 1)
    return DeviceDescription(
      name: "type B", id: id, properties: [.direct], codes: [.btnTouch], axes: axes)
  }

  package static let unslotted = DeviceDescription(
    name: "type A", id: id, codes: [.btnTouch],
    axes: multitouch.merging([EventCode.absMTToolType.code: AbsoluteAxis(minimum: 0, maximum: 2)]) {
      first, _ in first
    })

  /// Type A as in the kernel's minimal example.
  package static let unslottedWithoutButton = DeviceDescription(
    name: "type A without BTN_TOUCH", id: id, properties: [.direct],
    axes: [EventCode.absMTPositionX.code: x, EventCode.absMTPositionY.code: y])

  package static let singleTouch = DeviceDescription(name: "single", id: id, codes: [.btnTouch], axes: single)

  package static let pen = DeviceDescription(
    name: "pen", id: id, codes: [.btnTouch, .btnToolPen, .btnStylus],
    axes: single.merging([EventCode.absPressure.code: AbsoluteAxis(minimum: 0, maximum: 1023)]) {
      first, _ in first
    })

  /// A pen with an eraser and an airbrush that reports its rotation and a wheel's.
  package static var penWithAll: DeviceDescription {
    var pen = pen
    pen.codes.formUnion([.btnToolRubber, EventCode(.key, 0x144)])
    for code in [EventCode.absZ.code, 0x08] {
      pen.axes[code] = AbsoluteAxis(minimum: -900, maximum: 899)
      pen.codes.insert(EventCode(.absolute, code))
    }
    return pen
  }

  package static let twoPairs = DeviceDescription(
    name: "two pairs", id: id, codes: [.btnTouch],
    axes: single.merging([
      EventCode.absZ.code: AbsoluteAxis(minimum: 0, maximum: 2000),
      EventCode.absRX.code: AbsoluteAxis(minimum: 0, maximum: 2000),
    ]) { first, _ in first })

  package static var touchpad: DeviceDescription {
    var device = touchscreen()
    device.properties = [.pointer]
    device.codes.formUnion([.btnToolFinger, EventCode(.key, 0x14d)])
    return device
  }

  package static var semiMultitouchTouchpad: DeviceDescription {
    var device = touchscreen(slots: 2)
    device.properties = [.pointer, .semiMT]
    device.codes.insert(.btnToolFinger)
    return device
  }
}

extension DeviceDescription: CustomTestStringConvertible {
  /// The device's name in test runs.
  public var testDescription: String { name }
}
