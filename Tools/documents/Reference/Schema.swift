import Configuration
import JoystickModel

/// The JSON Schema of a configuration file, for editors.
///
/// It is of draft 7, without references: taplo, which reads it for most editors, shows no description beside a
/// reference. A schema cannot check everything: only the reader checks the ranges of percentages and times in texts,
/// and relations between two numbers.
enum Schema {
  static var text: String {
    let keys = ConfigurationTable.root.keys
    let entries = ConfigurationTable.root.keyNames.map { name in
      (
        name: name,
        value: keys.first { $0.name == name }?.schema ?? ConfigurationTable(rawValue: name).map(\.rootSchema)
          ?? [:]
      )
    }
    let root: JSON = [
      "$schema": "http://json-schema.org/draft-07/schema#",
      "title": "touchstick.toml",
      "description": "What touchstickd makes of touches: see touchstick.toml(5).",
      "type": "object",
      "properties": .object(entries),
      "additionalProperties": false,
    ]
    return root.written() + "\n"
  }
}

extension ConfigurationTable {
  fileprivate var rootSchema: JSON {
    let table = keys.schema + conditions
    return ["description": .text(introduction.unwrapped)]
      + (isList ? ["type": "array", "items": table] : table)
  }

  /// The required keys, and the keys that exclude others.
  private var conditions: JSON {
    let required = keys.filter(\.isRequired).map(\.name)
    return (required.isEmpty ? [:] : ["required": .texts(required)]) + ownConditions
  }

  private var ownConditions: JSON {
    switch self {
    case .device:
      // The default meets the condition.
      [
        "not": [
          "required": ["grab", "pass_through"],
          "properties": ["grab": ["enum": [false]], "pass_through": ["enum": [true]]],
        ]
      ]
    case .button:
      [
        "allOf": [
          ["oneOf": [["required": ["region"]], ["required": ["input"]]]],
          ["oneOf": [["required": ["output"]], ["required": ["sequence"]]]],
          ["not": ["required": ["input", "sequence"]]],
        ]
      ]
    default: [:]
    }
  }
}

extension [Key] {
  /// The schema of a table that has these keys.
  fileprivate var schema: JSON {
    [
      "type": "object", "properties": .object(flatMap(\.properties)),
      "additionalProperties": false,
    ]
  }

  /// The same, if all keys are required.
  fileprivate var schemaOfAll: JSON { schema + ["required": .texts(map(\.name))] }
}

extension Key {
  /// The key, and its old name, if any.
  fileprivate var properties: [(name: String, value: JSON)] {
    [(name: name, value: schema)]
      + (oldName.map { [(name: $0, value: schema + ["deprecated": true])] } ?? [])
  }

  fileprivate var schema: JSON {
    ["description": .text(meaning.unwrapped)] + (defaultValue.map { ["default": .literal($0)] } ?? [:])
      + accepts.schema
  }
}

extension ExpectedValue {
  fileprivate var schema: JSON {
    switch self {
    case .text(let most):
      ["type": "string", "minLength": 1] + (most.map { ["maxLength": .number(Double($0))] } ?? [:])
    case .path: Self.text(limit: 4095).schema + ["pattern": "^/"]
    case .size:
      Self.text(limit: nil).schema
        + ["pattern": "^ *[+]?[0-9]+([.][0-9]+)? *(mm)? *x *[+]?[0-9]+([.][0-9]+)? *(mm)? *$"]
    case .boolean: ["type": "boolean"]
    case .number(let quantity): quantity.schema
    case .pair(let quantity):
      ["type": "array", "items": [quantity.schema, quantity.schema], "minItems": 2, "maxItems": 2]
    case .words(let words): ["enum": .array(words.flatMap(JSON.word))]
    case .wordList(let words): ["type": "array", "items": Self.words(words).schema]
    case .button: Self.words(GamepadButton.names.map(\.word)).schema
    case .outputs:
      [
        "anyOf": [
          Self.output, Self.layer,
          Self.outputList(of: ["anyOf": [Self.output, Self.layer]]) + ["minItems": 1],
        ]
      ]
    case .padOutputs:
      ["anyOf": [Self.output, Self.outputList(of: Self.output) + ["minItems": 1]]]
    case .sequence:
      [
        "type": "array", "items": ["anyOf": [Self.output, Self.outputList(of: Self.output)]],
        "minItems": 1,
        "maxItems": .number(Double(OutputWords.maxSteps)),
      ]
    case .keyboardKeys: ["type": "array", "items": Self.words(KeyboardKey.names.map(\.word)).schema]
    case .region: ["anyOf": .array(ConfigurationTable.region.keySets.map(\.schemaOfAll))]
    case .keys(let table): table.keys.schemaOfAll
    case .either(let others): ["anyOf": .array(others.map(\.schema))]
    }
  }
}

extension ExpectedValue {
  // With each of the 200 keys in each place, the file would be half as long again.
  private static let output: JSON = [
    "anyOf": [
      words(OutputWords.names.filter { $0.output.key == nil }.map(\.word)).schema,
      ["type": "string", "pattern": "^KEY_[0-9A-Z_]+$"],
    ]
  ]
  private static let layer: JSON = ["type": "string", "pattern": "^(show .+|switch .+|next layer)$"]

  private static func outputList(of items: JSON) -> JSON {
    ["type": "array", "items": items, "maxItems": .number(Double(OutputWords.maxCount))]
  }
}

extension Quantity {
  fileprivate var schema: JSON {
    switch unit {
    case .length: numberOrText(units: "mm|%", or: (range.contains(0) ? "|0" : "") + Self.sums)
    case .milliseconds: numberOrText(units: "ms|s")
    case .count, .identifier: range("integer")
    case .hertz: numberOrText(units: "Hz")
    case .degrees: numberOrText(units: "deg")
    case .number, .hertzPerSpeed, .degreesPerSecond, .speed: range("number")
    }
  }

  /// A percentage and millimetres, in any order.
  private static let sums: String = {
    let number = "[0-9]+([.][0-9]+)? *"
    return "|[-+]?\(number)% *[-+] *\(number)mm|[-+]?\(number)mm *[-+] *\(number)%"
  }()

  private func range(_ type: String) -> JSON {
    let lower = range.includesLower ? "minimum" : "exclusiveMinimum"
    let upper = range.includesUpper ? "maximum" : "exclusiveMaximum"
    return ["type": .text(type), lower: .number(range.lower), upper: .number(range.upper)]
  }

  /// A number, or a text with a unit. A schema can only check the sign of the text.
  private func numberOrText(units: String, or others: String = "") -> JSON {
    let sign = range.lower < 0 ? "[-+]?" : "[+]?"
    let pattern = "^(\(sign)[0-9]+([.][0-9]+)? *(\(units))\(others))$"
    return ["anyOf": [range("number"), ["type": "string", "pattern": .text(pattern)]]]
  }
}

extension JSON {
  /// A word. A word that is a number can also be that number, and `true` and `false` are booleans.
  fileprivate static func word(_ word: String) -> [JSON] {
    let literal = Configuration.literal(word)
    if literal.hasPrefix("\"") { return [.text(word)] }
    return Int(word) == nil ? [.literal(word)] : [.literal(word), .text(word)]
  }
}
