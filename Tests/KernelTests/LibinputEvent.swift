import Testing

/// An event of libinput, or its news of a device: a line of `libinput debug-events`.
struct LibinputEvent: Equatable {
  /// libinput's name of an event, without the LIBINPUT_EVENT_. Not an enumeration, so that none is lost.
  struct Kind: Hashable, CustomTestStringConvertible {
    let name: String

    static let deviceAdded = Kind(name: "DEVICE_ADDED")
    static let deviceRemoved = Kind(name: "DEVICE_REMOVED")
    static let touchDown = Kind(name: "TOUCH_DOWN")
    static let touchMotion = Kind(name: "TOUCH_MOTION")
    static let touchUp = Kind(name: "TOUCH_UP")
    static let touchCancel = Kind(name: "TOUCH_CANCEL")
    static let touchFrame = Kind(name: "TOUCH_FRAME")
    static let pointerMotion = Kind(name: "POINTER_MOTION")
    static let pointerMotionAbsolute = Kind(name: "POINTER_MOTION_ABSOLUTE")
    static let pointerScrollFinger = Kind(name: "POINTER_SCROLL_FINGER")
    static let pointerButton = Kind(name: "POINTER_BUTTON")
    static let tabletToolProximity = Kind(name: "TABLET_TOOL_PROXIMITY")
    static let tabletToolAxis = Kind(name: "TABLET_TOOL_AXIS")
    static let tabletToolTip = Kind(name: "TABLET_TOOL_TIP")
    static let tabletToolButton = Kind(name: "TABLET_TOOL_BUTTON")

    var testDescription: String { name }
  }

  /// Two numbers, rounded as libinput prints them.
  struct Point: Equatable {
    let x: Double
    let y: Double
  }

  /// The device's node, such as /dev/input/event7.
  let node: String
  let kind: Kind
  /// The line after the kind and the time.
  let detail: String
  /// The touch's slot of its device, and that of all devices together, which are what a client sees.
  private(set) var slot: Int?
  private(set) var seatSlot: Int?
  /// The place, in percent of the surface's width and height.
  private(set) var percent: Point?
  /// The place in millimetres, or in the device's units if it does not report its resolution.
  private(set) var millimetres: Point?
  /// The movement of the pointer, with acceleration.
  private(set) var motion: Point?
  /// The device's name, if it comes or goes.
  private(set) var deviceName: String?

  /// Reads a line; nil if it is not an event.
  init?(line: String) {
    // After 1.22, libinput may print the number of such events before the time.
    let shape = /[- ]?(event\d+)\s+([A-Z][A-Z0-9_]+)\s+(?:(?:\d+\s+)?\+[\d.]+s)?\s*(.*?)\s*/
    guard let match = line.wholeMatch(of: shape) else { return nil }
    node = "/dev/input/\(match.1)"
    kind = Kind(name: String(match.2))
    detail = String(match.3)
    let points = Self.points(in: detail)
    switch kind {
    case .deviceAdded, .deviceRemoved:
      deviceName = detail.prefixMatch(of: /(.+?)\s+\S+\s+\S+\s+group\d+\s/).map { String($0.1) }
    case .touchDown, .touchMotion, .touchUp, .touchCancel:
      let slots = detail.prefixMatch(of: /(-?\d+) \((-?\d+)\)/)
      slot = slots.flatMap { Int($0.1) }
      seatSlot = slots.flatMap { Int($0.2) }
      percent = points.first
      millimetres = points.dropFirst().first
    case .tabletToolProximity, .tabletToolAxis, .tabletToolTip: millimetres = points.first
    case .pointerMotion: motion = points.first
    case .pointerMotionAbsolute: percent = points.first
    default: break
    }
  }

  /// Text such as `12.30/ 4.56`, possibly with the star that marks a changed value of a tablet.
  private static func points(in text: String) -> [Point] {
    text.matches(of: /([+-]?\d+\.\d+)\*?\/\s*([+-]?\d+\.\d+)/).compactMap { match in
      guard let x = Double(match.1), let y = Double(match.2) else { return nil }
      return Point(x: x, y: y)
    }
  }
}

extension LibinputEvent: CustomTestStringConvertible {
  /// Kind and detail, as printed: `TOUCH_DOWN 0 (0) 30.18/26.70 (100.00/50.00mm)`.
  var testDescription: String { detail.isEmpty ? kind.name : "\(kind.name) \(detail)" }
}
