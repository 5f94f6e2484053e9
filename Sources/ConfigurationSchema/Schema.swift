import Configuration

/// The JSON Schema of a configuration file, for editors.
///
/// It is of draft 7, without references: taplo, which reads it for most editors, shows no description beside one.
/// A schema cannot say all: percentages and times as text have a range only in the reader, and so has what two
/// numbers are to each other.
enum Schema {
  /// The schema's text.
  ///
  /// - Parameter page: The Markdown of touchstick.toml(5), for the descriptions.
  static func text(page: String) throws(MissingKey) -> String {
    let page = ManualPage(page)
    for table in ConfigurationTable.allCases where table != .root {
      for key in table.keys where !table.describes(key, page) || table.value(of: key) == nil {
        throw MissingKey(key: key, table: "\(table)")
      }
    }
    let tables = ConfigurationTable.root.keys.map { key in
      JSON.Member(name: key, value: ConfigurationTable(name: key).map { $0.rootSchema(page) } ?? .object([]))
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

/// A key that the reader has, and the manual page or the schema's own tables do not.
struct MissingKey: Error {
  let key: String
  let table: String
}

extension ConfigurationTable {
  /// The table that has this name in a file.
  fileprivate init?(name: String) {
    guard let table = Self.allCases.first(where: { "\($0)" == name }) else { return nil }
    self = table
  }

  /// The heading of the table in the page.
  var heading: String {
    switch self {
    case .device, .gamepad, .toggle: "[\(self)]"
    case .stick, .button, .buttons, .dpad, .trigger: "[[\(self)]]"
    case .movableBounds: "movable_bounds"
    case .handleConstraint: "handle_constraint"
    case .root, .region, .directionTarget, .directionOutput: "\(self)"
    }
  }

  /// Whether there is no need for the page to have more of it: four directions speak for themselves.
  private var isPlain: Bool { self == .directionTarget || self == .directionOutput }

  fileprivate func describes(_ key: String, _ page: ManualPage) -> Bool {
    isPlain || page.entry(key, of: heading) != nil
  }

  fileprivate func rootSchema(_ page: ManualPage) -> JSON {
    let description = JSON.text(page.introductions[heading] ?? "")
    let isArray = heading.hasPrefix("[[")
    let own = JSON.Member(name: "description", value: description)
    guard isArray else { return .object([own] + schema(page, keys: keys, conditions: conditions)) }
    let items = JSON.object(schema(page, keys: keys, conditions: conditions))
    return .object(["description": description, "type": .text("array"), "items": items])
  }

  /// The members of the schema of a table that has these keys.
  func schema(
    _ page: ManualPage, keys: [String], conditions: KeyValuePairs<String, JSON>
  ) -> [JSON.Member] {
    let properties = keys.map { JSON.Member(name: $0, value: property($0, page)) }
    let table: KeyValuePairs<String, JSON> = [
      "type": .text("object"), "properties": .object(properties), "additionalProperties": .boolean(false),
    ]
    return (Array(table) + Array(conditions)).map { JSON.Member(name: $0.key, value: $0.value) }
  }

  private func property(_ key: String, _ page: ManualPage) -> JSON {
    var members: [JSON.Member] = []
    if let entry = page.entry(key, of: heading) {
      members.append(JSON.Member(name: "description", value: .text(entry.meaning)))
      if let standard = entry.standardValue {
        members.append(JSON.Member(name: "default", value: .literal(standard)))
      }
    }
    return .object(members + (value(of: key)?.schema(page) ?? []))
  }
}

// Which keys have to be there, and which have a place only beside others.
extension ConfigurationTable {
  fileprivate var conditions: KeyValuePairs<String, JSON> {
    switch self {
    case .device:
      // Here the default is as it has to be.
      ["not": .object(["required": required("grab", "pass_through"), "properties": Self.passedTwice])]
    case .toggle: ["required": required("fingers")]
    case .stick: ["dependencies": only("catch_distance", "origin", "relative", "semi")]
    case .button: Self.buttonConditions
    case .buttons:
      [
        "required": required("layout", "region"), "dependencies": only("by_position", "layout", "abcd"),
      ]
    case .dpad: ["required": required("region")]
    case .trigger:
      ["required": required("region", "target"), "dependencies": only("distance", "pull", "slide")]
    default: [:]
    }
  }

  private static var passedTwice: JSON {
    .object([
      "grab": .object(["enum": .array([.boolean(false)])]),
      "pass_through": .object(["enum": .array([.boolean(true)])]),
    ])
  }

  private static var buttonConditions: KeyValuePairs<String, JSON> {
    let place: [JSON] = ["region", "press_margin", "slide"].map { key in
      .object(["required": .array([.text(key)])])
    }
    return [
      "required": .array([.text("output")]),
      "anyOf": .array(["region", "input"].map { .object(["required": .array([.text($0)])]) }),
      "dependencies": .object(["input": .object(["not": .object(["anyOf": .array(place)])])]),
    ]
  }

  private func required(_ keys: String...) -> JSON { .array(keys.map(JSON.text)) }

  /// That a key has a place only beside another one with one of these words.
  private func only(_ key: String, _ other: String, _ words: String...) -> JSON {
    let property = JSON.object(["enum": .array(words.map(JSON.text))])
    return .object([
      key: .object(["required": required(other), "properties": .object([other: property])])
    ])
  }
}
