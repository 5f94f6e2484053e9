internal import JoystickModel

// The keys of the tables that are values.
extension AreaSettings: RowTable {
  private static let ofRectangle = "required for a rectangle"

  /// The keys of a rectangular region.
  static let regionRows: [Row<Self>] = [
    Row("x", \.x, .length(.offsets), isRequired: true, standard: ofRectangle, "The left edge."),
    Row("y", \.y, .length(.offsets), isRequired: true, standard: ofRectangle, "The top edge."),
    Row("width", \.width, .length(.sizes), isRequired: true, standard: ofRectangle, "The width."),
    Row("height", \.height, .length(.sizes), isRequired: true, standard: ofRectangle, "The height."),
  ]

  static let boundsRows: [Row<Self>] = [
    Row("x", \.x, .length(.offsets), isRequired: true, "The left edge."),
    Row("y", \.y, .length(.offsets), isRequired: true, "The top edge."),
    Row("width", \.width, .length(.distances), isRequired: true, "The width."),
    Row("height", \.height, .length(.distances), isRequired: true, "The height."),
  ]

  static let constraintRows: [Row<Self>] = [
    Row("x", \.x, .length(.offsets), isRequired: true, "The left edge, from the base's centre."),
    Row("y", \.y, .length(.offsets), isRequired: true, "The top edge, from the base's centre."),
    Row("width", \.width, .length(.distances), isRequired: true, "The width."),
    Row("height", \.height, .length(.distances), isRequired: true, "The height."),
  ]
}

/// A region that is a circle.
struct CircleSettings: RowTable {
  var center = PointSettings()
  var radius = Length.zero

  private static let ofCircle = "required for a circle"

  static let rows: [Row<Self>] = [
    Row("center", \.center, .point(.offsets), isRequired: true, standard: ofCircle, "The centre."),
    Row("radius", \.radius, .length(.sizes), isRequired: true, standard: ofCircle, "The radius."),
  ]
}

/// A button for each direction.
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
