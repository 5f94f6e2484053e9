import Foundation
import JoystickModel
import TestSupport
import Testing

@testable import Configuration

@Suite("The schema of configuration files")
struct SchemaTests {
  private static let file = Fixtures.project.appending(path: "config/touchstick.schema.json")

  /// The schema's error for each of these files; nil if it conforms.
  private func problems(_ texts: [String]) throws -> [String?] {
    let script = Fixtures.project.appending(path: "Tests/DocumentationTests/conform.py").path
    let input = String(decoding: try JSONEncoder().encode(texts), as: UTF8.self)
    let (status, output) = try Programs.run("/usr/bin/python3", [script, Self.file.path], input: input)
    #expect(status == 0, "\(output)")
    return try JSONDecoder().decode([String?].self, from: Data(output.utf8))
  }

  /// Whether the reader finds no error in any single key or value.
  private func reads(_ text: String) -> Bool {
    do throws(ConfigurationError) {
      _ = try Settings.parse(text, file: "schema")
    } catch {
      // Conditions on several keys.
      let codes = [
        "same-name", "same-input", "same-target", "input-and-region", "keys-out-of-order",
        "pass-through-without-grab", "sequence-and-output", "sequence-and-input", "layer-and-input",
        "unknown-layer", "unknown-control", "motion-and-input",
      ]
      return error.diagnostics.allSatisfy { codes.contains($0.code) }
    }
    return true
  }

  @Test("The file with all settings names it in the first line")
  func directive() throws {
    let file = try Guide.read("../config/touchstick.toml")
    #expect(file.hasPrefix("#:schema ./\(Self.file.lastPathComponent)\n\n"))
  }

  @Test("The shipped files, and the examples of the guides and manual pages conform")
  func examples() throws {
    let folder = Fixtures.project.appending(path: "config/profiles")
    let profiles = try FileManager.default.contentsOfDirectory(atPath: folder.path).map { "profiles/\($0)" }
    let shipped = try (profiles + ["touchstick.toml"]).map { try Guide.read("../config/\($0)") }
    let pages = ["joystick-model.md", "controls.md", "configuration.md", "man/touchstick.toml.5.md"]
    let examples = try pages.flatMap { try Guide($0).blocks("toml") }
    #expect(shipped.count > 5 && examples.count > 6)
    for (text, problem) in try zip(shipped + examples, problems(shipped + examples)) {
      #expect(problem == nil, "\(text.prefix(200))")
    }
  }

  @Test("Files with errors do not conform")
  func broken() throws {
    let stick = "[[stick]]\n"
    let region = "region = { center = [9, 9], radius = 9 }\n"
    let texts = [
      "stick = 1", "[stick]\n", "[devise]\n", "[device]\nnam = \"a\"", "[device]\nrotation = 45",
      "[device]\ngrab = false\npass_through = true", "[toggle]\nhold_time = 500", "\(stick)radius = 0",
      "\(stick)origin = \"float\"", "\(stick)region = { x = 0, y = 0, width = 9 }",
      "\(stick)region = { x = 0, y = 0, width = 9, height = 9, radius = 9 }",
      "\(stick)target = { up = \"A\" }", "\(stick)hold_time = \"5 minutes\"", "[[button]]\noutput = \"A\"",
      "[[button]]\n\(region)", "[[button]]\ninput = \"BTN_LEFT\"\noutput = \"A\"\n\(region)",
      "[[button]]\ninput = \"BTN_LEFT\"\noutput = \"A\"\nslide = \"of\"", "[[buttons]]\n\(region)",
      "[[dpad]]\n", "[[trigger]]\n\(region)", "[[look]]\n", "[[look]]\nsensitivity = 0\n\(region)",
      "[[slider]]\noutput = \"RB\"\n\(region)", "[[wheel]]\nrange = \"270\"\n\(region)",
    ]
    for (text, problem) in try zip(texts, problems(texts)) {
      #expect(problem != nil, "\(text)")
      // A schema that is stricter than the reader would be wrong, too.
      #expect(throws: ConfigurationError.self, "\(text)") { try Settings.parse(text, file: "schema") }
    }
  }

  @Test("The schema agrees with the reader about values of all sorts for every key")
  func everyKey() throws {
    var files: [String] = []
    for place in KeyPlace.all {
      let values = KeyPlace.values + KeyPlace.bounds(of: place)
      files += values.map { place.file(with: $0) }
    }
    #expect(files.count > 5000)
    for (file, problem) in try zip(files, problems(files)) {
      let agree = (problem == nil) == reads(file)
      #expect(agree, "\(file): \(problem ?? "it conforms")")
    }
  }
}

@Suite("Descriptions of keys")
struct ReferenceTests {
  @Test("The defaults are right, and required keys say so", arguments: KeyPlace.all)
  func defaults(_ place: KeyPlace) throws {
    let key = place.row
    let without = try? Settings.parse(place.file(with: nil), file: "row")
    #expect((without == nil) == key.defaultText().hasPrefix("required"))
    guard let value = key.defaultText().soleCodeSpan, let without else { return }
    #expect(try Settings.parse(place.file(with: value), file: "row").effect == without.effect, "\(value)")
  }

