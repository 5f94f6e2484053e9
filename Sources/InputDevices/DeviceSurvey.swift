internal import CLibudev
public import EventPipeline
internal import Glibc
internal import System

/// The public information about an input device with an event node, from sysfs and udev, without opening it.
public struct SurveyedDevice: Equatable, Sendable {
  public let path: String
  /// The description. The ranges and values of its axes are not public: they are 0.
  public let description: DeviceDescription
  public let phys: String?
  public let isInitialised: Bool
  /// The classes that udev gives it: the properties that are 1, such as `TOUCHSCREEN` for `ID_INPUT_TOUCHSCREEN`.
  public let udevClasses: Set<String>
  /// Other paths of the node, such as those in /dev/input/by-path, in the order of their names.
  public let links: [String]
  /// The node that joydev made for the device, such as /dev/input/js0; nil if there is none.
  public let joystickNode: String?
  /// Whether it is built into the machine: by udev's ID_INTEGRATION, or, before systemd 257, by its bus.
  public let isBuiltIn: Bool
  /// Whether a program has made it. Bluetooth's devices do not count, although a program makes them of real ones.
  public let isVirtual: Bool
  /// The output that udev's property WL_OUTPUT names, which compositors with libinput map its touches to.
  public let mappedOutput: String?
  /// The seat that it belongs to, by udev's ID_SEAT; seat0 without one.
  public let seat: String

  /// Whether udev classifies it as a touchscreen, touchpad or tablet, and not as the buttons beside a tablet's surface.
  public var isTouch: Bool {
    !udevClasses.isDisjoint(with: Self.touchClasses) && !udevClasses.contains("TABLET_PAD")
  }
  public var isOwn: Bool { phys?.hasPrefix(VirtualDevice.ownPhys) == true }
  /// Whether it can be used, if it is a touch device: udev has initialised it, it is on seat0, and touchstick did not make
  /// it.
  public var isCandidate: Bool { isInitialised && isTouch && isOnMainSeat && !isOwn }
  /// The users of other seats do not control the pads, and must not be watched by the one in front of seat0.
  public var isOnMainSeat: Bool { seat == Self.mainSeat }
  public var isGamepad: Bool { phys == VirtualDevice.gamepadPhys }
  /// Whether it is a mouse that look pads move.
  public var isMouse: Bool { phys == VirtualDevice.mousePhys }
  /// Whether it is a keyboard whose keys buttons hold.
  public var isKeyboard: Bool { phys == VirtualDevice.keyboardPhys }
  /// Whether it is a motor that may shake for a pad: it plays rumble, and has no keys and no axes, which pads and wheels
  /// have.
  public var isMotor: Bool {
    isInitialised && isOnMainSeat && !isOwn && description.codes.contains(.ffRumble)
      && description.codes.allSatisfy { $0.type == .forceFeedback }
  }
  /// The path of the original's node, if this is a clone that touchstick made.
  public var clonedNode: String? {
    guard let phys, phys.hasPrefix(VirtualDevice.clonePhys) else { return nil }
    return "/dev/input/" + phys.dropFirst(VirtualDevice.clonePhys.count)
  }

  public init(
    path: String, description: DeviceDescription, phys: String? = nil, isInitialised: Bool = true,
    udevClasses: Set<String> = [], links: [String] = [], joystickNode: String? = nil, isBuiltIn: Bool = false,
    isVirtual: Bool = false, mappedOutput: String? = nil, seat: String? = nil
  ) {
    self.path = path
    self.description = description
    self.phys = phys
    self.isInitialised = isInitialised
    self.udevClasses = udevClasses
    self.links = links
    self.joystickNode = joystickNode
    self.isBuiltIn = isBuiltIn
    self.isVirtual = isVirtual
    self.mappedOutput = mappedOutput
    self.seat = seat ?? Self.mainSeat
  }

  private static let mainSeat = "seat0"

