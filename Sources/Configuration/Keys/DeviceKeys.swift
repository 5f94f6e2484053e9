internal import EventPipeline

// The keys of the tables that a file has once, and of the file itself.
extension Settings: RowTable {
  static let profileRows: [Row<Self>] = [
    Row(
      "description", optional: \.description, .text(limit: 80), defaultText: "none",
      "What the layout is for. `touchstick profiles` prints it beside the name of the profile."),
    Row(
      "made_for", \.madeFor, .heldScreens, defaultText: "`[]`",
      """
      The screens that the layout is made for, and how the hands hold them. A phone has 5 to 7 inches, a screen 7 to 15 inches;
      `portrait` is taller than wide. `touchstick check` tries the layout on three sizes of each, and warns of what thumbs
      cannot reach or hit there. Without the key, it tries typical surfaces, and knows nothing of the hands.
      """),
    Row(
      "rumble_strength", \.rumbleFactor, .number(.from(0, to: 1)),
      "What `strength` in `[rumble]` is multiplied by while this layout is used."),
  ]

  static let rows: [Row<Self>] =
    profileRows + [
      Row(
        "profile", optional: \.profile, .text(limit: 64), defaultText: "none",
        """
        The name of a profile. This configuration file uses the controls of the profile, and must not have controls of its
        own. `touchstick profiles` lists all profiles. `"auto"` is the one for the device: `phone` or `touchscreen`, by
        the size and shape of a touchscreen, `touchpad` or `tablet`. The installed file contains `"auto"`, which is also
        used without any file.
        """),
      Row(
        "layouts", \.acceptsSentLayouts, .words(["any": true, "installed": false]),
        """
        Which layouts programs of the session may use, such as `touchstick use` and `touchstick run`: any that they send,
        or only the profiles that `touchstick profiles` lists beside this file and among the installed ones. A layout
        decides which touches the session's programs see.
        """),
      Row(
        "menu", \.allowsMenu, .flag,
        """
        Whether the overlay has its menu, the handle that opens it, and its edit mode. Buttons with the output `"menu"` do
        nothing without it.
        """),
    ]
}

extension DeviceSettings: KeyedTable {
  static let kind = ConfigurationTable.device
  static let introduction =
    """
    Which touch device to use, and how. The conditions are `name`, `type`, `vendor`, `product` and `path`. The device
    must meet all that are in this table. Without conditions, touchstickd uses the touchscreen, or else the touchpad,
    or else the tablet. If the device goes away, touchstickd waits for one of the same type.
    """
  static let rows: [Row<Self>] = [
    Row(
      "name", optional: \.name, .pattern, defaultText: "any",
      """
      The kernel's name for the device, as `libinput list-devices` shows it. `*` matches any text, `?` any character,
      and `[a-z]` one of these characters.
      """),
    Row(
      "type", optional: \.type,
      .words([
        "touchscreen": .one(.touchscreen), "touchpad": .one(.touchpad), "tablet": .one(.tablet), "any": .any,
      ]), defaultText: "none",
      """
      The type of the device. If devices of several types match, touchstickd prefers a touchscreen to a touchpad, and a
      touchpad to a tablet. Without this key, and with `"any"`, any type matches. The difference shows when a device of
      a preferred type appears later: without the key, touchstickd changes to that device; with `"any"`, it keeps the
      one it has. The installed file contains `"touchscreen"`, so touchpads and tablets are not used.
      """),
    Row("vendor", optional: \.vendor, .identifier, defaultText: "any", "The device's vendor number."),
    Row("product", optional: \.product, .identifier, defaultText: "any", "The device's product number."),
    Row(
      "path", optional: \.path, .path, defaultText: "any",
      """
      The device's node, or a link to it that **udev**(7) makes. Links, such as those in */dev/input/by-path*, stay
      the same when the node changes.
      """),
    Row(
      "grab", \.grab, .flag,
      """
      Whether touchstickd grabs the device from the desktop while the pad is on. With `false`, the desktop receives all
      touches, including those on controls.
      """),
    Row(
      "pass_through", optional: \.passThrough, .flag, defaultText: "the value of `grab`",
      """
      Whether touches outside the controls reach the desktop, through a virtual clone of the device. It cannot be
      `true` if `grab` is `false`.
      """),
    Row(
      "size", optional: \.size, .size, defaultText: "what the device reports",
      """
      The size of the surface, for a device that reports none or a wrong one. Width and height are those of the device
      itself, whatever its `rotation`.
      """),
    Row(
      "rotation", optional: \.rotation,
      .words([
        "0": .fixed(.topUp), "90": .fixed(.leftUp), "180": .fixed(.bottomUp), "270": .fixed(.rightUp),
        "screen": .screen,
      ]), defaultText: "`\"screen\"` for a touchscreen, else `0`",
      """
      How the device is held, in degrees clockwise: `90` means left edge up, `180` bottom edge up, `270` right edge up.
      If the desktop rotates its picture and you see it upright, use the number of the output's Wayland transform. Sway
      counts the other way round: its `90` is `270` here. `"screen"` follows the rotation of the screen. The layout
      describes the rotated surface, as the user sees it.
      """),
  ]
}

