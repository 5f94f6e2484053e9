internal import EventPipeline

// The keys of the tables that a file has once, and of the file itself.
extension Settings: RowTable {
  static let rows: [Row<Self>] = [
    Row(
      "profile", optional: \.profile, .text(limit: 64), standard: "none",
      """
      The layout to use: the name of a profile, for a file that has no controls of its own. `touchstick profiles` lists
      them.
      """)
  ]
}

extension DeviceSettings: KeyedTable {
  static let kind = ConfigurationTable.device
  static let rows: [Row<Self>] = [
    Row(
      "name", optional: \.name, .pattern, standard: "any",
      """
      The kernel's name for the device, as **libinput**(1) shows it with `list-devices`. A `*` is any text, `?`
      any character, and `[a-z]` one of these.
      """),
    Row(
      "type", optional: \.type,
      .words([
        "touchscreen": .one(.touchscreen), "touchpad": .one(.touchpad), "tablet": .one(.tablet), "any": .any,
      ]), standard: "the first of the three that is there",
      "What the device is."),
    Row("vendor", optional: \.vendor, .identifier, standard: "any", "The number of the device's vendor."),
    Row("product", optional: \.product, .identifier, standard: "any", "The number of the device's product."),
    Row(
      "path", optional: \.path, .path, standard: "any",
      """
      The device's node, or one of the links that **udev**(7) makes to it, which stay the same: such as those in
      */dev/input/by-path*.
      """),
    Row(
      "grab", \.grab, .flag,
      """
      Whether the device is taken from the desktop while the pad is on. With `false` the desktop gets all
      touches, those on controls too.
      """),
    Row(
      "pass_through", optional: \.passThrough, .flag, standard: "what `grab` is",
      """
      Whether touches that no control takes go on to the desktop, through a virtual clone of the device. It
      cannot be `true` where `grab` is `false`.
      """),
    Row(
      "size", optional: \.size, .size, standard: "what the device says",
      """
      The size of the surface, for a device that does not say it, or says it wrong. Width and height are those of
      the device itself, whatever its `rotation` is.
      """),
    Row(
      "rotation", optional: \.rotation,
      .words([
        "0": .fixed(.topUp), "90": .fixed(.leftUp), "180": .fixed(.bottomUp), "270": .fixed(.rightUp),
        "screen": .screen,
      ]), standard: "`\"screen\"` for a touchscreen, else `0`",
      """
      How the device is held, in degrees clockwise: with `90` its left edge is up, with `180` its bottom edge, with
      `270` its right edge. Wayland's output transforms have the same numbers. `"screen"` follows the rotation of
      the screen. The layout describes the rotated surface: its top is the user's.
      """),
  ]
}

extension GamepadSettings: KeyedTable {
  static let kind = ConfigurationTable.gamepad
  static let rows: [Row<Self>] = [
    Row(
      "identity", \.identity, .words(["xbox-360": .xbox360, "generic": .generic]),
      """
      What the pad claims to be: a wired Xbox 360 controller, which all games know, or a pad of nobody's make.
      """),
    Row("name", optional: \.name, .gamepadName, standard: "the identity's", "The name that games show."),
    Row(
      "bus", optional: \.bus, .identifier, standard: "the identity's",
      "The number of the bus that the pad claims to hang on: 0x03 is USB."),
    Row(
      "vendor", optional: \.vendor, .identifier, standard: "the identity's",
      """
      The number of the pad's vendor. By it and `product` games know a pad, and may exchange buttons: SDL has X
      and Y the other way round on a pad of Sony's.
      """),
    Row(
      "product", optional: \.product, .identifier, standard: "the identity's",
      "The number of the pad's product."),
    Row(
      "version", optional: \.version, .identifier, standard: "the identity's",
      "The number of the product's version."),
  ]
}

extension ToggleSettings: KeyedTable {
  static let kind = ConfigurationTable.toggle
  static let rows: [Row<Self>] = [
    Row(
      "fingers", \.fingers, .count(.from(2, to: 10)), isRequired: true,
      "How many fingers, no more and no fewer."),
    Row(
      "hold_time", \.holdTime, .time(.from(100, to: 10_000)),
      "How long they have to stay, each within 5 mm of where it was."),
    Row(
      "start", \.startsOn, .words(["on": true, "off": false]),
      """
      Whether the pads are on when touchstickd starts. With several files they are off if one of them says so. A file
      that is read again switches nothing.
      """),
  ]
}
