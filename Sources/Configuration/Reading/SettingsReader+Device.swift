internal import EventPipeline

extension SettingsReader {
  mutating func device(_ table: [TOMLEntry], at position: SourcePosition) -> DeviceSettings {
    var device = DeviceSettings()
    device.places.table = position
    for entry in table {
      guard let key = known(entry, as: DeviceKey.self, in: .device) else { continue }
      device.places.values[key] = entry.node.position
      switch key {
      case .name: device.name = pattern(entry)
      case .type: device.type = word(entry, among: DeviceType.words)
      case .vendor: device.vendor = identifier(entry, .vendor)
      case .product: device.product = identifier(entry, .product)
      case .path: device.path = path(entry)
      case .grab: device.grab = boolean(entry) ?? device.grab
      case .passThrough: device.passThrough = boolean(entry)
      case .size: device.size = size(entry)
      }
    }
    if device.passThrough == true, !device.grab {
      note(.device(.passThroughWithoutGrab), at: device.places.place(of: .passThrough))
    }
    return device
  }
}

extension DeviceType {
  /// The file's words.
  fileprivate static let words: [(word: String, DeviceType)] =
    DeviceClass.allCases.map { ($0.rawValue, .one($0)) } + [("any", .any)]
}
