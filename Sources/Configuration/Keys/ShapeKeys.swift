internal import JoystickModel

// The keys of the tables that are values.
extension AreaSettings: RowTable {
  /// The keys of a rectangular region.
  static let regionRows: [Row<Self>] = [
    Row("x", \.x, .length(.offsets), isRequired: true, "The left edge of a rectangle."),
    Row("y", \.y, .length(.offsets), isRequired: true, "The top edge of a rectangle."),
    Row("width", \.width, .length(.sizes), isRequired: true, "The width of a rectangle."),
    Row("height", \.height, .length(.sizes), isRequired: true, "The height of a rectangle."),
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

  static let rows: [Row<Self>] = [
    Row("center", \.center, .point(.offsets), isRequired: true, "The centre of a circle."),
    Row("radius", \.radius, .length(.sizes), isRequired: true, "The radius of a circle."),
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
