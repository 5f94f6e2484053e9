internal import CLibevdev
internal import CLinux
public import EventPipeline
internal import Glibc
internal import System

public final class EventNode {
  public enum Reading {
    case event(InputEvent)
    /// The kernel dropped events (SYN_DROPPED), at this time in microseconds: the known state may be out of date.
    case dropped(time: Int64)
    /// There is nothing more to read for now.
    case drained

    /// The time stamp, in microseconds; nil if there is nothing.
    @inlinable public var time: Int64? {
      switch self {
      case .event(let event): event.time
      case .dropped(let time): time
      case .drained: nil
      }
    }
  }

  public let path: String
  public let description: DeviceDescription
  public var fileDescriptor: Int32 { evdev.file.number }

  let evdev: LibevdevHandle
  /// In place, because each event reads it.
  private let queue = InPlace(EventQueue())

  /// Opens a node.
  ///
  /// - Parameter mayWrite: Whether to open it for writing too, if permitted: ``ungrab()`` writes.
  public init(opening path: String, mayWrite: Bool = false) throws(DeviceError) {
    evdev = try .make(try Self.open(path, mayWrite: mayWrite), node: path)
    self.path = path
    description = unsafe DeviceDescription(evdev.pointer)
  }

  private static func open(_ path: String, mayWrite: Bool) throws(DeviceError) -> OwnedFileDescriptor {
    if mayWrite, let file = try? OwnedFileDescriptor(opening: path, O_RDWR | O_NONBLOCK) { return file }
    do throws(SystemError) {
      return try OwnedFileDescriptor(opening: path, O_RDONLY | O_NONBLOCK)
    } catch {
      throw .cannotOpen(node: path, errno: error.errno)
    }
  }

  /// Call this if you stop reading before the node is ``Reading/drained``: more may arrive before you go on.
  public func pauseReading() { queue.value.expectMore() }

  /// Reads the next event without waiting. read(2)
  ///
  /// Not with libevdev, which would apply it to a state of its own. For a frame with ten fingers, that takes more
  /// instructions than everything else.
  ///
  /// - Throws: ``DeviceError/cannotRead(node:errno:)``, with ENODEV if the device is gone.
  public func read() throws(DeviceError) -> Reading {
    guard let event = try next() else { return .drained }
    guard event.is(.synDropped) else { return .event(event) }
    try askForState()
    return .dropped(time: event.time)
  }

  /// Reads the waiting events without waiting, and without a look at them. Use this or ``read()`` for a node. read(2)
  ///
  /// - Returns: The events; none if there is nothing to read for now.
  /// - Throws: ``DeviceError/cannotRead(node:errno:)``, with ENODEV if the device is gone.
  public func readUnchanged() throws(DeviceError) -> [InputEvent] {
    guard let first = try next() else { return [] }
    var events = [first]
    while let event = queue.value.next() { events.append(event) }
    return events
  }

  @inline(__always) private func next() throws(DeviceError) -> InputEvent? {
    if let event = queue.value.next() { return event }
    do throws(SystemError) {
      try queue.value.fill(from: fileDescriptor)
    } catch {
      throw .cannotRead(node: path, errno: error.errno)
    }
    return queue.value.next()
  }

  /// Has the kernel leave out the ``DeviceDescription/emulatedAxes``, which makes each frame shorter. EVIOCSMASK
  public func omitEmulatedAxes() {
    // Linux before 4.4 cannot. Then the axes are read, and nobody looks at them.
    _ = clinux_select_axes(fileDescriptor, ~description.emulatedAxes)
  }

  /// The device's state when it was last read: when the node was opened, when events were dropped, or by
  /// ``askForState()``.
  public var state: DeviceState { unsafe DeviceState(evdev.pointer, of: description) }

  /// The value of an axis or button in the ``state``; 0 if the device does not have it. libevdev_get_event_value()
  public func value(of code: EventCode) -> Int32 {
    unsafe libevdev_get_event_value(evdev.pointer, UInt32(code.type.rawValue), UInt32(code.code))
  }

  /// Reads the state from the device, and discards waiting events. LIBEVDEV_READ_FLAG_FORCE_SYNC
  public func askForState() throws(DeviceError) {
    queue.value.clear()
    var event = input_event()
    let force = UInt32(LIBEVDEV_READ_FLAG_FORCE_SYNC.rawValue)
    var status = unsafe libevdev_next_event(evdev.pointer, force, &event)
    // The events that libevdev generates for the difference are ignored: they look like motion, and only the state
    // counts. Without the second flag, some versions read events meanwhile, and keep them.
    let sync = UInt32(LIBEVDEV_READ_FLAG_SYNC.rawValue | LIBEVDEV_READ_FLAG_BLOCKING.rawValue)
    while status >= 0 { status = unsafe libevdev_next_event(evdev.pointer, sync, &event) }
    guard status == -EAGAIN else { throw .cannotRead(node: path, errno: -status) }
  }
}

/// The events of a node that were read with one call, and wait to be processed.
struct EventQueue: ~Copyable {
  private var events = InlineArray<64, input_event>(repeating: input_event())
  /// The events that wait are those from `first` to before `end`.
  private var (first, end) = (0, 0)
  /// Whether the next ``fill(from:)`` need not read: the last one returned all that there was then. What arrives later wakes up
  /// whoever waits for the node.
  private var skipsNextRead = false

