internal import JoystickModel

// The keys of the tables that are values of other keys.
extension AreaSettings: RowTable {
  static let regionRows = rows(.sizes, defaultText: "required for a rectangle")
  static let boundsRows = rows(.distances)
  static let constraintRows = rows(.distances, from: ", from the base's centre")

  private static func rows(
    _ sides: NumericRange, from origin: String = "", defaultText: String? = nil
  ) -> [Row<Self>] {
    [
      Row("x", \.x, .length(.offsets), isRequired: true, defaultText: defaultText, "The left edge\(origin)."),
      Row("y", \.y, .length(.offsets), isRequired: true, defaultText: defaultText, "The top edge\(origin)."),
      Row("width", \.width, .length(sides), isRequired: true, defaultText: defaultText, "The width."),
      Row("height", \.height, .length(sides), isRequired: true, defaultText: defaultText, "The height."),
    ]
  }
}

struct CircleSettings: RowTable {
  var center = PointSettings()
  var radius = Length.zero

  private static let ofCircle = "required for a circle"

  static let rows: [Row<Self>] = [
    Row("center", \.center, .point(.offsets), isRequired: true, defaultText: ofCircle, "The centre."),
    Row("radius", \.radius, .length(.sizes), isRequired: true, defaultText: ofCircle, "The radius."),
  ]
}

/// The buttons of a direction pad. All keys are required, so that the values here are never used.
struct DirectionButtons: RowTable {
  var up = GamepadButton.north
  var right = GamepadButton.east
  var down = GamepadButton.south
  var left = GamepadButton.west

  var output: DirectionOutput { .buttons(up: up, right: right, down: down, left: left) }

  static let rows: [Row<Self>] = [
    Row("up", \.up, .button, isRequired: true, "The button for up."),
    Row("right", \.right, .button, isRequired: true, "The button for right."),
    Row("down", \.down, .button, isRequired: true, "The button for down."),
    Row("left", \.left, .button, isRequired: true, "The button for left."),
  ]
}
