import Foundation
import JoystickModel
import Testing

@testable import Configuration

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
    #expect(without.map(\.key) == ["catch_distance"])
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
