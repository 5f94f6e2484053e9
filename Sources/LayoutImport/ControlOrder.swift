internal import Configuration
internal import EventPipeline
internal import JoystickModel

// A finger belongs to the first control under it: a control behind a larger one would get none.
extension ImportDraft {
  /// The tables by their ranks and their places in the foreign file. Of two that overlap, the smaller one comes first.
  var ordered: [DraftTable] {
    let sorted = tables.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
      .map(\.element)
    guard let regions = Regions(sorted) else { return sorted }
    var (rest, ordered) = (Array(sorted.indices), [DraftTable]())
    while let next = rest.firstIndex(where: { index in !rest.contains { regions.needs($0, before: index) } })
    {
      ordered.append(sorted[rest.remove(at: next)])
    }
    return ordered
  }
}

/// Where tables are on a phone.
private struct Regions {
  private let tables: [DraftTable]
  /// On a phone held upright, and on one held sideways.
  private let upright, sideways: [Region?]

  /// Nil for tables with an error.
  init?(_ tables: [DraftTable]) {
    let text = tables.enumerated().flatMap { $0.element.lines(named: "\($0.offset)") }.joined(separator: "\n")
    guard let settings = try? Settings.parse(profile: Array(text.utf8), file: "") else { return nil }
    self.tables = tables
    upright = settings.regions(on: SurfaceSize(width: 65, height: 140))
    sideways = settings.regions(on: SurfaceSize(width: 140, height: 65))
    guard upright.count == tables.count else { return nil }
  }

  /// Whether one table must come before another one to get the touches where they overlap.
  func needs(_ first: Int, before second: Int) -> Bool {
    let (one, other) = (tables[first], tables[second])
    // What one control of the foreign file became does not overlap but for rounding, or has its order.
    guard one.offset != other.offset, one.coexists(with: other) else { return false }
    let isUpright = one.when == .portrait || other.when == .portrait
    let regions = isUpright ? upright : sideways
    guard let region = regions[first], let second = regions[second], region.overlap(with: second) > 0 else {
      return false
    }
    guard one.isExclusive == other.isExclusive else { return one.isExclusive }
    return region.area / one.part < second.area / other.part
  }
}

extension Region {
  fileprivate var area: Double {
    switch self {
    case .circle(let circle): .pi * circle.radius * circle.radius
    case .rectangle(let rectangle): rectangle.width * rectangle.height
    }
  }
}