  private static let touchClasses: Set = ["TOUCHSCREEN", "TOUCHPAD", "TABLET"]
  private static let classPrefix = "ID_INPUT_"
  /// The buses inside a machine: BUS_I2C, BUS_HOST, BUS_SPI and BUS_RMI of linux/input.h.
  private static let inside: Set<UInt16> = [0x18, 0x19, 0x1c, 0x1d]

  /// All devices, including those that udev has not initialised, in the order of their numbers.
  ///
  /// It needs no permission. Without udev, it finds no classes and no links.
  public static func all() -> [SurveyedDevice] { survey().devices }

  /// ``all()``, and the error if some could not be read for now; such a device may be missing, or lack its classes.
  public static func survey() -> (devices: [SurveyedDevice], failure: DeviceError?) {
    guard let udev = unsafe udev_new() else { return ([], .cannotMonitor(errno: errno)) }
    defer { unsafe udev_unref(udev) }
    var failure = SurveyFailure()
    var joysticks: [String: String] = [:]
    unsafe forEachDevice(in: "input", "js*", udev, &failure) { device, _ in
      guard let parent = unsafe inputParent(of: device),
        let path = unsafe text(udev_device_get_syspath(parent))
      else { return }
      joysticks[path] = unsafe text(udev_device_get_devnode(device))
    }
    var devices: [SurveyedDevice] = []
    unsafe forEachDevice(in: "input", "event*", udev, &failure) { device, failure in
      if let device = unsafe SurveyedDevice(device, joysticks: joysticks, &failure) { devices.append(device) }
    }
    return (
      devices.sorted { ($0.path.utf8.count, $0.path) < ($1.path.utf8.count, $1.path) },
      failure.first.map { .cannotMonitor(errno: $0.errno) }
    )
  }

  /// Nil for a device without an event node: a mouse or joystick interface, or the device above them.
  init?(_ device: OpaquePointer, joysticks: [String: String] = [:], _ failure: inout SurveyFailure) {
    guard unsafe text(udev_device_get_sysname(device))?.hasPrefix("event") == true else { return nil }
    let path = failure.record { unsafe text(udev_device_get_devnode(device)) }
    let parent = unsafe failure.record { unsafe inputParent(of: device) }
    guard let path, let parent = unsafe parent else { return nil }
    var classes: Set<String> = []
    var links: [String] = []
    let properties = unsafe failure.record { unsafe udev_device_get_properties_list_entry(device) }
    unsafe forEachEntry(of: properties) { pointer in
      let property = unsafe String(cString: pointer)
      guard property.hasPrefix(Self.classPrefix),
        unsafe text(udev_device_get_property_value(device, pointer)) == "1"
      else { return }
      classes.insert(String(property.dropFirst(Self.classPrefix.count)))
    }
    unsafe forEachEntry(of: udev_device_get_devlinks_list_entry(device)) { pointer in
      links.append(unsafe String(cString: pointer))
    }
    let description = unsafe DeviceDescription(inSysfs: parent, &failure)
    let isInitialised = failure.record { unsafe udev_device_get_is_initialized(device) > 0 }
    let syspath = unsafe text(udev_device_get_syspath(device)) ?? ""
    let integration = unsafe text(udev_device_get_property_value(device, "ID_INTEGRATION"))
    self.init(
      path: path, description: description,
      phys: unsafe text(udev_device_get_sysattr_value(parent, "phys")),
      isInitialised: isInitialised, udevClasses: classes,
      links: links.sorted(),
      joystickNode: unsafe text(udev_device_get_syspath(parent)).flatMap { joysticks[$0] },
      isBuiltIn: integration.map { $0 == "internal" } ?? Self.inside.contains(description.id.bus),
      isVirtual: syspath.hasPrefix("/sys/devices/virtual/")
        && !syspath.hasPrefix("/sys/devices/virtual/misc/uhid/"),
      mappedOutput: unsafe text(udev_device_get_property_value(device, "WL_OUTPUT")),
      seat: unsafe text(udev_device_get_property_value(device, "ID_SEAT")))
  }
}

