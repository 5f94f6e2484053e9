internal import JoystickModel

/// One key of the configuration. The reader, its messages, the warnings, the schema and the documents use it.
package struct Key: Sendable {
  package let name: String
  /// A name from before that files may still use.
  package var oldName: String?
  package let accepts: ExpectedValue
  package let isRequired: Bool
  /// The default, in Markdown: a value in backticks, or a description.
  package let defaultText: @Sendable () -> String
  /// The meaning, in Markdown. The guides print only its first sentence.
  package let meaning: String
}

/// The condition under which a key has an effect. A value without an effect is a warning, not an error.
package struct Condition<Table>: Sendable {
  /// What the key needs in a table that does not have it.
  package let phrase: @Sendable (Table) -> String
  package let isMet: @Sendable (Table) -> Bool

  package init(_ phrase: String, isMet: @escaping @Sendable (Table) -> Bool) {
    self.init(phrase: { _ in phrase }, isMet: isMet)
  }

  package init(
    phrase: @escaping @Sendable (Table) -> String, isMet: @escaping @Sendable (Table) -> Bool
  ) {
    self.phrase = phrase
    self.isMet = isMet
  }
}

package protocol RowTable: Equatable, Sendable {
  /// Makes an empty table: its values are the defaults.
  init()
}

/// A table with a heading, such as `[[stick]]`.
protocol KeyedTable: RowTable {
  static var kind: ConfigurationTable { get }
  /// The description, in Markdown.
  static var introduction: String { get }
  /// The order is that of reading, and that of the documents.
  static var rows: [Row<Self>] { get }
  var positions: SourcePositions { get set }
}

extension KeyedTable {
  static var keys: [Key] { rows.map(\.key) }
}

/// The place in a table's settings that stores a value.
package typealias Field<Table, Value> = any WritableKeyPath<Table, Value> & Sendable

/// A key together with the place that stores its value.
package struct Row<Table: RowTable>: Sendable {
  package let key: Key
  private let only: Condition<Table>?
  /// Reads and stores the value. Returns false after it has noted an error.
  package let read: @Sendable (inout SettingsReader, TOMLEntry, inout Table) -> Bool
  private let isDefault: @Sendable (Table) -> Bool

  /// A key whose value is stored at this path.
  ///
  /// - Parameters:
  ///   - defaultText: Describes the default, if its value does not say enough. For a required key, when it is required.
  ///   - only: When the key has an effect.
  package init<Value: Equatable & Sendable>(
    _ name: String, _ path: Field<Table, Value>, _ type: KeyType<Value>,
    oldName: String? = nil, isRequired: Bool = false, defaultText: String? = nil,
    only: Condition<Table>? = nil, _ meaning: String
  ) {
    let inWords = defaultText ?? (isRequired ? "required" : nil)
    key = Key(
      name: name, oldName: oldName, accepts: type.accepts, isRequired: isRequired,
      defaultText: { inWords ?? "`\(type.text(Table()[keyPath: path]))`" },
      meaning: meaning + (oldName.map { " Files may still use its old name, `\($0)`." } ?? ""))
    self.only = only
    read = { reader, entry, table in
      guard let value = type.read(&reader, entry) else { return false }
      table[keyPath: path] = value
      return true
    }
    isDefault = { $0[keyPath: path] == Table()[keyPath: path] }
  }

  /// A key whose value is stored at this path, which is nil without the key.
  package init<Value: Equatable & Sendable>(
    _ name: String, optional path: Field<Table, Value?>, _ type: KeyType<Value>, isRequired: Bool = false,
    defaultText: String, only: Condition<Table>? = nil, _ meaning: String
  ) {
    let type = KeyType<Value?>(type.accepts) { type.read(&$0, $1).map { .some($0) } }
    self.init(name, path, type, isRequired: isRequired, defaultText: defaultText, only: only, meaning)
  }
}

extension Row where Table: KeyedTable {
  /// The warning that the key has no effect in this table. A default value was probably copied, so it needs no effect.
  func uselessKey(in table: Table) -> Diagnostic? {
    guard let only, !only.isMet(table), !isDefault(table) else { return nil }
    return Diagnostic(
      .warning, "useless-key", "\(key.name) has no effect here", hint: "it needs \(only.phrase(table))",
      at: table.positions.position(of: key.name))
  }
}

extension Row<StickSettings> {
  /// A length of the model. A surface turns it into millimetres.
  init(
    _ name: String, length path: Field<StickParameters, Double>, _ range: NumericRange,
    only: Condition<Table>? = nil, _ meaning: String
  ) {
    let type = KeyType<Length>.length(range)
    let defaultLength = Length.millimetres(StickParameters.defaults[keyPath: path])
    key = Key(
      name: name, accepts: type.accepts, isRequired: false, defaultText: { "`\(type.text(defaultLength))`" },
      meaning: meaning)
    self.only = only
    read = { reader, entry, stick in
      stick.lengths[name] = type.read(&reader, entry).map { ModelLength(path: path, length: $0) }
      return stick.lengths[name] != nil
    }
    isDefault = { ($0.lengths[name]?.length ?? defaultLength) == defaultLength }
  }
}
