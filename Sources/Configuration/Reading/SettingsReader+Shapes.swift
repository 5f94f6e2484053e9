internal import Diagnostics
internal import EventPipeline

// Values with several parts.
extension SettingsReader {
  /// `[x, y]`
  mutating func point(_ entry: TOMLEntry, _ quantity: Quantity) -> PointSettings? {
    guard case .array(let nodes) = entry.node.value else { return wrongType(entry, .pair(quantity)) }
    guard nodes.count == 2 else {
      return refuse(entry, "has \(counted(nodes.count, "length"))", hint: "it must have two, [x, y]")
    }
    let lengths = zip(nodes, [LengthWhole.width, .height]).map { node, whole in
      length(TOMLEntry(key: entry.key, keyPosition: entry.keyPosition, node: node), quantity, of: whole)
    }
    guard let x = lengths[0], let y = lengths[1] else { return nil }
    return PointSettings(x: x, y: y)
  }

  /// `{ x, y, width, height }` or `{ center, radius }`
  mutating func region(_ entry: TOMLEntry) -> RegionSettings? {
    guard case .table(let fields) = entry.node.value else { return wrongType(entry, .region) }
    let known = known(fields, in: ConfigurationTable.region)
    let ofCircles = known.filter { field in CircleSettings.rows.contains { $0.key.name == field.key } }
    guard !known.isEmpty, ofCircles.isEmpty || ofCircles.count == known.count else {
      note(
        "shapeless-region", "region is neither a rectangle nor a circle",
        hint: "it must be \(ConfigurationTable.region.shape)", at: entry.node.position)
      return nil
    }
    guard ofCircles.isEmpty else {
      return table(known, of: entry, .region, CircleSettings.rows)
        .map { .circle(center: $0.center, radius: $0.radius) }
    }
    return table(known, of: entry, .region, AreaSettings.regionRows).map { .rectangle($0) }
  }

  /// `217mm x 136mm`
  mutating func size(_ entry: TOMLEntry) -> SurfaceSize? {
    guard case .string(let string) = entry.node.value else { return wrongType(entry, .size) }
    guard let size = SurfaceSize(string) else {
      return refuse(entry, string, expected: .size)
    }
    guard inRange(size.width, .side, entry) != nil, inRange(size.height, .side, entry) != nil
    else { return nil }
    return size
  }
}