  /// Removes and returns the next event; nil if none waits.
  mutating func next() -> InputEvent? {
    guard first < end else { return nil }
    defer { first += 1 }
    return InputEvent(events[first])
  }

  /// Has the next ``fill(from:)`` read, although the last one returned all that there was then.
  mutating func expectMore() { skipsNextRead = false }

  mutating func clear() { (first, end, skipsNextRead) = (0, 0, false) }

  /// Replaces the events by the next ones of a node, unless the last call returned all that there was. read(2)
  mutating func fill(from file: Int32) throws(SystemError) {
    guard !skipsNextRead else { return clear() }
    var bytes = events.mutableSpan
    let length = unsafe bytes.withUnsafeMutableBytes { unsafe read(file, $0.baseAddress, $0.count) }
    guard length >= 0 || errno == EAGAIN || errno == EINTR else { throw .last }
    (first, end) = (0, length < 0 ? 0 : length / MemoryLayout<input_event>.stride)
    skipsNextRead = 0 < end && end < events.count
  }
}

// Grabbing the device, and releasing it.
extension EventNode {
  /// Grabs the device: no other program receives its events. EVIOCGRAB
  ///
  /// Call this only while nothing touches the surface. Otherwise other programs never see the lift.
  ///
  /// - Throws: ``DeviceError/cannotGrab(node:name:errno:)``, with EBUSY if another program has grabbed it.
  public func grab() throws(DeviceError) {
    let status = unsafe libevdev_grab(evdev.pointer, LIBEVDEV_GRAB)
    guard status == 0 else { throw .cannotGrab(node: path, name: description.name, errno: -status) }
  }

  /// Releases the device to other programs. If the node is readable and writable, it also reports what they missed.
  ///
  /// Call this only while nothing touches the surface, like ``grab()``.
  ///
  /// - Throws: ``DeviceError/cannotRelease(node:name:errno:)``. The device then stays grabbed until the node is closed, or it
  ///   is gone.
  public func ungrab() throws(DeviceError) {
    let status = unsafe libevdev_grab(evdev.pointer, LIBEVDEV_UNGRAB)
    guard status == 0 else { throw .cannotRelease(node: path, name: description.name, errno: -status) }
    // A new reader knows the slot and the positions of this moment, and discards no event that waits here.
    if let current = try? EventNode(opening: path) { repeatPositions(as: current) }
  }

  /// Reports the current slot and every position to all readers of the device, because the kernel does not.
  ///
  /// The kernel omits a slot or a value that did not change, even for readers that missed it because of a grab. Such a
  /// reader puts the next finger into a wrong slot. Events written to a node reach all its readers
  /// (drivers/input/evdev.c, evdev_write). The current slot comes last, because the driver may rely on it.
  private func repeatPositions(as current: EventNode) {
    let events = current.positions(on: [.absX, .absY], time: 0, repeated).map { input_event($0) }
    // Without write permission, or if the device is gone, readers are no worse off.
    _ = unsafe write(fileDescriptor, events, events.count * MemoryLayout<input_event>.stride)
  }

  /// An axis's value, preceded by another value so far away that the kernel filters neither (input_defuzz_abs_event()).
  private func repeated(_ axis: UInt16, _ value: Int32) -> [InputEvent] {
    guard let range = description.axes[axis] else { return [] }
    let step = 2 &* range.fuzz &+ 1
    let other = value &+ step <= range.maximum ? value &+ step : value &- step
    return [other, value].map { InputEvent(time: 0, EventCode(.absolute, axis), $0) }
  }
}

// Reading a device to record it.
extension EventNode {
  /// The frame that reports the current slot and every position, as the node had them when it was opened.
  ///
  /// The kernel omits a slot or a value that did not change, also for readers that came later. Contacts are not in the
  /// frame: those that touch the surface already began before the recording.
  public func positionFrame(time: Int64) -> [InputEvent] {
    positions(on: [.absX, .absY, .absZ, .absRX], time: time) { axis, value in
      value == 0 ? [] : [InputEvent(time: time, EventCode(.absolute, axis), value)]
    }
  }

  /// A frame with the positions of the slots, the current one last, and of other axes; empty if there are none.
  func positions(
    on axes: [EventCode], time: Int64, _ events: (_ axis: UInt16, _ value: Int32) -> [InputEvent]
  ) -> [InputEvent] {
    var frame = axes.filter(description.codes.contains).flatMap { events($0.code, value(of: $0)) }
    let (count, current) = unsafe (
      libevdev_get_num_slots(evdev.pointer), libevdev_get_current_slot(evdev.pointer)
    )
    for slot in (0..<max(count, 0)).filter({ $0 != current }) + (count > 0 ? [current] : []) {
      frame.append(InputEvent(time: time, .absMTSlot, slot))
      for axis in description.slotAxes {
        frame += events(axis, unsafe libevdev_get_slot_value(evdev.pointer, UInt32(slot), UInt32(axis)))
      }
    }
    return frame.isEmpty ? [] : frame + [InputEvent(time: time, .synReport, 0)]
  }
}
