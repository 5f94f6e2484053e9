internal import OperatingSystem
internal import CLibevdev
public import EventPipeline
internal import Glibc

/// A device's event node, open for reading.
public final class EventNode {
  /// What a read gave.
  public enum Reading {
    /// The next event.
    case event(InputEvent)
    /// The kernel had to drop events, at this time in microseconds: what was known of the device may no
    /// longer be so.
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

  /// The path of the node, such as /dev/input/event5.
  public let path: String
  /// What the device says of itself.
  public let description: DeviceDescription
  /// The open node, to wait on for events.
  public var fileDescriptor: Int32 { evdev.file.number }

  private let evdev: LibevdevHandle
  private static let readFlags = UInt32(
    LIBEVDEV_READ_FLAG_NORMAL.rawValue | LIBEVDEV_READ_FLAG_BLOCKING.rawValue)

  /// Opens a node, for writing too where that is allowed: ``ungrab()`` writes.
  ///
  /// - Throws: ``DeviceError/cannotOpen(node:errno:)`` or ``DeviceError/notAnEventNode(node:errno:)``.
  public init(opening path: String) throws(DeviceError) {
    evdev = try .make(try Self.open(path), node: path)
    self.path = path
    description = unsafe DeviceDescription(evdev.pointer)
  }

  private static func open(_ path: String) throws(DeviceError) -> OwnedFileDescriptor {
    if let file = try? OwnedFileDescriptor(opening: path, O_RDWR | O_NONBLOCK) { return file }
    do throws(SystemError) {
      return try OwnedFileDescriptor(opening: path, O_RDONLY | O_NONBLOCK)
    } catch {
      throw .cannotOpen(node: path, errno: error.errno)
    }
  }

  /// Reads the next event without waiting. libevdev_next_event()
  ///
  /// The file never blocks. That it might has libevdev read from it only where it has no event left, rather than before
  /// each.
  ///
  /// - Throws: ``DeviceError/cannotRead(node:errno:)``, with ENODEV where the device is gone.
  public func read() throws(DeviceError) -> Reading {
    var event = input_event()
    let status = unsafe libevdev_next_event(evdev.pointer, Self.readFlags, &event)
    switch status {
    case Int32(LIBEVDEV_READ_STATUS_SUCCESS.rawValue): return .event(InputEvent(event))
    case Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue):
      try synchronise()
      return .dropped(time: InputEvent(event).time)
    case -EAGAIN, -EINTR: return .drained
    default: throw .cannotRead(node: path, errno: -status)
    }
  }

  /// Takes the device for ourselves: nobody else gets its events. EVIOCGRAB
  ///
  /// Only to be done while nothing touches the surface, or other programs never learn of the lift.
  ///
  /// - Throws: ``DeviceError/cannotGrab(node:name:errno:)``, with EBUSY where another program has it.
  public func grab() throws(DeviceError) {
    let status = unsafe libevdev_grab(evdev.pointer, LIBEVDEV_GRAB)
    guard status == 0 else { throw .cannotGrab(node: path, name: description.name, errno: -status) }
  }

  /// Lets other programs have the device's events again, and tells them what they missed. Do this while nothing
  /// touches the surface, as ``grab()``.
  public func ungrab() {
    // It fails only for a device that is gone, whose grab is gone with it.
    guard unsafe libevdev_grab(evdev.pointer, LIBEVDEV_UNGRAB) == 0 else { return }
    repeatPositions()
  }

  /// The first thing that libevdev found wrong with what the device sends, such as a tracking ID that is used
  /// twice; nil where there is not more than one. It leaves out or corrects what is wrong.
  public var complaint: String? { evdev.complaint }

  /// What the device shows, as far as the events that were read tell.
  public var state: DeviceState { unsafe DeviceState(evdev.pointer, of: description) }

  /// The last value of an axis or button, as far as the events that were read tell; 0 for one that the
  /// device does not have. libevdev_get_event_value()
  public func value(of code: EventCode) -> Int32 {
    unsafe libevdev_get_event_value(evdev.pointer, UInt32(code.type.rawValue), UInt32(code.code))
  }

  /// Asks the device for its state, whatever events are waiting to be read, which are left out.
  /// LIBEVDEV_READ_FLAG_FORCE_SYNC
  ///
  /// - Throws: ``DeviceError/cannotRead(node:errno:)``.
  public func askForState() throws(DeviceError) {
    var event = input_event()
    let force = UInt32(LIBEVDEV_READ_FLAG_FORCE_SYNC.rawValue)
    let status = unsafe libevdev_next_event(evdev.pointer, force, &event)
    guard status >= 0 else { throw .cannotRead(node: path, errno: -status) }
    try synchronise()
  }

