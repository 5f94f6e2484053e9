internal import EventPipeline
internal import JoystickModel

// What one key takes.
extension SettingsReader {
  mutating func string(_ entry: TOMLEntry, expected: ExpectedValue = .string) -> String? {
    guard case .string(let string) = entry.node.value else {
      note(.wrongType(entry.node.value.type, expected: expected), in: entry)
      return nil
    }
    guard !string.isEmpty else {
      note(.empty, in: entry)
      return nil
    }
    return string
  }

  mutating func boolean(_ entry: TOMLEntry) -> Bool? {
    guard case .boolean(let boolean) = entry.node.value else {
      note(.wrongType(entry.node.value.type, expected: .boolean), in: entry)
      return nil
    }
    return boolean
  }

  mutating func number(_ entry: TOMLEntry, _ parameter: NumericParameter) -> Double? {
    guard let number = entry.node.value.number else {
      note(.wrongType(entry.node.value.type, expected: .number), in: entry)
      return nil
    }
    return inRange(number, parameter, entry)
  }

  mutating func identifier(_ entry: TOMLEntry, _ parameter: NumericParameter) -> UInt16? {
    integer(entry, parameter).map { UInt16($0) }
  }

  mutating func integer(_ entry: TOMLEntry, _ parameter: NumericParameter) -> Int64? {
    guard case .integer(let integer) = entry.node.value else {
      note(.wrongType(entry.node.value.type, expected: .integer), in: entry)
      return nil
    }
    return inRange(Double(integer), parameter, entry).map { _ in integer }
  }

  mutating func length(_ entry: TOMLEntry, _ parameter: NumericParameter) -> Length? {
    if case .string(let string) = entry.node.value {
      switch Length(string) {
      case .millimetres(let number): return inRange(number, parameter, entry).map { .millimetres($0) }
      case .percent(let number):
        return inRange(number, parameter, entry, isPercentage: true).map { .percent($0) }
      case nil: note(.unfit(string, expected: .length, nearest: nil), in: entry)
      }
      return nil
    }
    guard let number = entry.node.value.number else {
      note(.wrongType(entry.node.value.type, expected: .length), in: entry)
      return nil
    }
    return inRange(number, parameter, entry).map { .millimetres($0) }
  }

  /// A time in microseconds.
  mutating func time(
    _ entry: TOMLEntry, _ parameter: NumericParameter, expected: ExpectedValue = .time
  ) -> Int64? {
    let time: Time
    if case .string(let string) = entry.node.value {
      guard let own = Time(string) else {
        note(.unfit(string, expected: expected, nearest: nil), in: entry)
        return nil
      }
      time = own
    } else if let number = entry.node.value.number {
      time = Time(milliseconds: number)
    } else {
      note(.wrongType(entry.node.value.type, expected: expected), in: entry)
      return nil
    }
    return inRange(time.milliseconds, parameter, entry).map { _ in time.microseconds }
  }

  /// One of the words of an enumeration.
  mutating func word<Word: CaseIterable & RawRepresentable>(_ entry: TOMLEntry) -> Word?
  where Word.RawValue == String {
    word(entry, among: Word.allCases.map { ($0.rawValue, $0) })
  }

  /// What one of these words means.
  ///
  /// - Parameter expected: What the key takes, where that is more than these words.
  mutating func word<Meaning>(
    _ entry: TOMLEntry, among words: [(word: String, Meaning)], expected: ExpectedValue? = nil
  ) -> Meaning? {
    let known = words.map(\.word)
    let expected = expected ?? .words(known)
    guard let string = string(entry, expected: expected) else { return nil }
    if let found = words.first(where: { $0.word == string }) { return found.1 }
    note(.unfit(string, expected: expected, nearest: nearestWord(to: string, among: known)), in: entry)
    return nil
  }

  mutating func button(_ entry: TOMLEntry) -> GamepadButton? {
    word(entry, among: GamepadButton.names, expected: .button)
  }

  mutating func pattern(_ entry: TOMLEntry) -> GlobPattern? {
    guard let string = string(entry) else { return nil }
    let pattern = GlobPattern(string)
    if pattern == nil { note(.noPattern(string), in: entry) }
    return pattern
  }

  mutating func path(_ entry: TOMLEntry) -> String? {
    guard let path = plainString(entry, limit: 4095) else { return nil }
    guard path.utf8.first == UInt8(ascii: "/") else {
      note(.relativePath(path), in: entry)
      return nil
    }
    return path
  }

  mutating func size(_ entry: TOMLEntry) -> SurfaceSize? {
    guard case .string(let string) = entry.node.value else {
      note(.wrongType(entry.node.value.type, expected: .size), in: entry)
      return nil
    }
    guard let size = SurfaceSize(string) else {
      note(.unfit(string, expected: .size, nearest: nil), in: entry)
      return nil
    }
    guard inRange(size.width, .sizeWidth, entry) != nil, inRange(size.height, .sizeHeight, entry) != nil
    else { return nil }
    return size
  }

  mutating func controlName(_ entry: TOMLEntry) -> String? { plainString(entry, limit: 64) }

  mutating func gamepadName(_ entry: TOMLEntry) -> String? {
    // UINPUT_MAX_NAME_SIZE counts the final NUL.
    guard let name = plainString(entry, limit: 79) else { return nil }
    if let rule = IgnoredName(of: name) {
      note(.ignoredBySDL(rule), in: entry)
      return nil
    }
    return name
  }

  /// A string of at most so many bytes, without control characters.
  mutating func plainString(_ entry: TOMLEntry, limit: Int) -> String? {
    guard let string = string(entry) else { return nil }
    guard string.utf8.count <= limit else {
      note(.tooLong(string.utf8.count, limit: limit), in: entry)
      return nil
    }
    guard !string.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
      note(.controlCharacter, in: entry)
      return nil
    }
    return string
  }

  private mutating func inRange(
    _ number: Double, _ parameter: NumericParameter, _ entry: TOMLEntry, isPercentage: Bool = false
  ) -> Double? {
    let range = isPercentage ? parameter.percentages : parameter.range
    guard range.contains(number) else {
      note(.outOfRange(number, isPercentage: isPercentage, parameter), in: entry)
      return nil
    }
    return number
  }
}

extension TOMLValue {
  /// The value of an integer or a float.
  fileprivate var number: Double? {
    switch self {
    case .integer(let integer): Double(integer)
    case .float(let float): float
    default: nil
    }
  }
}
