internal import JoystickModel

/// A `[[buttons]]` table: a group of four. The name is the first part of the buttons' names.
struct ButtonGroupSettings: ControlTable {
  var common = ControlCommon()
  var layout = ButtonGroupLayout.diamond
  /// Whether the outputs of `abcd` depend on the positions instead of the labels: X, Y, A and B, which are the diamond
  /// turned by an eighth of a turn.
  var isByPosition = false
  /// How far beyond its region a contact that presses a button can move.
  var pressMargin = ButtonSettings.defaults.pressMargin
  var slide = ButtonSettings.defaults.slide
  /// How far beside its region a contact can land that presses a button.
  var reach = Length.zero

  static let newRegion = Region.around(radius: 17)
  var defaultName: String { layout.rawValue }
  var uniqueNames: [String] { positions.has("layout") ? names : [] }
  var holdsAnyNumber: Bool { true }
  var count: Int { names.count }
  var outputKey: String? { "layout" }
  var outputWord: String { layout.rawValue }

  func controls(on surface: ScaledSurface) -> [Control] {
    zip(zip(names, buttons), regions(on: surface)).map { button, region in
      let (name, (_, output)) = button
      var control = ButtonControl(name: name, region: region, output: output)
      (control.pressMargin, control.slide) = (surface.length(pressMargin), slide)
      (control.reach, control.appearance) = (surface.length(reach), appearance)
      return .button(control)
    }
  }

  func warnings(on surface: ScaledSurface) -> [Diagnostic] {
    warnings(ofPressMargin: pressMargin, on: surface)
  }

  func fingerSize(in box: Rectangle) -> FingerSize? { .button(min(box.width, box.height)) }

  func regions(on surface: ScaledSurface) -> [Region] { layout.regions(in: surface.region(area)) }

  /// A group can be on the surface although one of its buttons is not.
  func errors(on surface: ScaledSurface) -> [Diagnostic] {
    let position = positions.position(of: "region")
    let outside = surface.errors(ofRegion: area, at: position)
    guard outside.isEmpty else { return outside }
    return zip(names, regions(on: surface)).filter { !surface.overlaps($0.1) }.map { name, _ in
      Diagnostic(
        .error, ScaledSurface.outsideCode, "its button \(quoted(name)) is outside \(surface.phrase)",
        hint: "move the region onto the surface", at: position)
    }
  }
}

enum ButtonGroupLayout: String, Sendable, CaseIterable {
  /// A and B over C and D, in the cells of a rectangle. By label, they are the pad's A, B, Y and X: south, east, west
  /// and north.
  case abcd
  /// Y at the top, X on the left, B on the right, A at the bottom, as on an Xbox pad.
  case diamond
}

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

extension ButtonGroupSettings {
  static let kind = ConfigurationTable.buttons
  static let introduction = "A group of four buttons, ready-made."
  static let rows: [Row<Self>] = [
    .name(
      of: "group", defaultText: "the layout",
      "A prefix for the names of the four buttons: with `abcd`, they are `abcd A`, `abcd B`, `abcd C` and `abcd D`."
    ),
    Row(
      "layout", \.layout, .rawValues, isRequired: true,
      """
      The arrangement: A and B over C and D, in a grid; or, as on an Xbox pad, Y at the top, X on the left, B on the
      right and A at the bottom.
      """),
    .region(
      "The part of the surface that the four buttons share."),
    Row(
      "by_position", \.isByPosition, .flag, only: labelled,
      """
      With `layout = "abcd"`: whether the upper buttons are the pad's X and Y, and the lower ones A and B, whatever their
      labels. This is the diamond of an Xbox pad, turned clockwise by 45 degrees. With `false`, the button labelled A is
      the pad's A, B is B, C is Y and D is X.
      """),
    Row(
      "press_margin", \.pressMargin, .length(.distances),
      "How far a finger that presses a button can move beyond its region."),
    Row("slide", \.slide, .slide, "What a sliding finger presses, as for `[[button]]`."),
    .reach(\.reach),
    .when,
    .layer,
    .show,
  ]
}

private let labelled = Condition<ButtonGroupSettings>("layout = \"abcd\"") { $0.layout == .abcd }
