internal import CLinux
internal import Glibc
package import System

/// A press of a gamepad that chooses in a menu.
package enum GamepadPress: Equatable, Sendable {
  /// The direction pad: -1 is left or up.
  case move(x: Int, y: Int)
  /// A
  case accept
  /// B
  case back
}

/// The gamepads that are connected, to notice when one is used. Pads that programs make do not count.
package final class GamepadWatch {
  /// Whether a gamepad was used since the last ``forgetUse()``, and is still there.
  package var isUsed: Bool { used != nil }

  private let loop: EventLoop
  private let changed: () -> Void
  /// Nil for who wants to know only whether one is used.
  private let pressed: ((GamepadPress) -> Void)?
  private let monitor: DeviceMonitor
  private var monitorSource: EventSource?
  private var gamepads: [String: Gamepad] = [:]
  private var sources: [String: EventSource] = [:]
  /// The node of the one that was used.
  private var used: String?

  /// - Parameters:
  ///   - changed: Is called when ``isUsed`` has changed.
  ///   - pressed: Is called for each press; ``isUsed`` then stays false.
  package init(
    _ loop: EventLoop, changed: @escaping () -> Void = {}, pressed: ((GamepadPress) -> Void)? = nil
  ) throws(SystemError) {
    (self.loop, self.pressed, self.changed) = (loop, pressed, changed)
    do throws(DeviceError) {
      monitor = try DeviceMonitor()
    } catch {
      guard case .cannotMonitor(let errno) = error else { throw SystemError(EIO) }
      throw SystemError(errno)
    }
    monitorSource = try loop.whenReadable(monitor.fileDescriptor) { [unowned self] in
      // A survey reads dozens of files for each device.
      if monitor.readChanges(of: \.isRealGamepad) || isUsedGone { findGamepads() }
    }
    findGamepads()
  }

  /// Whether the node of the used one is gone. Nothing reads it, which would fail.
  private var isUsedGone: Bool { used.map { unsafe access($0, F_OK) != 0 } ?? false }

  /// Waits for the next use.
  package func forgetUse() {
    guard used != nil else { return }
    used = nil
    findGamepads()
    changed()
  }

  private func findGamepads() {
    let devices = SurveyedDevice.all().filter(\.isRealGamepad)
    if let used {
      if !devices.contains(where: { $0.path == used }) { forgetUse() }
      return
    }
    for node in gamepads.keys where !devices.contains(where: { $0.path == node }) { forget(node) }
    // One without permissions gets them later, and udev reports that.
    for device in devices where gamepads[device.path] == nil {
      gamepads[device.path] = try? Gamepad(device.path)
    }
    listen()
  }

  private func forget(_ node: String) {
    // Before its file is closed.
    sources[node] = nil
    gamepads[node] = nil
  }

  /// Reads all gamepads, except for what they sent before.
  private func listen() {
    for (node, gamepad) in gamepads where sources[node] == nil {
      _ = gamepad.readUse()
      sources[node] = try? loop.whenReadable(gamepad.file.number) { [unowned self] in read(node) }
    }
  }

  private func read(_ node: String) {
    switch gamepads[node]?.readUse(pressed) {
    case true? where pressed == nil:
      used = node
      // A gamepad in use sends hundreds of events a second, which are of no interest now.
      (sources, gamepads) = ([:], [:])
      changed()
    case true?, false?: break
    case nil:
      forget(node)
      findGamepads()
    }
  }
}

extension SurveyedDevice {
  /// Whether it is a gamepad of seat0 that no program has made. udev classifies some keyboards as joysticks, too.
  fileprivate var isRealGamepad: Bool {
    udevClasses.contains("JOYSTICK") && !udevClasses.contains("KEYBOARD") && !isVirtual && isOnMainSeat
  }
}

/// A gamepad's event node.
@safe private final class Gamepad {
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

  /// Reads all that waits. Returns whether a button or a hat was pressed, or another axis was moved by a quarter of its range
  /// since its first value; nil if the gamepad is gone.
  ///
  /// - Parameter pressed: Is called for each press.
  func readUse(_ pressed: ((GamepadPress) -> Void)? = nil) -> Bool? {
    var isUsed = false
    while true {
      let size = MemoryLayout<input_event>.stride
      let count = unsafe Glibc.read(file.number, &events, events.count * size)
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN { return isUsed }
      guard count > 0 else { return nil }
      for event in events[..<(count / size)] where isUse(event) {
        isUsed = true
        if let press = GamepadPress(event) { pressed?(press) }
      }
    }
  }

  private func isUse(_ event: input_event) -> Bool {
    switch Int32(event.type) {
    case EV_KEY: return event.value == 1
    // It is at 0 until it is pressed, so its first value counts.
    case EV_ABS where ABS_HAT0X...ABS_HAT3Y ~= Int32(event.code): return event.value != 0
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

extension GamepadPress {
  /// - Parameter event: One that presses something.
  fileprivate init?(_ event: input_event) {
    switch (Int32(event.type), Int32(event.code)) {
    case (EV_KEY, BTN_SOUTH): self = .accept
    case (EV_KEY, BTN_EAST): self = .back
    case (EV_KEY, BTN_DPAD_UP): self = .move(x: 0, y: -1)
    case (EV_KEY, BTN_DPAD_DOWN): self = .move(x: 0, y: 1)
    case (EV_KEY, BTN_DPAD_LEFT): self = .move(x: -1, y: 0)
    case (EV_KEY, BTN_DPAD_RIGHT): self = .move(x: 1, y: 0)
    case (EV_ABS, ABS_HAT0X): self = .move(x: Int(event.value.signum()), y: 0)
    case (EV_ABS, ABS_HAT0Y): self = .move(x: 0, y: Int(event.value.signum()))
    default: return nil
    }
  }
}
