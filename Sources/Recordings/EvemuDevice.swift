internal import Configuration
package import EventPipeline
internal import System

/// The description lines of an evemu file that have been read so far.
struct EvemuDevice {
  private var name: String?
  private var id: DeviceID?
  private var properties: Set<DeviceProperty> = []
  private var propertyCount: UInt16 = 0
  private var codes: Set<EventCode> = []
  /// The number of codes of each event type whose bits have been read.
  private var codeCounts: [UInt16: UInt16] = [:]
  private var axisBits: [UInt16: Int] = [:]
  private var axes: [UInt16: (line: Int, axis: AbsoluteAxis)] = [:]
  /// The first line with ABS_MAX; nil if there is none.
  private(set) var ignoredAxisLine: Int?

  /// The description; nil without a `B:` line.
  ///
  /// Every axis of a `B:` line must have an `A:` line, and vice versa. evemu's writer never omits one, so a file
  /// without it was cut or edited. (evemu's reader assumes 0 to 1 for a missing `A:` line, and silently drops an extra
  /// one.)
  func description() throws(Diagnostic) -> DeviceDescription? {
    if codeCounts.isEmpty { return nil }
    guard let name else { throw EvemuLine.name.missing }
    guard let id else { throw EvemuLine.identity.missing }
    for (code, line) in axisBits.sorted(by: { $0.key < $1.key }) where axes[code] == nil {
      throw Diagnostic(
        .error, "code-without-axis", "a B: line has the axis \(hex(code)), which no A: line describes",
        hint: "add A: \(hex(code)) MINIMUM MAXIMUM FUZZ FLAT RESOLUTION", at: SourcePosition(line: line))
    }
    for (code, entry) in axes.sorted(by: { $0.key < $1.key }) where axisBits[code] == nil {
      throw Diagnostic(
        .error, "axis-without-code", "the axis \(hex(code)) is in no B: line",
        hint: "set bit \(code) of the B: 03 line, or drop the A: line", at: SourcePosition(line: entry.line))
    }
    return DeviceDescription(
      name: name, id: id, properties: properties, codes: codes, axes: axes.mapValues(\.axis))
  }

  /// Reads the text after `N:`. A name can contain any bytes; those that are not UTF-8 become U+FFFD.
  mutating func readName(_ text: ArraySlice<UInt8>) throws(Diagnostic) {
    let text = text.trimmingBlanks()
    if name != nil { throw EvemuLine.name.repeated }
    if text.isEmpty { throw EvemuLine.name.fieldCount(0) }
    name = String(decoding: text, as: UTF8.self)
  }

  mutating func readIdentity(_ fields: [ArraySlice<UInt8>]) throws(Diagnostic) {
    if id != nil { throw EvemuLine.identity.repeated }
    guard fields.count == 4 else { throw EvemuLine.identity.fieldCount(fields.count) }
    func part(_ index: Int) throws(Diagnostic) -> UInt16 {
      try EvemuReader.hexadecimal(fields[index], "a part of the device's identity", upTo: 0xffff)
    }
    id = DeviceID(bus: try part(0), vendor: try part(1), product: try part(2), version: try part(3))
  }

  mutating func readProperties(_ fields: [ArraySlice<UInt8>]) throws(Diagnostic) {
    guard fields.count == 8 else { throw EvemuLine.properties.fieldCount(fields.count) }
    if propertyCount > KernelLimits.property {
      throw Diagnostic(.error, "repeated-line", "a second P: line", hint: "one has room for all properties")
    }
    for bit in try Self.bits(fields[...]) { properties.insert(DeviceProperty(rawValue: bit)) }
    propertyCount += 64
  }

  /// Reads a `B:` line: 64 codes of a type, from where the type's line before it ended. The bits of EV_SYN are skipped:
  /// evemu writes the same for every device, and older versions put event types there.
  mutating func readBits(
    _ fields: [ArraySlice<UInt8>], line: Int
  ) throws(Diagnostic) {
    guard fields.count == 9 else { throw EvemuLine.bits.fieldCount(fields.count) }
    let type = EventType(
      rawValue: try EvemuReader.hexadecimal(fields[0], "an event type", upTo: KernelLimits.type))
    let first = codeCounts[type.rawValue, default: 0]
    let limit = type == .absolute ? KernelLimits.axis : KernelLimits.code
    if first > limit {
      let right = type == .absolute ? "1 for it" : "12 at the most"
      throw Diagnostic(
        .error, "repeated-line", "more B: lines than the event type \(hex(type.rawValue)) has codes",
        hint: "there should be \(right)")
    }
    let bits = try Self.bits(fields[1...])
    codeCounts[type.rawValue] = first + 64
    if type == .synchronisation { return }
    for bit in bits {
      if type == .absolute, first + bit == KernelLimits.axis {
        ignoredAxisLine = ignoredAxisLine ?? line
        continue
      }
      codes.insert(EventCode(type, first + bit))
      if type == .absolute { axisBits[first + bit] = line }
    }
  }

