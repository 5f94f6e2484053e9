import EventPipeline

/// What an input consists of, after three bytes: which device, which layout, and ``Options``.
struct Record {
  /// Six bytes.
  static let size = 6
  /// Those that are no event of the device's own, before those that are.
  private static let reserved: [Meaning] = [
    .event(.synReport), .event(.synMTReport), .event(.synDropped), .jump, .act,
  ]

  enum Meaning: Equatable {
    case event(EventCode)
    /// The time changes to anything.
    case jump
    /// Something is asked of the pipeline.
    case act
  }

  let meaning: Meaning
  /// Whether the device sends it, but it does not come through.
  let isLost: Bool
  /// Microseconds since what was before.
  let delay: Int64
  let value: Int32

  /// - Parameter codes: What the device sends.
  init(_ bytes: some RandomAccessCollection<UInt8>, codes: [EventCode]) {
    let bytes = Array(bytes)
    let number = Int(bytes[0] & 0x7f)
    isLost = bytes[0] & 0x80 != 0
    delay = Int64(bytes[1]) * Int64(bytes[1]) * 16
    value = Int32(bitPattern: bytes[2...5].reversed().reduce(0) { $0 << 8 | UInt32($1) })
    let own = number - Self.reserved.count
    meaning = own < 0 ? Self.reserved[number] : .event(codes[own % codes.count])
  }

  /// The bytes of an event that is not lost; nil for one that the device does not have.
  static func bytes(_ event: InputEvent, delay: Int64, codes: [EventCode]) -> [UInt8]? {
    let code = EventCode(event.type, event.code)
    let own = codes.firstIndex(of: code).map { $0 + reserved.count }
    guard let number = reserved.firstIndex(of: .event(code)) ?? own, number < 0x80 else { return nil }
    let root = (Double(max(delay, 0)) / 16).squareRoot().rounded()
    let value = UInt32(bitPattern: event.value)
    return [UInt8(number), UInt8(min(root, 255))]
      + (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }
}

/// The bits of an input's third byte.
struct Options: OptionSet {
  let rawValue: UInt8

  static let passesThrough = Options(rawValue: 1)
  static let toggle = Options(rawValue: 2)
}
