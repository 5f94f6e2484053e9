// The keys of all controls but a stick.

enum ButtonKey: String, ConfigurationKey {
  case name, region, input, output
  case pressMargin = "press_margin"
  case slide
  static let toCome: [String] = []
}

enum ButtonGroupKey: String, ConfigurationKey {
  case name, layout, region
  case byPosition = "by_position"
  case pressMargin = "press_margin"
  case slide
  static let toCome: [String] = []
}

enum DirectionPadKey: String, ConfigurationKey {
  case name, region, directions
  case deadZone = "dead_zone"
  case output
  static let toCome: [String] = []
}

enum TriggerKey: String, ConfigurationKey {
  case name, region, target, pull, distance
  static let toCome: [String] = []
}
