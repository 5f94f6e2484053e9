internal import JoystickModel

/// A row of the one table that says all of a key: the reader, its sentences, the warnings, the schema and the
/// documentation are made from it.
package struct Key: Sendable {
  package let name: String
  package let takes: ExpectedValue
  package let isRequired: Bool
  /// What another key has to be for this one to have a place.
  package let needs: Need?
  /// What holds without it, in Markdown.
  package let standard: @Sendable () -> String
  /// What it means, in Markdown. The first sentence stands for all of it where there is little room.
  package let meaning: String
}

/// That a key has one of these words.
package struct Need: Sendable {
  package let key: String
  package let words: [String]

  init(_ key: String, _ words: [String]) {
    self.key = key
    self.words = words
  }
}

/// When a key has an effect. A value without any is not an error.
struct Condition<Table>: Sendable {
  /// What it goes with, as a warning says it.
  let phrase: String
  let isMet: @Sendable (Table) -> Bool

  init(_ phrase: String, isMet: @escaping @Sendable (Table) -> Bool) {
    self.phrase = phrase
    self.isMet = isMet
  }
}

/// A table whose keys are read by their rows.
protocol RowTable: Equatable, Sendable {
  /// One that has no key.
  init()
}

/// A table of the file that has a heading.
protocol KeyedTable: RowTable {
  static var kind: ConfigurationTable { get }
  /// In the order in which they are read, and described.
  static var rows: [Row<Self>] { get }
  var places: Places { get set }
}

/// Where a value is stored.
typealias Field<Table, Value> = any WritableKeyPath<Table, Value> & Sendable

/// A key of a table, and where its value is stored.
struct Row<Table: RowTable>: Sendable {
  let key: Key
  let only: Condition<Table>?
  /// Reads the value. False where that is wrong, which has been noted then.
  let read: @Sendable (inout SettingsReader, TOMLEntry, inout Table) -> Bool
  /// Whether the value is the default.
  let isStandard: @Sendable (Table) -> Bool

  /// A key whose value is at this path.
  ///
  /// - Parameters:
  ///   - standard: What holds without it, where that is not the value of an empty table.
  ///   - needs: What another key has to be; else it is an error.
  ///   - only: When it has an effect; else there is a warning, unless it is the default.
  init<Value: Equatable & Sendable>(
    _ name: String, _ path: Field<Table, Value>, _ type: KeyType<Value>,
    isRequired: Bool = false, standard: String? = nil, needs: Need? = nil, only: Condition<Table>? = nil,
    _ meaning: String
  ) {
    let inWords = isRequired ? "required" : standard
    key = Key(
      name: name, takes: type.takes, isRequired: isRequired, needs: needs,
      standard: { inWords ?? "`\(type.text(Table()[keyPath: path]))`" }, meaning: meaning)
    self.only = only
    read = { reader, entry, table in
      guard let value = type.read(&reader, entry) else { return false }
      table[keyPath: path] = value
      return true
    }
    isStandard = { $0[keyPath: path] == Table()[keyPath: path] }
  }

  /// A key without which the value at this path is nil.
  init<Value: Equatable & Sendable>(
    _ name: String, optional path: Field<Table, Value?>, _ type: KeyType<Value>,
    standard: String, needs: Need? = nil, only: Condition<Table>? = nil, _ meaning: String
  ) {
    let type = KeyType<Value?>(type.takes) { type.read(&$0, $1).map { .some($0) } }
    self.init(name, path, type, standard: standard, needs: needs, only: only, meaning)
  }
}

extension Row<StickSettings> {
  /// A length of the model's.
  init(
    _ name: String, length path: Field<StickParameters, Double>, _ range: NumericRange,
    only: Condition<Table>? = nil, _ meaning: String
  ) {
    let type = KeyType<Length>.length(range)
    let standard = Length.millimetres(StickParameters.standard[keyPath: path])
    key = Key(
      name: name, takes: type.takes, isRequired: false, needs: nil, standard: { "`\(type.text(standard))`" },
      meaning: meaning)
    self.only = only
    read = { reader, entry, stick in
      stick.lengths[name] = type.read(&reader, entry).map { ModelLength(path: path, length: $0) }
      return stick.lengths[name] != nil
    }
    isStandard = { ($0.lengths[name]?.length ?? standard) == standard }
  }
}
