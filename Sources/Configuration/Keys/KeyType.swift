internal import EventPipeline
internal import JoystickModel

/// The type of a key: its values, and how they are read.
package struct KeyType<Value: Sendable>: Sendable {
  package let accepts: ExpectedValue
  package let read: @Sendable (inout SettingsReader, TOMLEntry) -> Value?
  /// Writes a default in the notation of the file; not every other value has such a text.
  package let text: @Sendable (Value) -> String

  package init(
    _ accepts: ExpectedValue, text: @escaping @Sendable (Value) -> String = { "\($0)" },
    read: @escaping @Sendable (inout SettingsReader, TOMLEntry) -> Value?
  ) {
    self.accepts = accepts
    self.read = read
    self.text = text
  }
}

extension KeyType where Value: Equatable {
  package static func words(_ words: KeyValuePairs<String, Value>) -> Self {
    Self.words(words.map { (word: $0.key, $0.value) })
  }

  /// One of these words. Booleans and numbers among them, such as "true", stand without quotes in the file.
  package static func words(_ words: [(word: String, Value)], accepts: ExpectedValue? = nil) -> Self {
    let accepts = accepts ?? .words(words.map(\.word))
    return Self(accepts, text: { value in words.first { $0.1 == value }.map { literal($0.word) } ?? "" }) {
      $0.word($1, among: words, expected: accepts)
    }
  }

  /// One of these words, or a table with a button for each direction.
  fileprivate static func words(
    _ words: [(word: String, Value)], orButtonsIn table: ConfigurationTable,
    _ value: @escaping @Sendable (DirectionOutput) -> Value
  ) -> Self {
    let words = Self.words(words, accepts: .either([.words(words.map(\.word)), .keys(table)]))
    return Self(words.accepts, text: words.text) { reader, entry in
      guard case .table = entry.node.value else { return words.read(&reader, entry) }
      return reader.table(entry, table, DirectionButtons.rows).map { value($0.output) }
    }
  }
}

extension KeyType where Value: CaseIterable & Equatable & RawRepresentable, Value.RawValue == String {
  package static var rawValues: Self { .words(Value.allCases.map { (word: $0.rawValue, $0) }) }
}

extension KeyType<[HeldScreen]> {
  static var heldScreens: Self {
    let words = HeldScreen.allCases.map { (word: $0.rawValue, $0) }
    let accepts = ExpectedValue.wordList(words.map(\.word))
    return Self(accepts) { $0.words($1, among: words, expected: accepts) }
  }
}

extension KeyType<Bool> {
  package static var flag: Self { Self(.boolean) { $0.boolean($1) } }

  package static var smoothing: Self {
    .words(["true": true, "false": false, "off": false, "on": true, "one_euro": true])
  }
}

extension KeyType<Double> {
  package static func number(_ range: NumericRange, _ unit: Quantity.Unit = .number) -> Self {
    let quantity = Quantity(unit, range)
    return Self(.number(quantity)) { $0.number($1, quantity) }
  }
}

extension KeyType<Double> {
  static func angle(_ range: NumericRange) -> Self {
    let quantity = Quantity(.degrees, range)
    return Self(.number(quantity), text: { quoted("\(plain($0))deg") }) { $0.number($1, quantity) }
  }
}

extension KeyType<Int> {
  package static func count(_ range: NumericRange) -> Self {
    let quantity = Quantity(.count, range)
    return Self(.number(quantity)) { reader, entry in reader.integer(entry, quantity).map { Int($0) } }
  }
}

extension KeyType<UInt16> {
  package static var identifier: Self {
    let quantity = Quantity(.identifier, .from(0, to: 0xffff))
    return Self(.number(quantity)) { reader, entry in reader.integer(entry, quantity).map { UInt16($0) } }
  }
}

extension KeyType<Int64> {
  /// A frequency in hertz, as half of its period in microseconds. It has no text, so it is only for keys without a default.
  static func halfPeriod(_ range: NumericRange) -> Self {
    let quantity = Quantity(.hertz, range)
    return Self(.number(quantity)) { reader, entry in
      reader.number(entry, quantity).map { Int64((500_000 / $0).rounded()) }
    }
  }

