internal import Diagnostics

// The values of single keys.
extension SettingsReader {
  mutating func string(_ entry: TOMLEntry, expected: ExpectedValue = .text(limit: nil)) -> String? {
    guard case .string(let string) = entry.node.value else { return wrongType(entry, expected) }
    guard !string.isEmpty else { return refuse(entry, "is empty", hint: "give it a value or remove it") }
    return string
  }

  mutating func boolean(_ entry: TOMLEntry) -> Bool? {
    guard case .boolean(let boolean) = entry.node.value else { return wrongType(entry, .boolean) }
    return boolean
  }

  mutating func number(_ entry: TOMLEntry, _ quantity: Quantity) -> Double? {
    guard let number = entry.node.value.number else { return wrongType(entry, .number(quantity)) }
    return inRange(number, quantity, entry)
  }

  mutating func integer(_ entry: TOMLEntry, _ quantity: Quantity) -> Int64? {
    guard case .integer(let integer) = entry.node.value else { return wrongType(entry, .number(quantity)) }
    return inRange(Double(integer), quantity, entry).map { _ in integer }
  }

  /// - Parameter whole: What percentages refer to; nil is decided by the key.
  mutating func length(_ entry: TOMLEntry, _ quantity: Quantity, of whole: LengthWhole? = nil) -> Length? {
    guard case .string(let string) = entry.node.value else {
      return number(entry, quantity).map { .millimetres($0) }
    }
    switch Length(string) {
    case .millimetres(let number): return inRange(number, quantity, entry).map { .millimetres($0) }
    case .percent(let number):
      return inRange(number, quantity, entry, isPercentage: true).map { .percent($0) }
    case .sum(let part, let number)?:
      let term = Quantity(.length, .offsets)
      guard inRange(part, term, entry, isPercentage: true) != nil, inRange(number, term, entry) != nil
      else { return nil }
      return sum(.sum(percent: part, millimetres: number), string, entry, quantity, whole)
    case nil: return refuse(entry, string, expected: .number(quantity))
    }
  }

  /// A sum, unless it is out of range on every surface.
  private mutating func sum(
    _ length: Length, _ text: String, _ entry: TOMLEntry, _ quantity: Quantity, _ whole: LengthWhole?
  ) -> Length? {
    let sum = LengthSum(
      key: entry.key, length: length, whole: whole ?? LengthWhole(key: entry.key), quantity: quantity,
      place: entry.node.position)
    guard !sum.isNeverInRange else {
      return refuse(
        entry, "is \(quoted(text)), which is out of range on every surface",
        hint: "it must be \(quantity.range.phrase(" mm"))", code: "out-of-range")
    }
    sums.append(sum)
    return length
  }

  /// A time in microseconds.
  mutating func time(
    _ entry: TOMLEntry, _ quantity: Quantity, expected: ExpectedValue? = nil
  ) -> Int64? {
    let expected = expected ?? .number(quantity)
    let time: Time
    if case .string(let string) = entry.node.value {
      guard let parsed = Time(string) else {
        return refuse(entry, string, expected: expected)
      }
      time = parsed
    } else if let number = entry.node.value.number {
      time = Time(milliseconds: number)
    } else {
      return wrongType(entry, expected)
    }
    return inRange(time.milliseconds, quantity, entry).map { _ in time.microseconds }
  }

  /// The value of one of these words.
  mutating func word<Meaning>(
    _ entry: TOMLEntry, among words: [(word: String, Meaning)], expected: ExpectedValue
  ) -> Meaning? {
    switch entry.node.value {
    case .boolean(let flag):
      if let found = words.first(where: { $0.word == "\(flag)" }) { return found.1 }
    case .integer(let number):
      if let found = words.first(where: { $0.word == "\(number)" }) { return found.1 }
      if words.contains(where: { Int64($0.word) != nil }) {
        return refuse(entry, "is \(number)", hint: expected.hint)
      }
    default: break
    }
    guard let string = string(entry, expected: expected) else { return nil }
    let texts = words.filter { !isBoolean($0.word) }
    if let found = texts.first(where: { $0.word == string }) { return found.1 }
    let nearest = nearestWord(to: string, among: texts.map(\.word))
    return refuse(entry, string, expected: expected, nearest: nearest)
  }

  mutating func pattern(_ entry: TOMLEntry) -> GlobPattern? {
    guard let string = string(entry) else { return nil }
    return GlobPattern(string)
      ?? refuse(
        entry, "is \(quoted(string))",
        hint: "in a pattern, [ needs a matching ], and a range must ascend, as in [a-z]")
  }

  mutating func path(_ entry: TOMLEntry) -> String? {
    guard let path = plainString(entry, limit: 4095) else { return nil }
    guard path.utf8.first == UInt8(ascii: "/") else {
      return refuse(
        entry, "is \(quoted(path))", hint: "it must be an absolute path, such as \"/dev/input/event0\"")
    }
    return path
  }

  mutating func gamepadName(_ entry: TOMLEntry, limit: Int) -> String? {
    guard let name = plainString(entry, limit: limit) else { return nil }
    guard let rule = IgnoredName(of: name) else { return name }
    return refuse(
      entry,
      "\(rule.place.rawValue) \(quoted(rule.word)), and most games ignore such a pad",
      hint: "use another name", code: "ignored-by-sdl")
  }

  /// A string with at most this many bytes, without control characters.
  mutating func plainString(_ entry: TOMLEntry, limit: Int) -> String? {
    guard let string = string(entry) else { return nil }
    guard string.utf8.count <= limit else {
      return refuse(entry, "has \(string.utf8.count) bytes", hint: "it must have at most \(limit)")
    }
    guard !string.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
      return refuse(entry, "has a control character", hint: "it must be one line of text")
    }
    return string
  }

  mutating func inRange(
    _ number: Double, _ quantity: Quantity, _ entry: TOMLEntry, isPercentage: Bool = false
  ) -> Double? {
    let range = isPercentage ? quantity.percentages : quantity.range
    guard range.contains(number) else {
      let unit = isPercentage ? "%" : quantity.unit.suffix
      let inHexadecimal = quantity.unit == .identifier ? " (0x0000 to 0xffff)" : ""
      return refuse(
        entry, "is \(plain(number))\(unit)", hint: "it must be \(range.phrase(unit))\(inHexadecimal)",
        code: "out-of-range")
    }
    return number
  }
}
