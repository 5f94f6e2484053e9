/// touchstickd's status on the bus: the properties of org.touchstick.Pads1, which docs/org.touchstick.Pads1.xml
/// describes.
package struct PadStatus: Equatable, Sendable {
  /// Whether the pads are switched on.
  package var isOn: Bool
  /// A ``Reason``, or the word of a newer daemon.
  package var reason: String
  /// The chosen profile, or the one that the first configuration file asks for; empty for another layout.
  package var profile: String
  /// The layout of the first gamepad.
  package var layout: Layout
  /// The layouts of the other configuration files' gamepads, in the order of the files.
  package var otherLayouts: [Layout]
  /// Everything that keeps the pads from playing, or from being as their files say.
  package var problems: [Problem]
  /// The touch devices in use.
  package var devices: [Device]
  package var pads: [Pad]
  /// The motors that shake when games have the pads rumble.
  package var motors: [Motor]
  /// The motion sensors that are read.
  package var sensors: [Sensor]
  package var profiles: [Profile]
  package var version: String

  /// What keeps the pads off, or the cause of the last switch. The words are those of the bus.
  package enum Reason: String, Sendable {
    /// Nothing but the start of the daemon.
    case start
    /// The gesture on a device.
    case gesture
    /// The signal USR1.
    case signal
    /// A call on the bus.
    case call
    /// The session in front is locked.
    case locked
    /// It was locked, and nobody has switched the pads on since.
    case unlocked
    /// The owner of the pads is not in front.
    case away
    /// A gamepad of the machine is used.
    case gamepad
  }

  package var knownReason: Reason? { Reason(rawValue: reason) }

  package struct Profile: Equatable, Sendable {
    package var name: String
    package var file: String

    /// Makes a profile from its parts.
    package init(name: String, file: String) {
      self.name = name
      self.file = file
    }
  }

  /// A layout, and who has chosen it.
  package struct Layout: Equatable, Sendable {
    package enum Choice: String, Sendable {
      case configuration
      /// A user, until the user's session ends.
      case user
      /// A program, until it ends.
      case program
    }

    /// A profile, a name for a text that was sent, or empty.
    package var name: String
    /// Nil for a word of a newer daemon.
    package var choice: Choice?
    /// The user who has chosen it, or whose program has.
    package var user: UInt32
    /// The program; nil without one, or if it is not known.
    package var process: UInt32?

    /// Makes a layout from its parts.
    package init(
      _ name: String = "", by choice: Choice? = .configuration, user: UInt32 = 0, process: UInt32? = nil
    ) {
      self.name = name
      self.choice = choice
      self.user = user
      self.process = process
    }
  }

  /// Something that keeps the pads from playing, or from being as their files say.
  package struct Problem: Equatable, Sendable {
    /// What keeps pads from playing.
    package enum Obstacle: String, Sendable {
      case off, locked, unlocked, away, gamepad
      case noDevice = "no-device"
      case noControls = "no-controls"
      case released, grabbed, misfit, device
    }

    package var code: String
    /// Nil for what does not keep pads from playing, and for words of a newer daemon.
    package var obstacle: Obstacle? { Obstacle(rawValue: code) }
    /// Whether it is the switch, or what keeps all switched-on pads off.
    package var isOfSwitch: Bool { [.off, .locked, .unlocked, .away, .gamepad].contains(obstacle) }
    package var message: String
    /// What to do; empty if the message contains it.
    package var hint: String
    /// The event node of the device that it is about; empty without one.
    package var node: String
    /// The program that causes it; nil without one, or if it is not known.
    package var process: UInt32?

    /// Makes a problem from its parts.
    package init(
      _ code: String, _ message: String, hint: String, node: String = "", process: UInt32? = nil
    ) {
      self.code = code
      self.message = message
      self.hint = hint
      self.node = node
      self.process = process
    }

    package init(
      _ obstacle: Obstacle, _ message: String, hint: String, node: String = "", process: UInt32? = nil
    ) {
      self.init(obstacle.rawValue, message, hint: hint, node: node, process: process)
    }
  }

  /// A touch device.
  package struct Device: Equatable, Sendable {
    /// The kernel's name for it.
    package var name: String
    /// Its event node.
    package var node: String
    /// `touchscreen`, `touchpad` or `tablet`.
    package var deviceClass: String
    /// As the user holds it, in millimetres.
    package var width, height: Double
    /// `configuration`, `device`, `panel`, `session` or `assumption`.
    package var sizeSource: String
    /// In degrees: 0, 90, 180 or 270.
    package var rotation: UInt32
    /// Whether no other program gets its events.
    package var isGrabbed: Bool

    /// Makes a device from its parts.
    package init(
      name: String, node: String, deviceClass: String, width: Double, height: Double, sizeSource: String,
      rotation: UInt32, isGrabbed: Bool
    ) {
      self.name = name
      self.node = node
      self.deviceClass = deviceClass
      self.width = width
      self.height = height
      self.sizeSource = sizeSource
      self.rotation = rotation
      self.isGrabbed = isGrabbed
    }
  }

  package struct Pad: Equatable, Sendable {
    /// The name that games show.
    package var name: String
    /// Its configuration file; empty without one.
    package var file: String
    /// Its event node; empty if unknown.
    package var node: String

    /// Makes a pad from its parts.
    package init(name: String, file: String, node: String) {
      self.name = name
      self.file = file
      self.node = node
    }
  }

  package struct Motor: Equatable, Sendable {
    /// The kernel's name for it.
    package var name: String
    /// Its event node.
    package var node: String

    /// Makes a motor from its parts.
    package init(name: String, node: String) {
      self.name = name
      self.node = node
    }
  }

  package struct Sensor: Equatable, Sendable {
    /// The driver's name for it.
    package var name: String
    /// Its node, such as /dev/iio:device0.
    package var node: String
    /// `accelerometer`, `gyroscope`, or `accelerometer and gyroscope`.
    package var kind: String
    /// Whether its buffer is read; otherwise the kernel is asked for each value.
    package var isBuffered: Bool

    /// Makes a sensor from its parts.
    package init(name: String, node: String, kind: String, isBuffered: Bool) {
      self.name = name
      self.node = node
      self.kind = kind
      self.isBuffered = isBuffered
    }
  }

  /// Makes a status from its parts.
  package init(
    isOn: Bool, reason: String, profile: String, layout: Layout = Layout(), otherLayouts: [Layout] = [],
    problems: [Problem] = [], devices: [Device], pads: [Pad], motors: [Motor] = [], sensors: [Sensor] = [],
    profiles: [Profile], version: String
  ) {
    self.isOn = isOn
    self.reason = reason
    self.profile = profile
    self.layout = layout
    self.otherLayouts = otherLayouts
    self.problems = problems
    self.devices = devices
    self.pads = pads
    self.motors = motors
    self.sensors = sensors
    self.profiles = profiles
    self.version = version
  }
}

