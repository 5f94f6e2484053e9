/// The tools in range: pens, and a tablet's mouse or lens, but not fingers.
///
/// There can be two for a moment: some tablets report the eraser before the pen has left.
struct ToolSet: OptionSet, Sendable {
  /// Bit n is the key BTN_TOOL_PEN + n.
  let rawValue: UInt8

  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// All tools that write, BTN_TOOL_PEN to BTN_TOOL_AIRBRUSH.
  static let pens = ToolSet(rawValue: 0b1_1111)
  /// BTN_TOOL_FINGER, which is among the codes.
  private static let finger = ToolSet(rawValue: 0b10_0000)
  /// BTN_TOOL_PEN to BTN_TOOL_LENS.
  private static let keys: ClosedRange<UInt16> = 0x140...0x147

  /// The tools whose keys are down.
  init(_ keys: KeySet) {
    self = ToolSet(rawValue: UInt8(truncatingIfNeeded: keys.ofContacts)).subtracting(.finger)
  }

  /// The tool of a key; empty for other keys.
  init(key: UInt16) {
    let bit = Self.keys.contains(key) ? UInt8(1) << (key - Self.keys.lowerBound) : 0
    self = ToolSet(rawValue: bit).subtracting(.finger)
  }

  /// Whether the device can report any of them.
  static func areReported(by device: DeviceDescription) -> Bool {
    keys.contains { device.supports(EventCode(.key, $0)) && !ToolSet(key: $0).isEmpty }
  }
}