  /// Reads an `A:` line: five fields in evemu 1.1 and older, six with the resolution. The axis's current value is not
  /// in the file; it is 0.
  mutating func readAxis(
    _ fields: [ArraySlice<UInt8>], line: Int
  ) throws(Diagnostic) {
    guard fields.count == 5 || fields.count == 6 else { throw EvemuLine.axis.fieldCount(fields.count) }
    let code = try EvemuReader.hexadecimal(fields[0], "an axis", upTo: KernelLimits.axis)
    if axes[code] != nil {
      throw Diagnostic(
        .error, "repeated-line", "a second A: line for the axis \(hex(code))",
        hint: "an axis should be described once")
    }
    if code == KernelLimits.axis { return ignoredAxisLine = ignoredAxisLine ?? line }
    func number(_ index: Int) throws(Diagnostic) -> Int32 {
      try EvemuReader.value(fields[index], "a number of an axis")
    }
    let axis = AbsoluteAxis(
      minimum: try number(1), maximum: try number(2), fuzz: try number(3), flat: try number(4),
      resolution: fields.count == 6 ? try number(5) : 0)
    axes[code] = (line, axis)
  }

  /// The numbers of the set bits in eight bytes, the lowest bit of the first byte first.
  private static func bits(_ bytes: ArraySlice<ArraySlice<UInt8>>) throws(Diagnostic) -> [UInt16] {
    var set: [UInt16] = []
    var first: UInt16 = 0
    for text in bytes {
      let byte = try EvemuReader.hexadecimal(text, "a byte of bits", upTo: 0xff)
      set += (0..<8).filter { byte >> $0 & 1 == 1 }.map { first + $0 }
      first += 8
    }
    return set
  }
}

private func hex(_ code: UInt16) -> String { hexadecimal(code, digits: 2) }

/// Writes evemu's text format 1.3, as `evemu-describe` and `evemu-record` of evemu-tools 2.7.0 do, so that
/// `evemu-device` and `evemu-play` accept it (they need the lines in this order).
///
/// A file is ``header(description:)`` and then ``line(for:)`` for each event; all of it ends in a newline.
package struct EvemuWriter {
  /// A device's description: the `N:`, `I:`, `P:`, `B:` and `A:` lines.
  ///
  /// Reading it back gives the same description, except for what the format cannot contain: the current values of axes,
  /// codes above the kernel's limits and ABS_MAX, an empty name (evemu refuses it; `unnamed` is written instead),
  /// blanks around a name, and control characters in it (each becomes a space).
  package static func header(description: DeviceDescription) -> String {
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
  package static func line(for event: InputEvent) -> String {
    return
      "E: \(text(ofTime: event.time)) \(event.type.rawValue.fourDigits) \(event.code.fourDigits) "
      + "\(padded(Int64(event.value), to: 4))\(comment(for: event))\n"
  }

  static func text(ofTime time: Int64) -> String {
    let (seconds, microseconds) = max(time, 0).quotientAndRemainder(dividingBy: 1_000_000)
    return "\(seconds).\(padded(microseconds, to: 6))"
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
    let scalars = name.unicodeScalars.map { $0.isControl ? " " : $0 }
    let text = String(String.UnicodeScalarView(scalars))
    return text.allSatisfy { $0 == " " } ? "unnamed" : text
  }

  /// A decimal number with zeros before it, as printf's `%0*d` writes it: a minus sign counts as a digit.
  static func padded(_ number: Int64, to digits: Int) -> String {
    let text = String(number.magnitude)
    let sign = number < 0 ? "-" : ""
    return sign + String(repeating: "0", count: max(0, digits - text.count - sign.count)) + text
  }
}