extension DeviceDescription {
  /// Reads an input device in sysfs: drivers/input/input.c in the kernel.
  fileprivate init(inSysfs device: OpaquePointer, _ failure: inout SurveyFailure) {
    func attribute(_ name: String) -> String? {
      failure.record { unsafe text(udev_device_get_sysattr_value(device, name)) }
    }
    func number(_ name: String) -> UInt16 { attribute("id/" + name).flatMap { UInt16($0, radix: 16) } ?? 0 }
    func codes(_ name: String, _ type: EventType) -> [EventCode] {
      Self.bits(attribute("capabilities/" + name)).map { EventCode(type, $0) }
    }
    let axes = Self.bits(attribute("capabilities/abs"))
    self.init(
      name: (attribute("name") ?? "").printable,
      id: DeviceID(
        bus: number("bustype"), vendor: number("vendor"), product: number("product"),
        version: number("version")),
      properties: Set(Self.bits(attribute("properties")).map(DeviceProperty.init)),
      codes: Set(codes("key", .key) + codes("rel", .relative) + codes("ff", .forceFeedback)),
      axes: Dictionary(uniqueKeysWithValues: axes.map { ($0, AbsoluteAxis(minimum: 0, maximum: 0)) }))
  }

  /// The set bits of a bitmap in the kernel's notation: hexadecimal words of the kernel's size, the highest first.
  /// input_bits_to_string()
  private static func bits(_ text: String?) -> [UInt16] {
    let words = (text ?? "").split(separator: " ").map { UInt($0, radix: 16) ?? 0 }
    return words.reversed().enumerated().flatMap { index, word in
      (0..<UInt.bitWidth).filter { word & (1 << UInt($0)) != 0 }
        .map { UInt16(truncatingIfNeeded: index * UInt.bitWidth + $0) }
    }
  }
}

// Queries of libudev for input devices.

/// The device that a node such as event5 or js0 belongs to.
func inputParent(of device: OpaquePointer) -> OpaquePointer? {
  unsafe udev_device_get_parent_with_subsystem_devtype(device, "input", nil)
}

/// The first error that kept libudev from reading something for now. libudev returns what it could read, and leaves the
/// error in errno until its next answer.
struct SurveyFailure {
  private(set) var first: SystemError?

  /// Asks libudev something, and records the error.
  mutating func record<Answer>(_ ask: () -> Answer) -> Answer {
    errno = 0
    let answer = ask()
    record(.last)
    return answer
  }

  /// ENODEV and ENOENT are not such errors: a device may go at any time, and has few of all attributes.
  mutating func record(_ error: SystemError) {
    if first == nil, [EIO, ENOMEM, EMFILE, ENFILE, EINTR].contains(error.errno) { first = error }
  }
}

/// Iterates over the devices of a subsystem whose nodes have such a name, including those that udev has not initialised.
func forEachDevice(
  in subsystem: String, _ name: String, _ udev: OpaquePointer, _ failure: inout SurveyFailure,
  _ body: (OpaquePointer, inout SurveyFailure) -> Void
) {
  guard let enumeration = unsafe udev_enumerate_new(udev) else { return failure.record(.last) }
  defer { unsafe udev_enumerate_unref(enumeration) }
  unsafe udev_enumerate_add_match_subsystem(enumeration, subsystem)
  unsafe udev_enumerate_add_match_sysname(enumeration, name)
  let status = unsafe udev_enumerate_scan_devices(enumeration)
  guard status >= 0 else { return failure.record(SystemError(-status)) }
  unsafe forEachEntry(of: udev_enumerate_get_list_entry(enumeration)) { path in
    let device = unsafe failure.record { unsafe udev_device_new_from_syspath(udev, path) }
    guard let device = unsafe device else { return }
    defer { unsafe udev_device_unref(device) }
    unsafe body(device, &failure)
  }
}

func text(_ pointer: UnsafePointer<CChar>?) -> String? {
  guard let pointer = unsafe pointer else { return nil }
  return unsafe String(cString: pointer)
}

