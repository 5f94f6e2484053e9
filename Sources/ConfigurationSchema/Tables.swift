import Configuration
import EventPipeline
import JoystickModel

// What the keys of each table can be, where the table of numbers does not say all of it.
extension ConfigurationTable {
  /// What a key of this table can be; nil for one that is not described here.
  func value(of key: String) -> Value? {
    own[key] ?? Value(of: key, in: self)
  }

  private var own: [String: Value] {
    switch self {
    case .root: [:]
    case .device: Self.device
    case .gamepad: ["identity": .words(GamepadIdentity.allCases.map(\.rawValue)), "name": .text(atMost: 79)]
    case .stick: Self.stick.merging(Self.gestures) { $1 }
    case .button:
      [
        "name": Self.name, "region": Self.region, "output": Self.button, "slide": Self.slide,
        "input": .words(DeviceButtonSettings.inputs.map(\.word)),
      ]
    case .buttons:
      [
        "name": Self.name, "region": Self.region, "slide": Self.slide, "layout": .words(["abcd", "diamond"]),
        "by_position": .boolean,
      ]
    case .dpad:
      [
        "name": Self.name, "region": Self.region, "directions": .words(["4", "8"]),
        "output": .any([.words(["hat"]), .table(.directionOutput, keys: Self.directionOutput.keys)]),
      ]
    case .trigger:
      [
        "name": Self.name, "region": Self.region, "target": .words(["left", "right"]),
        "pull": .words(["full", "slide", "pressure"]),
      ]
    case .directionTarget, .directionOutput: Dictionary(uniqueKeysWithValues: keys.map { ($0, Self.button) })
    case .toggle, .region, .movableBounds, .handleConstraint: [:]
    }
  }

  private static let device: [String: Value] = [
    "name": .text(atMost: nil), "type": .words(DeviceClass.allCases.map(\.rawValue) + ["any"]),
    "path": .text(atMost: 4095, pattern: "^/"), "grab": .boolean, "pass_through": .boolean,
    "size": .text(
      atMost: nil, pattern: "^ *[+]?[0-9]+([.][0-9]+)? *(mm)? *x *[+]?[0-9]+([.][0-9]+)? *(mm)? *$"),
  ]

  private static let stick: [String: Value] = [
    "name": name, "region": region,
    "target": .any([.words(["left", "right", "hat"]), .table(.directionTarget, keys: directionTarget.keys)]),
    "smoothing": .words(["true", "false", "on", "one_euro", "off"]),
    "origin": .words(["fixed", "relative", "floating", "semi"]), "movable": .boolean,
    "movable_bounds": .table(.movableBounds, keys: movableBounds.keys),
    "handle_constraint": .table(.handleConstraint, keys: handleConstraint.keys),
    "home_return": .any(
      [.words(["never", "release", "double_tap"])]
        + [Value(of: "home_return", in: Self.stick)].compactMap { $0 }),
    "axis": .words(HandleAxis.allCases.map(\.rawValue)),
    "dead_zone_shape": .words(["none", "radial", "axial", "scaled_radial", "scaled_axial"]),
    "directions": .words(["analog", "4", "8"]), "output_shape": .words(["circle", "square"]),
    "invert_x": .boolean, "invert_y": .boolean,
  ]

  private static let gestures: [String: Value] = [
    "tap": gesture, "double_tap": gesture, "hold": gesture, "outer_ring": button,
  ]

  private static let name = Value.text(atMost: 64)
  private static let button = Value.words(GamepadButton.names.map(\.word))
  private static let gesture = Value.words(["recenter"] + GamepadButton.names.map(\.word))
  private static let slide = Value.words(["off", "over", "hold_first"])
  private static let region = Value.any([
    .table(.region, keys: ["x", "y", "width", "height"]), .table(.region, keys: ["center", "radius"]),
  ])
}