// The form in messages of the bus.
extension PadStatus {
  /// A property, by its name on the bus.
  package enum Property: String, CaseIterable, Sendable {
    case on = "On"
    case reason = "Reason"
    case profile = "Profile"
    case layout = "Layout"
    case otherLayouts = "OtherLayouts"
    case problems = "Problems"
    case devices = "Devices"
    case pads = "Pads"
    case motors = "Motors"
    case sensors = "Sensors"
    case profiles = "Profiles"
    case version = "Version"
  }

  private static let layoutType = "ssuu"
  private static let problemType = "ssssu"
  private static let deviceType = "sssddsub"
  private static let padType = "sss"
  private static let motorType = "ss"
  private static let sensorType = "sssb"
  private static let profileType = "ss"

  /// The properties that differ from another status.
  package func changes(since other: PadStatus) -> [Property] {
    Property.allCases.filter { property in
      switch property {
      case .on: isOn != other.isOn
      case .reason: reason != other.reason
      case .profile: profile != other.profile
      case .layout: layout != other.layout
      case .otherLayouts: otherLayouts != other.otherLayouts
      case .problems: problems != other.problems
      case .devices: devices != other.devices
      case .pads: pads != other.pads
      case .motors: motors != other.motors
      case .sensors: sensors != other.sensors
      case .profiles: profiles != other.profiles
      case .version: version != other.version
      }
    }
  }