extension GamepadSettings: KeyedTable {
  static let kind = ConfigurationTable.gamepad
  static let introduction = "The pad that games see."
  static let rows: [Row<Self>] = [
    Row(
      "identity", \.identity, .rawValues,
      """
      What the pad claims to be: a wired Xbox 360 controller, which all games know, or a generic pad.
      """),
    Row("name", optional: \.name, .gamepadName, defaultText: "the identity's", "The name that games show."),
    Row(
      "bus", optional: \.bus, .identifier, defaultText: "the identity's",
      "The number of the bus that the pad claims to use; 0x03 is USB."),
    Row(
      "vendor", optional: \.vendor, .identifier, defaultText: "the identity's",
      """
      The pad's vendor number. Games identify a pad by `vendor` and `product`, and some numbers make them swap buttons:
      for Sony's numbers, SDL swaps X and Y.
      """),
    Row(
      "product", optional: \.product, .identifier, defaultText: "the identity's",
      "The pad's product number."),
    Row(
      "version", optional: \.version, .identifier, defaultText: "the identity's",
      "The pad's version number."),
    Row(
      "rumble", \.rumbles, .flag,
      """
      Whether games can have the pad rumble (force feedback). `[rumble]` decides what shakes then. With `false`, games see a
      pad without motors.
      """),
    Row(
      "while_off", \.isUnpluggedWhileOff, .words(["keep": false, "unplug": true]),
      """
      What becomes of the pad while the pads are off, for whatever reason: it stays, at rest (`"keep"`), or goes as if it were
      unplugged, and comes back when they are on (`"unplug"`). Then games that use the first pad find a real one. Few
      games notice a pad that comes back.
      """),
  ]
}

extension RumbleSettings: KeyedTable {
  static let kind = ConfigurationTable.rumble
  static let introduction =
    """
    What shakes when a game has the pad rumble. touchstickd uses one motor for the two that a pad has. The motor gets the
    magnitude of the pad's strong motor, or half of the weak one's if that is more. It shakes only while the pad is on.
    """
  static let rows: [Row<Self>] = [
    Row(
      "motor", \.motor, .motor,
      """
      The motor: `"auto"` is the one that is built into the machine, `"none"` is no motor. Any other text is the kernel's name
      of a motor, with the same patterns as `name` in `[device]`. A motor is an input device that can rumble, and has no keys
      and no axes. `"auto"` never uses a virtual one, that is, one that a program has made. If feedbackd runs in the session of
      the user in front and has a motor, `"auto"` has feedbackd shake it.
      """),
    Row(
      "strength", \.strength, .number(.from(0, to: 1)),
      "How strongly the motor shakes: its magnitude is multiplied with this."),
    Row(
      "minimum", \.minimum, .number(.from(0, to: 1)),
      """
      The least magnitude. Weaker rumble gets it, so that it can be felt: some small motors do nothing below a certain
      magnitude.
      """),
  ]
}

