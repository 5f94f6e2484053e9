import Foundation
import JoystickModel
import Testing

@testable import Configuration

@Suite("The settings in the guide")
struct SettingTests {
  /// A row of a table of settings.
  private struct Row {
    let key: String
    let defaultValue: String
    let values: String
  }

  /// Those whose default is no value that the file could have.
  private static let withoutValue: Set = [
    "name", "region", "catch_distance", "center", "movable_bounds", "handle_constraint", "tap", "double_tap",
    "hold", "outer_ring",
  ]

  private func rows() throws -> [Row] {
    try Guide().rows(under: "key").map { cells in
      try #require(cells.count == 4, "\(cells)")
      let key = try #require(cells[0].soleCodeSpan, "\(cells)")
      return Row(key: key, defaultValue: cells[1], values: cells[2])
    }
  }

  private func layout(_ stick: String) throws -> Layout {
    try Settings.parse("[[stick]]\n\(stick)\n", file: "guide").layout(
      width: 217, height: 136, deviceType: .touchscreen)
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
      for span in row.values.codeSpans where !span.hasPrefix("{") && !span.hasPrefix("[") {
        if StickKey(rawValue: span) == nil {
          #expect(throws: Never.self, "\(row.key) = \(span)") { try layout("\(row.key) = \(span)") }
        }
      }
    }
  }

  @Test("have the ranges that the guide says")
  func ranges() throws {
    let rows = try rows()
    for parameter in NumericParameter.all where parameter.table == .stick {
      let row = try #require(rows.first { $0.key == parameter.name }, "\(parameter.name)")
      let phrase = parameter.range.phrase
      let end = row.values.range(of: phrase)?.upperBound
      // After "at most 1" there is no other digit.
      let isThere = end.map { row.values[$0...].first?.isNumber != true } ?? false
      #expect(isThere, "\(parameter.name): \(phrase)")
    }
  }
}

extension NumericRange {
  /// The range as the guide puts it.
  fileprivate var phrase: String {
    let (low, high) = (decimal(lower), decimal(upper))
    return switch (includesLower, includesUpper) {
    case (true, true): "\(low) to \(high)"
    case (true, false): "\(low) or more, below \(high)"
    case (false, true): "more than \(low), at most \(high)"
    case (false, false): "more than \(low), below \(high)"
    }
  }
}