  /// Adds a property to a message. Texts that D-Bus refuses would hide all properties.
  package func append(_ property: Property, to message: borrowing BusMessage) throws(SystemError) {
    switch property {
    case .on: try message.append(isOn)
    case .reason: try message.append(reason)
    case .profile: try message.append(profile.printable)
    case .layout:
      try message.append(structureOf: Self.layoutType) { () throws(SystemError) in
        try layout.append(to: message)
      }
    case .otherLayouts:
      try message.append(otherLayouts, of: Self.layoutType) { layout throws(SystemError) in
        try layout.append(to: message)
      }
    case .problems:
      try message.append(problems, of: Self.problemType) { problem throws(SystemError) in
        try message.append(problem.code)
        try message.append(problem.message.printable)
        try message.append(problem.hint.printable)
        try message.append(problem.node.printable)
        try message.append(problem.process ?? 0)
      }
    case .devices:
      try message.append(devices, of: Self.deviceType) { device throws(SystemError) in
        try message.append(device.name.printable)
        try message.append(device.node.printable)
        try message.append(device.deviceClass)
        try message.append(device.width)
        try message.append(device.height)
        try message.append(device.sizeSource)
        try message.append(device.rotation)
        try message.append(device.isGrabbed)
      }
    case .pads:
      try message.append(pads, of: Self.padType) { pad throws(SystemError) in
        try message.append(pad.name.printable)
        try message.append(pad.file.printable)
        try message.append(pad.node.printable)
      }
    case .motors:
      try message.append(motors, of: Self.motorType) { motor throws(SystemError) in
        try message.append(motor.name.printable)
        try message.append(motor.node.printable)
      }
    case .sensors:
      try message.append(sensors, of: Self.sensorType) { sensor throws(SystemError) in
        try message.append(sensor.name.printable)
        try message.append(sensor.node.printable)
        try message.append(sensor.kind)
        try message.append(sensor.isBuffered)
      }
    case .profiles:
      try message.append(profiles, of: Self.profileType) { profile throws(SystemError) in
        try message.append(profile.name.printable)
        try message.append(profile.file.printable)
      }
    case .version: try message.append(version)
    }
  }

  /// Reads what GetAll of org.freedesktop.DBus.Properties has returned. Unknown properties of a newer daemon are
  /// skipped.
  package init(reading reply: borrowing BusMessage) throws(SystemError) {
    self.init(isOn: false, reason: "", profile: "", devices: [], pads: [], profiles: [], version: "")
    try reply.readProperties { name throws(SystemError) in
      switch Property(rawValue: name) {
      case .on: isOn = try reply.readVariant(of: "b") { () throws(SystemError) in try reply.readBool() }
      case .reason:
        reason = try reply.readVariant(of: "s") { () throws(SystemError) in try reply.readString() }
      case .profile:
        profile = try reply.readVariant(of: "s") { () throws(SystemError) in try reply.readString() }
      case .layout:
        layout = try reply.readVariant(of: "(\(Self.layoutType))") { () throws(SystemError) in
          try reply.readStructure(of: Self.layoutType) { () throws(SystemError) in try Layout(reading: reply)
          }
        }
      case .otherLayouts:
        otherLayouts = try reply.readArray(of: Self.layoutType) { () throws(SystemError) in
          try Layout(reading: reply)
        }
      case .problems:
        problems = try reply.readArray(of: Self.problemType) { () throws(SystemError) in
          Problem(
            try reply.readString(), try reply.readString(), hint: try reply.readString(),
            node: try reply.readString(), process: try reply.readProcess())
        }
      case .devices:
        devices = try reply.readArray(of: Self.deviceType) { () throws(SystemError) in
          Device(
            name: try reply.readString(), node: try reply.readString(), deviceClass: try reply.readString(),
            width: try reply.readDouble(), height: try reply.readDouble(), sizeSource: try reply.readString(),
            rotation: try reply.readUInt32(), isGrabbed: try reply.readBool())
        }
      case .pads:
        pads = try reply.readArray(of: Self.padType) { () throws(SystemError) in
          Pad(name: try reply.readString(), file: try reply.readString(), node: try reply.readString())
        }
      case .motors:
        motors = try reply.readArray(of: Self.motorType) { () throws(SystemError) in
          Motor(name: try reply.readString(), node: try reply.readString())
        }
      case .sensors:
        sensors = try reply.readArray(of: Self.sensorType) { () throws(SystemError) in
          Sensor(
            name: try reply.readString(), node: try reply.readString(), kind: try reply.readString(),
            isBuffered: try reply.readBool())
        }
      case .profiles:
        profiles = try reply.readArray(of: Self.profileType) { () throws(SystemError) in
          Profile(name: try reply.readString(), file: try reply.readString())
        }
      case .version:
        version = try reply.readVariant(of: "s") { () throws(SystemError) in try reply.readString() }
      case nil: try reply.skipVariant()
      }
    }
  }
}

extension PadStatus.Layout {
  fileprivate func append(to message: borrowing BusMessage) throws(SystemError) {
    try message.append(name.printable)
    try message.append(choice?.rawValue ?? "")
    try message.append(user)
    try message.append(process ?? 0)
  }

  fileprivate init(reading message: borrowing BusMessage) throws(SystemError) {
    self.init(
      try message.readString(), by: Choice(rawValue: try message.readString()),
      user: try message.readUInt32(), process: try message.readProcess())
  }
}

extension BusMessage {
  /// Nil for 0.
  fileprivate func readProcess() throws(SystemError) -> UInt32? {
    let number = try readUInt32()
    return number == 0 ? nil : number
  }
}
