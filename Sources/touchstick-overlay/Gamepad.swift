internal import CLinux
internal import Glibc
internal import OperatingSystem

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
