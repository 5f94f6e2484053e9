import EventPipeline
import Foundation
import FuzzRun
import TestSupport

/// A record of an input. Three bytes precede the records: the device, the layout and ``Options``.
struct Record {
  /// Six bytes.
  static let size = 6
  /// Meanings other than the device's own events, which come first.
  private static let reserved: [Meaning] = [
    .event(.synReport), .event(.synMTReport), .event(.synDropped), .jump, .act,
  ]

  enum Meaning: Equatable {
    case event(EventCode)
    /// The time jumps to any value.
    case jump
    /// The daemon makes a request.
    case act
  }

  let meaning: Meaning
  /// Whether the event is lost after the device has sent it.
  let isLost: Bool
  /// Microseconds since the previous record.
  let delay: Int64
  let value: Int32

  /// - Parameter codes: The codes that the device sends.
  init(_ bytes: some RandomAccessCollection<UInt8>, codes: [EventCode]) {
    let bytes = Array(bytes)
    let number = Int(bytes[0] & 0x7f)
    isLost = bytes[0] & 0x80 != 0
    delay = Int64(bytes[1]) * Int64(bytes[1]) * 16
    value = Int32(bitPattern: bytes[2...5].reversed().reduce(0) { $0 << 8 | UInt32($1) })
    let own = number - Self.reserved.count
    meaning = own < 0 ? Self.reserved[number] : .event(codes[own % codes.count])
  }

  /// The bytes of an event that is not lost; nil if the device does not have the event.
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

enum RecordedSeeds {
  private static let maxBytes = 2400

  static func write(to folder: URL) throws {
    var seeds: [(name: String, bytes: [UInt8])] = []
    for (device, own) in RecordedCase.all.enumerated() {
      let stream = stream(of: try own.load().recording.events, codes: Source.all[device].codes)
      for layout in Controls.all.indices {
        seeds.append(
          ("recording-\(device)-\(layout)", [UInt8(device), UInt8(layout), UInt8(layout)] + stream))
      }
    }
    try Fuzzer.writeSeeds(seeds, to: folder)
  }

  private static func stream(of events: [InputEvent], codes: [EventCode]) -> [UInt8] {
    var bytes: [UInt8] = []
    var time = events.first?.time ?? 0
    for event in events {
      guard let record = Record.bytes(event, delay: event.time - time, codes: codes) else { continue }
      bytes += record
      time = event.time
    }
    return Array(bytes.prefix((maxBytes - 3) / Record.size * Record.size))
  }
}