extension HapticSettings: KeyedTable {
  static let kind = ConfigurationTable.haptics
  static let introduction =
    """
    Short ticks of the motor of `[rumble]`, which the fingers feel on a flat surface. The installed file contains soft ones:
    `press = 0.3` and `direction = 0.15`. Without a file, or without this table, there are none. While a game has the motor
    shake, it does not tick. A tick is at least as strong as `minimum` in `[rumble]`.
    """
  static let rows: [Row<Self>] = [
    Row(
      "press", \.press, .number(.from(0, to: 1)),
      """
      How strongly the motor ticks when a button goes down, or a trigger is pulled. What a button repeats or plays is one press.
      """),
    Row(
      "release", \.release, .number(.from(0, to: 1)),
      "How strongly it ticks when a button goes up, or a trigger is no longer pulled."),
    Row(
      "direction", \.direction, .number(.from(0, to: 1)),
      """
      How strongly it ticks when a direction pad, or a stick with four or eight directions, gets another direction. There is
      no tick for the way back to the middle.
      """),
    Row(
      "rim", \.rim, .number(.from(0, to: 1)),
      "How strongly it ticks when a stick's handle reaches the rim of its base."),
  ]
}

extension KeyboardSettings: KeyedTable {
  static let kind = ConfigurationTable.keyboard
  static let introduction =
    """
    The keys that buttons may press on a virtual keyboard: see `output` in `[[button]]`. The keyboard exists only while a
    layout has keys, and can send only those.
    """
  static let rows: [Row<Self>] = [
    Row(
      "keys", \.keys, .keyboardKeys,
      """
      More keys that layouts may press. Always allowed are \(alwaysAllowedPhrase): they write no text, and change no other key.
      The names are those of *linux/input-event-codes.h*, such as `KEY_ENTER`. The list counts for the layout of this file,
      and for every profile or sent layout in its place; what root chooses on the command line needs no permission. With
      letters and Enter, any program of the session can have a touch type a command.
      """)
  ]
}

extension ToggleSettings: KeyedTable {
  static let kind = ConfigurationTable.toggle
  static let introduction =
    """
    A gesture that switches all pads off or on: a number of fingers lie still on the surface. While the pads are off,
    the desktop receives all touches. Without this table there is no gesture. `touchstick toggle` and the signal USR1
    switch the pads, too. `start`, `lock`, `resume` and `gamepads` do not depend on the gesture. The table still needs `fingers`.
    """
  static let rows: [Row<Self>] = [
    Row(
      "fingers", \.fingers, .count(.from(2, to: 10)), isRequired: true,
      "The exact number of fingers."),
    Row(
      "hold_time", \.holdTime, .time(.from(100, to: 10_000)),
      """
      How long the fingers must lie still. None may move more than 5 mm from where it was when the last finger landed.
      """),
    Row(
      "start", \.startsOn, .words(["on": true, "off": false]),
      """
      Whether the pads are on when touchstickd starts. The installed file contains `"off"`. If files for different
      devices disagree, the pads are off. Reading a file again does not switch the pads.
      """),
    Row(
      "lock", \.ignoresLock, .words(["off": false, "ignore": true]),
      """
      What happens while the session of the pads' user is locked or not in front: the pads go off (`"off"`), or stay as
      they are (`"ignore"`), for example on a kiosk. **touchstickd**(8) explains whose the pads are. If files for
      different devices disagree, the pads go off.
      """),
    Row(
      "resume", \.resumesAutomatically, .words(["manual": false, "automatic": true]),
      """
      How pads that a lock or a sleep has switched off come back: when their user switches them on (`"manual"`), or when
      logind says that the session is no longer locked (`"automatic"`). Any program of the session can make logind say so,
      and some lockers never report the lock. If files for different devices disagree, it is `"manual"`.
      """),
    Row(
      "gamepads", \.restsForGamepads, .words(["off": true, "ignore": false]),
      """
      What happens when a gamepad that is connected to the machine is used: the pads rest (`"off"`), and the desktop gets
      all touches, or nothing happens (`"ignore"`). Pads that rest come back after a touch where a control is, when the
      gamepad is disconnected, and when somebody switches them. A gamepad counts after a press of a button, or a movement of
      an axis by a quarter of its range; one that a program has made does not. If files for different devices disagree, the
      pads rest.
      """),
  ]
}