  @Test("Every optional number has a default value, except these")
  func values() throws {
    let without = KeyPlace.all.filter { place in
      guard case .number(let quantity) = place.row.accepts, quantity.unit != .identifier else { return false }
      return place.row.defaultText().soleCodeSpan == nil && !place.row.isRequired
    }
    #expect(without.map(\.key) == ["catch_distance", "turbo"])
  }

  @Test("A list of a key's words is complete", arguments: KeyPlace.all)
  func words(_ place: KeyPlace) throws {
    let items = place.row.meaning.split(separator: "\n").filter { $0.hasPrefix("- `\"") }
    let listed = items.flatMap { String($0.prefix { $0 != ":" }).codeSpans }
    if !listed.isEmpty { #expect(listed == place.row.accepts.allWords.map { "\"\($0)\"" }) }
  }

  @Test("Sentences end with a full stop")
  func sentences() {
    for place in KeyPlace.all { #expect(place.row.meaning.hasSuffix("."), "\(place)") }
  }

  @Test("touchstick.toml(5) names all buttons")
  func buttons() throws {
    let lines = try Guide("man/touchstick.toml.5.md").lines
    let start = try #require(lines.firstIndex(of: "button"))
    let spans = lines[(start + 1)...].prefix { !$0.isEmpty }.joined(separator: " ").codeSpans
    #expect(Set(spans) == Set(GamepadButton.names.map { "\"\($0.word)\"" }))
    #expect(Set(spans).count == spans.count)
    let output = try #require(lines.firstIndex(of: "output"))
    let others = lines[(output + 1)...].prefix { !$0.isEmpty }.joined(separator: " ").codeSpans
    let words = OutputWords.names.filter { $0.output.key == nil || $0.word == "KEY_F1" }.map(\.word)
    #expect(Set(others) == Set(words.map { "\"\($0)\"" }).subtracting(spans))
  }

  @Test("The examples in touchstick.toml(5) can be used")
  func examples() throws {
    let examples = try Guide("man/touchstick.toml.5.md").blocks("toml")
    #expect(examples.count == 3)
    for example in examples {
      let settings = try Settings.parse(example, file: "page")
      _ = try settings.layout(width: 217, height: 136, deviceClass: .touchscreen)
    }
  }
}

extension Settings {
  /// The effect of the settings, whether the file sets them or not.
  fileprivate var effect: Effect {
    get throws {
      Effect(
        device: device, passesThrough: device.passesThrough, gamepad: gamepad, rumble: rumble,
        haptics: haptics, keyboard: keyboard,
        toggle: toggle,
        layout: try layout(width: 217, height: 136, deviceClass: .touchscreen))
    }
  }

  fileprivate struct Effect: Equatable {
    let device: DeviceSettings
    let passesThrough: Bool
    let gamepad: GamepadSettings
    let rumble: RumbleSettings
    let haptics: HapticSettings
    let keyboard: KeyboardSettings
    let toggle: ToggleSettings?
    let layout: Layout
  }
}

/// A key of a table, and a file that contains it.
struct KeyPlace: CustomTestStringConvertible {
  let table: ConfigurationTable
  let row: Key

  var key: String { row.name }
  var testDescription: String { "\(key) of \(table.heading)" }

  static let all = ConfigurationTable.allCases.flatMap { table in
    table.keys.map { KeyPlace(table: table, row: $0) }
  }

  /// A file in which the key has this value or is missing, with no other error.
  func file(with value: String?) -> String {
    let others = companions(ofMissing: value == nil).filter { $0.key != key }
    let fields = (others + [(key, value)].compactMap { key, value in value.map { (key, $0) } })
      .map { "\($0.0) = \($0.1)" }
    switch table {
    case .root, .profile: return fields.joined(separator: "\n")
    case .device, .gamepad, .rumble, .haptics, .keyboard, .toggle, .stick, .button, .buttons, .dpad, .trigger,
      .look,
      .slider,
      .wheel, .tilt, .gyro, .ignore:
      return ([table.heading] + fields).joined(separator: "\n")
    case .region, .movableBounds, .handleConstraint, .directionTarget, .directionOutput:
      let outer = table == .directionOutput ? "[[dpad]]\nregion = \(Self.circle)" : "[[stick]]"
      return "\(outer)\n\(table.rawValue) = { \(fields.joined(separator: ", ")) }"
    }
  }

  /// The other keys that the key requires.
  private func companions(ofMissing isMissing: Bool) -> [(key: String, value: String)] {
    switch table {
    case .toggle: [("fingers", "3")]
    case .stick:
      switch key {
      // Without them they have no effect.
      case "catch_distance": [("origin", "\"semi\"")]
      case "min_cutoff", "beta": [("smoothing", "true")]
      default: []
      }
    case .button:
      (key == "sequence" && !isMissing ? [] : [("output", "\"A\"")])
        + (key == "input" && !isMissing ? [] : [("region", Self.circle)])
    case .buttons: [("layout", "\"abcd\""), ("region", Self.circle)]
    case .dpad, .slider, .wheel, .ignore: [("region", Self.circle)]
    case .gyro: key == "counts_per_degree" ? [("target", "\"mouse\"")] : []
    case .tilt: []
    case .look:
      [("region", Self.circle)]
        + (["tap_time", "hold_time", "moved_tolerance"].contains(key)
          ? [("tap", "\"A\""), ("hold", "\"B\"")] : key == "counts_per_mm" ? [("target", "\"mouse\"")] : [])
    case .trigger:
      [("region", Self.circle), ("target", "\"left\"")] + (key == "distance" ? [("pull", "\"slide\"")] : [])
    case .region where key == "center" || key == "radius": [("center", "[9, 9]"), ("radius", "9")]
    case .region, .movableBounds, .handleConstraint: ["x", "y", "width", "height"].map { ($0, "9") }
    case .directionTarget, .directionOutput: table.keyNames.map { ($0, "\"A\"") }
    case .root, .profile, .device, .gamepad, .rumble, .haptics, .keyboard: []
    }
  }

  private static let circle = "{ center = [9, 9], radius = 9 }"

  /// All words that any key accepts.
  static let words: [String] = {
    let words = all.flatMap(\.row.accepts.allWords)
    return Array(Set(words)).sorted()
  }()

  /// Values of all sorts. Each number in a string is in the range of all keys with its unit, because a schema cannot
  /// express such ranges.
  static let values =
    [
      "true", "false", "-1", "0", "0.5", "1", "2", "4", "4.5", "8", "11", "[]", "[1]", "[1, 2]", "[-1, 2]",
      "[1, 2, 3]", "[true, 2]", "[\"50%\", \"5mm\"]", "{}", "[{}]", circle, "{ x = 1, center = [1, 1] }",
      "{ x = 1, y = 1, width = 1, height = 1 }", "{ x = 1, y = 1, width = 1 }", "{ up = \"A\" }",
      "[\"A\", \"LT\"]", "[\"KEY_ESC\", \"KEY_F1\"]", "\"show weapons\"", "\"switch \"",
      "[\"A\", \"switch a\"]", "[[\"next layer\"]]",
      "[\"A\", \"left.x-\", []]", "[[], [\"Up\"], [\"Up\", \"right.y+\"], \"B\"]",
      "[\(Array(repeating: "\"A\"", count: 9).joined(separator: ", "))]",
      "[\(Array(repeating: "[]", count: 33).joined(separator: ", "))]",
      "{ up = \"A\", right = \"B\", down = \"X\", left = \"Y\" }",
    ] + (texts + words).map { "\"\($0)\"" }

  private static let texts =
    [
      "", " ", "?!", "0", "12", "12mm", "-12mm", "12 mm", "1e2mm", "12cm", ".5mm", "mm", "40%", "+40.5%",
      "-40%",
      "200ms", "0.5s", "-5ms", "12Hz", "0.5 Hz", "-1Hz", "12hz", "20deg", "20.5 deg", "-20deg", "20°",
      "217mm x 136mm", "217x136", "217", "/dev/x",
      "100% - 25mm", "50%+8mm", "8mm + 50 %", "100% - ", "50% + 10%", "8mm - 2mm", "100% - -5mm",
      "100% - 5mm - 5mm",
    ] + [64, 65, 79, 80, 81].map { String(repeating: "n", count: $0) }

  /// The bounds of a number, and values just inside and outside.
  static func bounds(of place: KeyPlace) -> [String] {
    place.row.accepts.quantities.flatMap { quantity in
      let (low, high) = (quantity.range.lower, quantity.range.upper)
      let isWhole = quantity.unit == .count || quantity.unit == .identifier
      let step = isWhole ? 1 : 0.001
      return [low - step, low, low + step, high - step, high, high + step].map { number in
        isWhole ? "\(Int(number))" : "\(number)"
      }
    }
  }
}

extension ExpectedValue {
  /// The words among the values of a key.
  var allWords: [String] {
    switch self {
    case .words(let words): words
    case .button: GamepadButton.names.map(\.word)
    // A schema does not know which other keys are allowed.
    case .outputs, .sequence:
      OutputWords.names.filter { $0.output.key == nil }.map(\.word) + ["KEY_F1", "KEY_VOLUMEUP"]
    case .either(let others): others.flatMap(\.allWords)
    default: []
    }
  }

  /// The numbers among the values of a key.
  fileprivate var quantities: [Quantity] {
    switch self {
    case .number(let quantity): [quantity]
    case .either(let others): others.flatMap(\.quantities)
    default: []
    }
  }
}
