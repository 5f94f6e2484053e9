import Testing

@testable import Configuration

/// A row of a table of settings.
struct SettingRow {
  let key: String
  let defaultValue: String
  let values: String

  /// Whether it says what range the number has.
  func hasRange(of parameter: NumericParameter) -> Bool {
    let end = values.range(of: parameter.range.phrase)?.upperBound
    // After "at most 1" there is no other digit.
    return end.map { values[$0...].first?.isNumber != true } ?? false
  }

  /// The values that it names, as the file has them.
  var examples: [String] {
    values.codeSpans.filter { !$0.hasPrefix("{") && !$0.hasPrefix("[") }
  }
}

extension Guide {
  /// The rows of all tables of settings.
  func settings() throws -> [SettingRow] {
    try rows(under: "key").map { cells in
      try #require(cells.count == 4, "\(cells)")
      let key = try #require(cells[0].soleCodeSpan, "\(cells)")
      return SettingRow(key: key, defaultValue: cells[1], values: cells[2])
    }
  }
}

extension NumericRange {
  /// The range as the guide puts it.
  var phrase: String {
    let (low, high) = (decimal(lower), decimal(upper))
    return switch (includesLower, includesUpper) {
    case (true, true): "\(low) to \(high)"
    case (true, false): "\(low) or more, below \(high)"
    case (false, true): "more than \(low), at most \(high)"
    case (false, false): "more than \(low), below \(high)"
    }
  }
}
