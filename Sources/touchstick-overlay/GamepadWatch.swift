internal import CLibsystemd
internal import CLinux
internal import Glibc
internal import System

/// The gamepads that are connected, to notice when one is used. Pads that programs make do not count.
@safe final class GamepadWatch: CallbackContext {
  /// Whether a gamepad was used since the last ``forgetUse()``, and is still there.
  var isUsed: Bool { used != nil }

  private let loop: EventLoop
  private let changed: () -> Void
  private var monitor: OpaquePointer?
  private var gamepads: [String: Gamepad] = [:]
  private var sources: [String: EventSource] = [:]
  /// The node of the one that was used.
  private var used: String?

  /// - Parameter changed: Is called when ``isUsed`` has changed.
  init(_ loop: EventLoop, changed: @escaping () -> Void) throws(SystemError) {
    self.loop = loop
    self.changed = changed
    try SystemBus.check(unsafe sd_device_monitor_new(&monitor))
    try SystemBus.check(
      unsafe sd_device_monitor_filter_add_match_subsystem_devtype(monitor, "input", nil))
    try SystemBus.check(unsafe sd_device_monitor_attach_event(monitor, loop.event))
    try SystemBus.check(
      unsafe sd_device_monitor_start(
        monitor,
        { _, device, context in
          if let device = unsafe device { unsafe GamepadWatch.of(context)?.update(device) }
          return 0
        }, context))
    try findGamepads()
  }

  deinit { unsafe sd_device_monitor_unref(monitor) }

  /// Waits for the next use.
  func forgetUse() {
    guard used != nil else { return }
    used = nil
    listen()
    changed()
  }

  private func findGamepads() throws(SystemError) {
    var list: OpaquePointer?
    try SystemBus.check(unsafe sd_device_enumerator_new(&list))
    defer { unsafe sd_device_enumerator_unref(list) }
    try SystemBus.check(unsafe sd_device_enumerator_add_match_subsystem(list, "input", 1))
    try SystemBus.check(unsafe sd_device_enumerator_add_match_property(list, "ID_INPUT_JOYSTICK", "1"))
    var device = unsafe sd_device_enumerator_get_device_first(list)
    while let found = unsafe device {
      unsafe update(found)
      unsafe device = sd_device_enumerator_get_device_next(list)
    }
  }

  /// Adds or removes a device, as udev reports it.
  private func update(_ device: OpaquePointer) {
    guard let node = unsafe deviceText({ unsafe sd_device_get_devname(device, $0) }),
      node.hasPrefix("/dev/input/event")
    else { return }
    var action = SD_DEVICE_ADD
    // Nobody has done anything to a device of a list.
    unsafe sd_device_get_action(device, &action)
    if action == SD_DEVICE_REMOVE {
      forget(node)
      if used == node { forgetUse() }
    } else if gamepads[node] == nil, unsafe isGamepad(device) {
      // Its permissions may come later, and another event with them.
      gamepads[node] = try? Gamepad(node)
      if used == nil { listen() }
    }
  }

  private func forget(_ node: String) {
    // Before its file is closed.
    sources[node] = nil
    gamepads[node] = nil
  }

  private func isGamepad(_ device: OpaquePointer) -> Bool {
    guard let path = unsafe deviceText({ unsafe sd_device_get_syspath(device, $0) }),
      unsafe deviceText({ unsafe sd_device_get_property_value(device, "ID_INPUT_JOYSTICK", $0) }) == "1"
    else { return false }
    // Bluetooth's gamepads are made by a program, too, but one that has a real one.
    return !path.hasPrefix("/sys/devices/virtual/") || path.hasPrefix("/sys/devices/virtual/misc/uhid/")
  }

  /// Reads all gamepads, except for what they sent before.
  private func listen() {
    for (node, gamepad) in gamepads where sources[node] == nil {
      _ = gamepad.readUse()
      sources[node] = try? loop.whenReadable(gamepad.file.number) { [unowned self] in read(node) }
    }
  }

  private func read(_ node: String) {
    switch gamepads[node]?.readUse() {
    case true?:
      used = node
      // A gamepad in use sends hundreds of events a second, which are of no interest now.
      sources = [:]
      changed()
    case false?: break
    // udev says that it is gone, as well.
    case nil: forget(node)
    }
  }
}

/// A gamepad's event node.
@safe final class Gamepad {
  let file: OwnedFileDescriptor
  /// The axes and their ranges.
  private var ranges: [UInt16: Int64] = [:]
  /// The first value of each axis. Before it, the kernel may not know where an axis is.
  private var starts: [UInt16: Int32] = [:]
  private var events = [input_event](repeating: input_event(), count: 64)

  init(_ node: String) throws(SystemError) {
    file = try OwnedFileDescriptor(opening: node, O_RDONLY | O_NONBLOCK)
    for axis in UInt16(0)...UInt16(ABS_MAX) {
      var info = input_absinfo()
      if unsafe clinux_read_axis(file.number, UInt32(axis), &info) == 0 {
        ranges[axis] = Int64(info.maximum) - Int64(info.minimum)
      }
    }
  }

  /// Reads all that waits. Returns whether a button was pressed or an axis was moved by a quarter of its range since its
  /// first value; nil if the gamepad is gone.
  func readUse() -> Bool? {
    var isUsed = false
    while true {
      let size = MemoryLayout<input_event>.stride
      let count = unsafe Glibc.read(file.number, &events, events.count * size)
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN { return isUsed }
      guard count > 0 else { return nil }
      for event in events[..<(count / size)] where isUse(event) { isUsed = true }
    }
  }

  private func isUse(_ event: input_event) -> Bool {
    switch Int32(event.type) {
    case EV_KEY: return event.value == 1
    case EV_ABS:
      guard let range = ranges[event.code] else { return false }
      guard let start = starts[event.code] else {
        starts[event.code] = event.value
        return false
      }
      return abs(Int64(event.value) - Int64(start)) * 4 > range
    default: return false
    }
  }
}
