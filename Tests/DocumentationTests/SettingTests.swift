import Foundation
import JoystickModel
import Testing

@testable import Configuration

@Suite("The settings in the guide")
struct SettingTests {
  /// Those whose default is no value that the file could have.
  private static let withoutValue: Set = [
    "name", "region", "catch_distance", "center", "movable_bounds", "handle_constraint", "tap", "double_tap",
    "hold", "outer_ring",
  ]

  private func rows() throws -> [SettingRow] { try Guide().settings() }

  private func layout(_ stick: String) throws -> Layout {
    try Settings.parse("[[stick]]\n\(stick)\n", file: "guide").layout(
      width: 217, height: 136, deviceClass: .touchscreen)
  }

  @Test("are all that a stick has, each once")
  func keys() throws {
    #expect(try rows().map(\.key).sorted() == StickKey.allCases.map(\.rawValue).sorted())
  }

  @Test("have the defaults that the guide says")
  func defaults() throws {
    var withoutValue: Set<String> = []
    for row in try rows() {
      guard let value = row.defaultValue.soleCodeSpan else {
        withoutValue.insert(row.key)
        continue
      }
      // Otherwise its own settings would have no effect.
      let others = row.key == "smoothing" ? "" : "smoothing = true\n"
      #expect(try layout("\(others)\(row.key) = \(value)") == layout(others), "\(row.key)")
    }
    #expect(withoutValue == Self.withoutValue)
  }

  @Test("take the values that the guide names")
  func values() throws {
    for row in try rows() {
      for span in row.examples where StickKey(rawValue: span) == nil {
        #expect(throws: Never.self, "\(row.key) = \(span)") { try layout("\(row.key) = \(span)") }
      }
    }
  }

  @Test("have the ranges that the guide says")
  func ranges() throws {
    let rows = try rows()
    for parameter in NumericParameter.all where parameter.table == .stick {
      let row = try #require(rows.first { $0.key == parameter.name }, "\(parameter.name)")
      #expect(row.hasRange(of: parameter), "\(parameter.name): \(parameter.range.phrase)")
    }
  }
}
