public import EventPipeline
internal import OperatingSystem

/// Writes evemu's text format 1.3, as `evemu-describe` and `evemu-record` of evemu-tools 2.7.0 do, so that
/// `evemu-device` and `evemu-play` accept it (they need the lines in this order).
///
/// A file is ``header(description:)`` and then ``line(for:)`` for each event; all of it ends in a newline.
public struct EvemuWriter {
  /// A device's description: the `N:`, `I:`, `P:`, `B:` and `A:` lines.
  ///
  /// Reading it back gives the same description, except for what the format cannot contain: the current values of axes,
  /// codes above the kernel's limits and ABS_MAX, an empty name (evemu refuses it; `unnamed` is written instead),
  /// blanks around a name, and control characters in it (each becomes a space).
  public static func header(description: DeviceDescription) -> String {
    let id = description.id
    let properties = description.properties.map(\.rawValue).filter { $0 <= KernelLimits.property }
    let axes = codes(of: .absolute, in: description).filter { $0 < KernelLimits.axis }
    return """
      # EVEMU 1.3
      N: \(printable(description.name))
      I: \(id.bus.fourDigits) \(id.vendor.fourDigits) \(id.product.fourDigits) \(id.version.fourDigits)
      \(rows(of: properties, count: 64).map { "P: \($0)\n" }.joined())\
      B: 00 0b 00 00 00 00 00 00 00
      \(maskRows(of: description))\(axes.map { axisRow($0, description.axes[$0]) }.joined())
      """
  }

  /// An event: `E: SECONDS.MICROSECONDS TYPE CODE VALUE`, with type and code in hexadecimal and the value in decimal,
  /// and a comment if the code has a name. The format has no negative times; they become 0.
  public static func line(for event: InputEvent) -> String {
    let time = max(event.time, 0)
    let (seconds, microseconds) = time.quotientAndRemainder(dividingBy: 1_000_000)
    return
      "E: \(seconds).\(padded(microseconds, to: 6)) \(event.type.rawValue.fourDigits) \(event.code.fourDigits) "
      + "\(padded(Int64(event.value), to: 4))\(comment(for: event))\n"
  }

  private static func comment(for event: InputEvent) -> String {
    guard let name = EventCode(event.type, event.code).name else { return "" }
    switch event.type {
    case .synchronisation where event.code == EventCode.synMTReport.code:
      return "\t# ++++++++++++ \(name) (\(event.value)) ++++++++++"
    case .synchronisation: return "\t# ------------ \(name) (\(event.value)) ----------"
    default:
      let space = String(repeating: " ", count: max(0, 20 - name.count))
      return "\t# \(event.type == .key ? "EV_KEY" : "EV_ABS") / \(name)\(space) \(event.value)"
    }
  }

  /// The event types that evemu writes, and how many codes the kernel has for each, rounded up to lines.
  private static let types: [(type: UInt16, count: UInt16)] = [
    (0x01, 0x300), (0x02, 64), (0x03, 64), (0x04, 64), (0x05, 64), (0x11, 64), (0x12, 64), (0x14, 64),
    (0x15, 128),
  ]

  private static func maskRows(of description: DeviceDescription) -> String {
    types.map { type, count in
      rows(of: codes(of: EventType(rawValue: type), in: description), count: count)
        .map { "B: \(hexadecimal(type, digits: 2)) \($0)\n" }.joined()
    }.joined()
  }

  private static func codes(of type: EventType, in description: DeviceDescription) -> [UInt16] {
    let codes = Set(description.codes.filter { $0.type == type }.map(\.code))
    return (type == .absolute ? codes.union(description.axes.keys) : codes).sorted()
  }

  /// The bits of some numbers below `count`, eight bytes a row, the lowest bit of the first byte first.
  private static func rows(of numbers: [UInt16], count: UInt16) -> [String] {
    var bytes = [UInt8](repeating: 0, count: Int(count) / 8)
    for number in numbers where number < count { bytes[Int(number) / 8] |= 1 << UInt8(number % 8) }
    return stride(from: 0, to: bytes.count, by: 8).map { start in
      bytes[start..<start + 8].map { hexadecimal(UInt16($0), digits: 2) }.joined(separator: " ")
    }
  }

  private static func axisRow(_ code: UInt16, _ axis: AbsoluteAxis?) -> String {
    let axis = axis ?? AbsoluteAxis(minimum: 0, maximum: 0)
    return "A: \(hexadecimal(code, digits: 2)) \(axis.minimum) \(axis.maximum) \(axis.fuzz) \(axis.flat) "
      + "\(axis.resolution)\n"
  }

  private static func printable(_ name: String) -> String {
    let scalars = name.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }
    let text = String(String.UnicodeScalarView(scalars))
    return text.allSatisfy { $0 == " " } ? "unnamed" : text
  }

  /// A decimal number with zeros before it, as printf's `%0*d` writes it: a minus sign counts as a digit.
  private static func padded(_ number: Int64, to digits: Int) -> String {
    let text = String(number.magnitude)
    let sign = number < 0 ? "-" : ""
    return sign + String(repeating: "0", count: max(0, digits - text.count - sign.count)) + text
  }
}