  package static func time(_ range: NumericRange) -> Self {
    let quantity = Quantity(.milliseconds, range)
    return Self(.number(quantity), text: { quoted(Time(microseconds: $0).text) }) { $0.time($1, quantity) }
  }
}

extension KeyType<Length> {
  package static func length(_ range: NumericRange) -> Self {
    let quantity = Quantity(.length, range)
    return Self(.number(quantity), text: { quoted($0.text) }) { $0.length($1, quantity) }
  }
}

extension KeyType<PointSettings> {
  package static func point(_ range: NumericRange) -> Self {
    let quantity = Quantity(.length, range)
    return Self(.pair(quantity)) { $0.point($1, quantity) }
  }
}

extension KeyType<AreaSettings> {
  package static func area(_ table: ConfigurationTable) -> Self {
    Self(.keys(table)) { reader, entry in
      let rows = table == .movableBounds ? AreaSettings.boundsRows : AreaSettings.constraintRows
      return reader.table(entry, table, rows)
    }
  }
}

extension KeyType<RegionSettings> {
  static var region: Self { Self(.region) { $0.region($1) } }
}

extension KeyType<SurfaceSize> {
  static var size: Self { Self(.size) { $0.size($1) } }
}

extension KeyType<GlobPattern> {
  package static var pattern: Self { Self(.text(limit: nil)) { $0.pattern($1) } }
}

extension KeyType<RumbleSettings.Motor> {
  static var motor: Self {
    Self(.text(limit: nil), text: { $0 == .auto ? quoted("auto") : "" }) { reader, entry in
      reader.pattern(entry).map { $0.text == "auto" ? .auto : $0.text == "none" ? .off : .named($0) }
    }
  }
}

extension KeyType<String> {
  package static var path: Self { Self(.path) { $0.path($1) } }

  package static func text(limit: Int) -> Self {
    Self(.text(limit: limit), text: { quoted($0) }) { $0.plainString($1, limit: limit) }
  }

  package static var gamepadName: Self {
    // UINPUT_MAX_NAME_SIZE counts the final NUL.
    Self(.text(limit: 79)) { $0.gamepadName($1, limit: 79) }
  }
}

extension KeyType<GamepadButton> {
  static var button: Self { .words(GamepadButton.names, accepts: .button) }
}

extension KeyType<ButtonOutputs> {
  static var outputs: Self { Self(.outputs) { $0.outputs($1) } }
}

extension KeyType<[PadOutput]> {
  static var padOutputs: Self { Self(.padOutputs) { $0.padOutputs($1) } }
}

extension KeyType<[[PadOutput]]> {
  static var sequence: Self { Self(.sequence) { $0.sequence($1) } }
}

extension KeyType<[KeyboardKey]> {
  static var keyboardKeys: Self {
    Self(.keyboardKeys) { $0.words($1, among: KeyboardKey.names, expected: .keyboardKeys) }
  }
}

extension KeyType<GestureAction> {
  static var gesture: Self {
    let buttons = GamepadButton.names.map { (word: $0.word, GestureAction.press($0.button)) }
    return .words([("recenter", .recenter)] + buttons, accepts: .either([.words(["recenter"]), .button]))
  }
}

extension KeyType<HomeReturn> {
  static var homeReturn: Self {
    let words: [(word: String, HomeReturn)] = [
      ("never", .never), ("release", .release), ("double_tap", .doubleTap),
    ]
    let time = Quantity(.milliseconds, .from(0, to: 60_000))
    let accepts = ExpectedValue.either([.words(words.map(\.word)), .number(time)])
    let word = Self.words(words, accepts: accepts)
    return Self(accepts, text: word.text) { reader, entry in
      if case .string(let string) = entry.node.value, Time(string) == nil {
        return word.read(&reader, entry)
      }
      return reader.time(entry, time, expected: accepts).map { $0 == 0 ? .release : .after($0) }
    }
  }
}

extension KeyType<DirectionOutput> {
  static var directionOutput: Self { .words([("hat", .hat)], orButtonsIn: .directionOutput) { $0 } }
}

extension KeyType<StickTarget> {
  static var stickTarget: Self {
    .words(StickTarget.words, orButtonsIn: .directionTarget) { .direction($0) }
  }
}