func forEachEntry(of list: OpaquePointer?, _ body: (UnsafePointer<CChar>) -> Void) {
  var next = unsafe list
  while let entry = unsafe next {
    if let name = unsafe udev_list_entry_get_name(entry) { unsafe body(name) }
    unsafe next = udev_list_entry_get_next(entry)
  }
}

/// Watches for the devices of a subsystem through udev.
@safe public final class DeviceMonitor {
  public var fileDescriptor: Int32 { unsafe udev_monitor_get_fd(monitor) }

  private let udev: OpaquePointer
  private let monitor: OpaquePointer

  /// Starts watching, and keeps changes from now on. ``SurveyedDevice/all()`` has the existing devices.
  ///
  /// It listens to udev rather than to the kernel, because a node cannot be opened before udev has set
  /// its group.
  ///
  /// - Parameter subsystem: The kernel's name, such as input or iio.
  public init(of subsystem: String = "input") throws(DeviceError) {
    guard let udev = unsafe udev_new() else { throw .cannotMonitor(errno: errno) }
    guard let monitor = unsafe udev_monitor_new_from_netlink(udev, "udev") else {
      let reason = errno
      unsafe udev_unref(udev)
      throw .cannotMonitor(errno: reason)
    }
    let filter = unsafe udev_monitor_filter_add_match_subsystem_devtype(monitor, subsystem, nil)
    let status = unsafe filter < 0 ? filter : udev_monitor_enable_receiving(monitor)
    guard status >= 0 else {
      unsafe udev_monitor_unref(monitor)
      unsafe udev_unref(udev)
      throw .cannotMonitor(errno: -status)
    }
    unsafe self.udev = udev
    unsafe self.monitor = monitor
  }

  deinit {
    unsafe udev_monitor_unref(monitor)
    unsafe udev_unref(udev)
  }

  /// Whether there are changes to read.
  public var hasChanges: Bool {
    var file = pollfd(fd: fileDescriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&file, 1, 0) != 0
  }

  /// Reads all changes, without waiting. The removal of a device does not count: its user notices it when reading, and
  /// when udev reports it, another device may have the same number.
  ///
  /// - Parameter isWanted: Whether a device is one that the caller can use.
  /// - Returns: Whether such a device may have appeared, or its properties or permissions may have changed: one did, or there
  ///   were too many changes to keep.
  @discardableResult
  public func readChanges(of isWanted: (SurveyedDevice) -> Bool = { _ in true }) -> Bool {
    var mayBeBack = false
    while true {
      errno = 0
      guard let device = unsafe udev_monitor_receive_device(monitor) else {
        guard errno == ENOBUFS else { return mayBeBack }
        mayBeBack = true
        continue
      }
      defer { unsafe udev_device_unref(device) }
      let isGone = unsafe text(udev_device_get_action(device)) == "remove"
      var failure = SurveyFailure()
      let surveyed = unsafe SurveyedDevice(device, &failure)
      if !isGone, surveyed.map(isWanted) == true || failure.first != nil { mayBeBack = true }
    }
  }
}

extension DeviceMonitor {
  /// Forgets all changes, for a caller that looks at all devices again.
  public func discardChanges() {
    while let device = unsafe udev_monitor_receive_device(monitor) { unsafe udev_device_unref(device) }
  }
}

/// An open touchscreen, touchpad or tablet of the kernel.
public struct TouchDevice {
  public let node: EventNode
  public let deviceClass: DeviceClass
  public let panelSize: SurfaceSize?

  /// Opens a touch device.
  ///
  /// - Parameter panelSize: The size of the panel under it: ``SurveyedDevice/panelSize(sysfs:)``.
  public init(
    opening path: String, mayWrite: Bool = false, panelSize: SurfaceSize? = nil
  ) throws(DeviceError) {
    node = try EventNode(opening: path, mayWrite: mayWrite)
    guard let deviceClass = DeviceClass(node.description) else {
      throw .notATouchDevice(node: path, name: node.description.name)
    }
    self.deviceClass = deviceClass
    self.panelSize = panelSize
  }
}
