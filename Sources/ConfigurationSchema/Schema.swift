import Configuration
import JoystickModel

/// The JSON Schema of a configuration file, for editors.
///
/// It is of draft 7, without references: taplo, which reads it for most editors, shows no description beside one.
/// A schema cannot say all: percentages and times as text have a range only in the reader, and so has what two
/// numbers are to each other.
enum Schema {
  static var text: String {
    let tables = ConfigurationTable.root.keys.map { key in
      JSON.Member(name: key, value: ConfigurationTable(rawValue: key).map(\.rootSchema) ?? .object([]))
    }
    let root = JSON.object([
      "$schema": .text("http://json-schema.org/draft-07/schema#"),
      "title": .text("touchstick.toml"),
      "description": .text("What touchstickd makes of touches: see touchstick.toml(5)."),
      "type": .text("object"),
      "properties": .object(tables),
      "additionalProperties": .boolean(false),
    ])
    return root.written() + "\n"
  }
}

extension ConfigurationTable {
  fileprivate var rootSchema: JSON {
    let table = JSON.table(rows, conditions)
    let description = JSON.Member(name: "description", value: .text(introduction.unwrapped))
    guard isList else { return .object([description] + table) }
    return .object([description] + JSON.members(["type": .text("array"), "items": .object(table)]))
  }

  /// Which keys have to be there, and which have a place only beside others.
  private var conditions: [JSON.Member] {
    let required = rows.filter(\.isRequired).map(\.name)
    let needs = rows.compactMap { key in key.needs.map { JSON.Member(name: key.name, value: $0.schema) } }
    return (required.isEmpty ? [] : JSON.members(["required": .texts(required)]))
      + (needs.isEmpty ? [] : JSON.members(["dependencies": .object(needs)])) + ownConditions
  }

  private var ownConditions: [JSON.Member] {
    switch self {
    case .device:
      // Here the default is as it has to be.
      JSON.members([
        "not": .object([
          "required": .texts(["grab", "pass_through"]),
          "properties": .object([
            "grab": .object(["enum": .array([.boolean(false)])]),
            "pass_through": .object(["enum": .array([.boolean(true)])]),
          ]),
        ])
      ])
    case .button:
      JSON.members([
        "anyOf": .array(["region", "input"].map(JSON.requiring)),
        "dependencies": .object([
          "input": .object([
            "not": .object(["anyOf": .array(["region", "press_margin", "slide"].map(JSON.requiring))])
          ])
        ]),
      ])
    default: []
    }
  }
}

extension Need {
  /// That the other key is there, with one of the words.
  fileprivate var schema: JSON {
    .object([
      "required": .texts([key]), "properties": .object([key: .object(["enum": .texts(words)])]),
    ])
  }
}

extension JSON {
  static func members(_ members: KeyValuePairs<String, JSON>) -> [Member] {
    members.map { Member(name: $0.key, value: $0.value) }
  }

  fileprivate static func texts(_ texts: [String]) -> JSON { .array(texts.map(JSON.text)) }

  fileprivate static func requiring(_ key: String) -> JSON { .object(["required": .texts([key])]) }

  /// The members of the schema of a table that has these keys.
  fileprivate static func table(_ keys: [Key], _ conditions: [Member]) -> [Member] {
    let properties = keys.map { Member(name: $0.name, value: .object($0.schema)) }
    return members([
      "type": .text("object"), "properties": .object(properties), "additionalProperties": .boolean(false),
    ]) + conditions
  }

  fileprivate static func any(_ values: [[Member]]) -> [Member] {
    members(["anyOf": .array(values.map(JSON.object))])
  }
}

extension Key {
  fileprivate var schema: [JSON.Member] {
    let standard = standardValue.map { JSON.members(["default": .literal($0)]) } ?? []
    return JSON.members(["description": .text(meaning.unwrapped)]) + standard + takes.schema
  }
}

extension ExpectedValue {
  fileprivate var schema: [JSON.Member] {
    switch self {
    case .text(let most):
      JSON.members(["type": .text("string"), "minLength": .number(1)])
        + (most.map { JSON.members(["maxLength": .number(Double($0))]) } ?? [])
    case .path: Self.text(limit: 4095).schema + JSON.members(["pattern": .text("^/")])
    case .size:
      Self.text(limit: nil).schema
        + JSON.members([
          "pattern": .text("^ *[+]?[0-9]+([.][0-9]+)? *(mm)? *x *[+]?[0-9]+([.][0-9]+)? *(mm)? *$")
        ])
    case .boolean: JSON.members(["type": .text("boolean")])
    case .number(let quantity): quantity.schema
    case .pair(let quantity):
      JSON.members([
        "type": .text("array"), "items": .array([.object(quantity.schema), .object(quantity.schema)]),
        "minItems": .number(2), "maxItems": .number(2),
      ])
    case .words(let words): JSON.members(["enum": .array(words.flatMap(JSON.word))])
    case .button: Self.words(GamepadButton.names.map(\.word)).schema
    case .region, .regionOrInput: JSON.any(ConfigurationTable.region.shapes.map(Self.schema))
    case .keys(let table): Self.schema(ofAll: table.rows)
    case .either(let others): JSON.any(others.map(\.schema))
    case .table, .tables: []
    }
  }

  /// A table that has all of these keys, and no others.
  private static func schema(ofAll keys: [Key]) -> [JSON.Member] {
    JSON.table(keys, JSON.members(["required": .texts(keys.map(\.name))]))
  }
}

extension Quantity {
  fileprivate var schema: [JSON.Member] {
    switch unit {
    case .length: numberOrText(units: "mm|%")
    case .milliseconds: numberOrText(units: "ms|s")
    case .count, .identifier: range("integer")
    case .number, .hertz, .hertzPerSpeed, .degrees: range("number")
    }
  }

  private func range(_ type: String) -> [JSON.Member] {
    JSON.members([
      "type": .text(type),
      range.includesLower ? "minimum" : "exclusiveMinimum": .number(range.lower),
      range.includesUpper ? "maximum" : "exclusiveMaximum": .number(range.upper),
    ])
  }

  /// A number, or text with a unit, whose own range a schema cannot say but for its sign.
  private func numberOrText(units: String) -> [JSON.Member] {
    let sign = range.lower < 0 ? "[-+]?" : "[+]?"
    let text = JSON.members([
      "type": .text("string"), "pattern": .text("^\(sign)[0-9]+([.][0-9]+)? *(\(units))$"),
    ])
    return JSON.any([range("number"), text])
  }
}

extension JSON {
  /// A word; one that is a number stands for itself too, and `true` and `false` are no words.
  fileprivate static func word(_ word: String) -> [JSON] {
    let literal = Configuration.literal(word)
    if literal.hasPrefix("\"") { return [.text(word)] }
    return Int(word) == nil ? [.literal(word)] : [.literal(word), .text(word)]
  }
}
