internal import JoystickModel

extension ButtonGroupSettings {
  /// The four buttons with their labels, in the order of their priority.
  var buttons: [(label: String, output: GamepadButton)] {
    switch (layout, isByPosition) {
    case (.abcd, false): [("A", .south), ("B", .east), ("C", .west), ("D", .north)]
    case (.abcd, true): [("A", .north), ("B", .west), ("C", .south), ("D", .east)]
    case (.diamond, _): [("Y", .west), ("X", .north), ("B", .east), ("A", .south)]
    }
  }

  /// Their names, which begin with the group's name.
  var names: [String] { buttons.map { "\(name) \($0.label)" } }
}

extension ButtonGroupLayout {
  /// The region of each button.
  func regions(in region: Region) -> [Region] {
    switch self {
    case .abcd: Self.cells(of: region.bounds)
    case .diamond: Self.circles(within: Circle(center: region.center, radius: region.inradius))
    }
  }

  private static func cells(of whole: Rectangle) -> [Region] {
    let (width, height) = (whole.width / 2, whole.height / 2)
    return [(0, 0), (1, 0), (0, 1), (1, 1)].map { column, row in
      .rectangle(
        Rectangle(x: whole.x + column * width, y: whole.y + row * height, width: width, height: height))
    }
  }

  /// Four circles at the top, left, right and bottom that touch their neighbours and the rim: their centres are
  /// a square whose sides are two of their radii.
  private static func circles(within whole: Circle) -> [Region] {
    let radius = whole.radius / (1 + 2.0.squareRoot())
    let distance = whole.radius - radius
    return [(0, -1), (-1, 0), (1, 0), (0, 1)].map { x, y in
      let center = Point(x: whole.center.x + x * distance, y: whole.center.y + y * distance)
      return .circle(Circle(center: center, radius: radius))
    }
  }
}
