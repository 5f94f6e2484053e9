import JoystickModel
import Testing

@testable import Configuration
@testable import ConfigurationSchema

@Suite("touchstick.toml(5)")
struct ReferenceTests {
  private func page() throws -> ManualPage {
    ManualPage(try Guide.read("man/touchstick.toml.5.md"))
  }

  /// The tables that the page describes.
  private static let tables = ConfigurationTable.allCases.filter {
    $0 != .root && $0 != .directionTarget && $0 != .directionOutput
  }

  /// Every key, with its place and what the page says of it.
  private func entries() throws -> [(place: KeyPlace, entry: ManualPage.Entry)] {
    let page = try page()
    return try KeyPlace.all.filter { Self.tables.contains($0.table) }.map { place in
      (place, try #require(page.entry(place.key, of: place.table.heading), "\(place)"))
    }
  }

  @Test("has every key of every table once, and no others")
  func keys() throws {
    let page = try page()
    for table in Self.tables {
      let keys = page.entries.filter { $0.table == table.heading }.map(\.key)
      #expect(keys == table.keys, "\(table)")
    }
    #expect(Set(page.entries.map(\.table)) == Set(Self.tables.map(\.heading)))
  }

  @Test("has the ranges of all numbers")
  func ranges() throws {
    let page = try page()
    for parameter in NumericParameter.all {
      let entry = try #require(page.entry(parameter.name, of: parameter.table.heading))
      let row = SettingRow(key: entry.key, defaultValue: entry.standard, values: entry.values)
      #expect(row.hasRange(of: parameter), "\(entry.values): \(parameter.range.phrase)")
    }
  }

  @Test("has the right defaults, and says what is required")
  func defaults() throws {
    var withValue = 0
    for (place, entry) in try entries() {
      let with = { (value: String) in try Settings.parse(place.file(with: value), file: "page") }
      let without = try? Settings.parse(place.file(with: nil), file: "page")
      let isRequired = entry.standard.hasPrefix("required")
      #expect((without == nil) == isRequired, "\(place)")
      guard let value = entry.standardValue, let without else { continue }
      withValue += 1
      #expect(try with(value).effect == without.effect, "\(place) = \(value)")
    }
    #expect(withValue > 35)
    // Whatever has a default in the table of numbers has it in the page.
    for parameter in NumericParameter.all {
      guard case .value = parameter.defaultValue else { continue }
      let entry = try page().entry(parameter.name, of: parameter.table.heading)
      #expect(entry?.standardValue != nil, "\(parameter.name)")
    }
  }

  @Test("names the words that each key takes, and no others")
  func words() throws {
    for (place, entry) in try entries() where place.table.value(of: place.key)?.isText != true {
      let items = entry.meaning.split(separator: "\n").filter { $0.hasPrefix("- `") }.map { line in
        String(line.prefix { $0 != ":" })
      }
      var named = Set(([entry.values] + items).flatMap(\.codeSpans).filter { $0.hasPrefix("\"") })
      if entry.values.hasPrefix("button") { named.formUnion(GamepadButton.names.map { "\"\($0.word)\"" }) }
      let taken = (KeyPlace.words + readerWords(place)).map { "\"\($0)\"" }.filter { word in
        (try? Settings.parse(place.file(with: word), file: "page")) != nil
      }
      // Numbers can be written as text, which is not worth a word.
      #expect(Set(taken).subtracting(["\"4\"", "\"8\""]) == named, "\(place)")
    }
  }

  /// The words that the reader says it expects.
  private func readerWords(_ place: KeyPlace) -> [String] {
    do throws(ConfigurationError) {
      _ = try Settings.parse(place.file(with: "\"?!\""), file: "page")
    } catch {
      for case .value(.unfit(_, .words(let words), _), _) in error.problems.map(\.kind) { return words }
    }
    return []
  }

  @Test("names all buttons")
  func buttons() throws {
    let lines = try Guide("man/touchstick.toml.5.md").lines
    let start = try #require(lines.firstIndex(of: "button"))
    let spans = lines[(start + 1)...].prefix { !$0.isEmpty }.joined(separator: " ").codeSpans
    #expect(Set(spans) == Set(GamepadButton.names.map { "\"\($0.word)\"" }))
    #expect(Set(spans).count == spans.count)
  }

  @Test("has examples that can be used")
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
  /// What the settings amount to, whether or not the file says it.
  fileprivate var effect: Effect {
    get throws {
      Effect(
        device: device, passesThrough: device.passesThrough, gamepad: gamepad, toggle: toggle,
        layout: try layout(width: 217, height: 136, deviceClass: .touchscreen))
    }
  }

  fileprivate struct Effect: Equatable {
    let device: DeviceSettings
    let passesThrough: Bool
    let gamepad: GamepadSettings
    let toggle: ToggleSettings?
    let layout: Layout
  }
}

extension Value {
  fileprivate var isText: Bool {
    if case .text = self { true } else { false }
  }
}