  /// Lets libevdev ask the kernel for what is so now. The events that it makes of the difference are not
  /// looked at: they would read like motion, and what counts is the state.
  private func synchronise() throws(DeviceError) {
    var event = input_event()
    let sync = UInt32(LIBEVDEV_READ_FLAG_SYNC.rawValue)
    while true {
      let status = unsafe libevdev_next_event(evdev.pointer, sync, &event)
      if status == -EAGAIN { return }
      guard status >= 0 else { throw .cannotRead(node: path, errno: -status) }
    }
  }
}

// Handing the device back.
extension EventNode {
  /// Tells all readers of the device the current slot and every position, as the kernel will not.
  ///
  /// The kernel leaves out a slot and a value that are those it told last, even to readers that did not get them
  /// because of a grab. Such a reader puts the next finger into a wrong slot. What is written to a node reaches all its
  /// readers (drivers/input/evdev.c, evdev_write). The current slot comes last, because the driver may count on it.
  private func repeatPositions() {
    let own = [EventCode.absX.code, EventCode.absY.code].filter { description.axes[$0] != nil }
    var events = own.flatMap { repeated($0, value(of: EventCode(.absolute, $0))) }
    let slotAxes = description.axes.keys.filter {
      DeviceState.slotAxes.contains($0) && $0 != EventCode.absMTTrackingID.code
    }
    let (slots, current) = unsafe (
      libevdev_get_num_slots(evdev.pointer), libevdev_get_current_slot(evdev.pointer)
    )
    for slot in (0..<max(slots, 0)).filter({ $0 != current }) + (slots > 0 ? [current] : []) {
      events.append(event(EventCode.absMTSlot.code, slot))
      for axis in slotAxes {
        let value = unsafe libevdev_get_slot_value(evdev.pointer, UInt32(slot), UInt32(axis))
        events += repeated(axis, value)
      }
    }
    guard !events.isEmpty else { return }
    events.append(input_event(time: timeval(), type: UInt16(EV_SYN), code: UInt16(SYN_REPORT), value: 0))
    // Without the permission to write, or with a device that is gone, readers are no worse off.
    _ = unsafe write(fileDescriptor, events, events.count * MemoryLayout<input_event>.stride)
  }

  /// An axis's value after another one, so far away that the kernel filters neither (input_defuzz_abs_event()).
  private func repeated(_ axis: UInt16, _ value: Int32) -> [input_event] {
    guard let range = description.axes[axis] else { return [] }
    let step = 2 &* range.fuzz &+ 1
    let other = value &+ step <= range.maximum ? value &+ step : value &- step
    return [event(axis, other), event(axis, value)]
  }

  private func event(_ axis: UInt16, _ value: Int32) -> input_event {
    input_event(time: timeval(), type: UInt16(EV_ABS), code: axis, value: value)
  }
}

/// A libevdev device, freed when its owner is gone, and then its file closed.
@safe private struct LibevdevHandle: ~Copyable {
  let pointer: OpaquePointer
  let file: OwnedFileDescriptor
  private let complaints: UnsafeMutablePointer<clibevdev_complaints>

  /// Reads what the device is, and has its events stamped by the clock that never jumps.
  static func make(_ file: consuming OwnedFileDescriptor, node: String) throws(DeviceError) -> LibevdevHandle
  {
    guard let made = unsafe libevdev_new() else { throw .notAnEventNode(node: node, errno: ENOMEM) }
    let handle = unsafe LibevdevHandle(made, file)
    var status = unsafe libevdev_set_fd(made, handle.file.number)
    // Not before: there libevdev forgets what it was given with the function, and calls the function nevertheless.
    unsafe clibevdev_set_complaints(made, handle.complaints)
    if status == 0 { status = unsafe libevdev_set_clock_id(made, CLOCK_MONOTONIC) }
    guard status == 0 else { throw .notAnEventNode(node: node, errno: -status) }
    return handle
  }

  private init(_ pointer: OpaquePointer, _ file: consuming OwnedFileDescriptor) {
    unsafe self.pointer = pointer
    self.file = file
    unsafe complaints = .allocate(capacity: 1)
    unsafe complaints.initialize(to: clibevdev_complaints())
  }

  /// The first of libevdev's complaints, without the end of its line.
  var complaint: String? {
    // A single one a sound device can cause, too: what it sends while it is asked for its state comes twice.
    guard unsafe complaints.pointee.count > 1 else { return nil }
    let first =
      unsafe UnsafeRawPointer(complaints) + (MemoryLayout.offset(of: \clibevdev_complaints.first) ?? 0)
    let text = unsafe String(cString: first.assumingMemoryBound(to: CChar.self))
    return String(text.prefix { $0 != "\n" }).printable
  }

  deinit {
    unsafe libevdev_free(pointer)
    unsafe complaints.deallocate()
  }
}
