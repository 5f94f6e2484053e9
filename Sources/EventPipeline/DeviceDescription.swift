/// The description of an input device: its identity, properties, event codes and axes. evemu and `libinput record` save
/// it, libevdev reads it from a node, and uinput makes a device from it.
public struct DeviceDescription: Equatable, Sendable {
  /// The kernel's name for the device.
  public var name: String
  /// Bus, vendor, product and version.
  public var id: DeviceID
  /// The device's properties (`INPUT_PROP_*`).
  public var properties: Set<DeviceProperty>
  /// Every event code the device can send, except `EV_SYN`, which all devices have.
  public var codes: Set<EventCode>
  /// The axes, by `EV_ABS` code. Every absolute code in ``codes`` has an entry here.
  public var axes: [UInt16: AbsoluteAxis]

  /// Makes a description; absolute codes are added to ``codes`` for the axes given.
  public init(
    name: String, id: DeviceID, properties: Set<DeviceProperty> = [], codes: Set<EventCode> = [],
    axes: [UInt16: AbsoluteAxis] = [:]
  ) {
    self.name = name
    self.id = id
    self.properties = properties
    self.codes = codes.union(axes.keys.map { EventCode(.absolute, $0) })
    self.axes = axes
  }

  /// Whether the device can send this code.
  public func supports(_ code: EventCode) -> Bool {
    code.type == .synchronisation || codes.contains(code)
  }

  /// The axis of an absolute code; nil if the device does not have it.
  public func axis(_ code: EventCode) -> AbsoluteAxis? {
    code.type == .absolute ? axes[code.code] : nil
  }
}

/// A device's identity (`struct input_id`).
public struct DeviceID: Equatable, Sendable {
  /// The bus, such as 0x03 for USB (`BUS_USB`).
  public var bus: UInt16
  /// The vendor's number.
  public var vendor: UInt16
  /// The product's number.
  public var product: UInt16
  /// The product's version.
  public var version: UInt16

  /// Makes an identity from its four numbers.
  public init(bus: UInt16, vendor: UInt16, product: UInt16, version: UInt16) {
    self.bus = bus
    self.vendor = vendor
    self.product = product
    self.version = version
  }
}

/// One absolute axis (`struct input_absinfo`).
public struct AbsoluteAxis: Equatable, Sendable {
  /// The current value, in the device's units.
  public var value: Int32
  /// The lowest value.
  public var minimum: Int32
  /// The highest value.
  public var maximum: Int32
  /// The kernel's noise filter for the axis, in the device's units; 0 is off.
  public var fuzz: Int32
  /// Values this close to 0 count as 0, in the device's units.
  public var flat: Int32
  /// The resolution: units per millimetre for positions; 0 if the device reports none.
  public var resolution: Int32

  /// Makes an axis.
  public init(
    minimum: Int32, maximum: Int32, fuzz: Int32 = 0, flat: Int32 = 0, resolution: Int32 = 0, value: Int32 = 0
  ) {
    self.minimum = minimum
    self.maximum = maximum
    self.fuzz = fuzz
    self.flat = flat
    self.resolution = resolution
    self.value = value
  }
}

/// A device property (the `INPUT_PROP_*` constants of `linux/input-event-codes.h`).
public struct DeviceProperty: RawRepresentable, Hashable, Sendable {
  /// The kernel's number for the property.
  public let rawValue: UInt16

  /// Makes a property from the kernel's number.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The surface needs a pointer on a screen, as a touchpad does: `INPUT_PROP_POINTER`.
  public static let pointer = DeviceProperty(rawValue: 0x00)
  /// The surface lies on a screen: `INPUT_PROP_DIRECT`.
  public static let direct = DeviceProperty(rawValue: 0x01)
  /// The slots are the corners of a box around all fingers: `INPUT_PROP_SEMI_MT`.
  public static let semiMT = DeviceProperty(rawValue: 0x03)
  /// The device measures acceleration: `INPUT_PROP_ACCELEROMETER`.
  public static let accelerometer = DeviceProperty(rawValue: 0x06)
}
