package import EventPipeline
package import JoystickModel

/// How a kind of control is shown above a game, in pictures and on a terminal. Each kind is one type in a file of its own,
/// and a row in this file's two tables.
package protocol ControlDrawing {
  /// The shapes, the lowest first.
  func shapes(_ control: ControlShapes) -> [Shape]
  /// What is around the control while it is in use, below all controls.
  func halo(_ control: ControlShapes) -> [Shape]
  /// What is on it, unless it has a name of its own; nil is its default name.
  func caption(_ letters: Letters) -> Caption?
  /// The same with an Xbox pad's letters, in words.
  var label: String? { get }
  /// What is written on it where there are only characters.
  func characters(on control: FeedControl) -> String
  /// What it is called in reports.
  func title(of control: FeedControl) -> String
  /// Whether its handle is shown.
  func hasHandle(_ state: ControlReport) -> Bool
  /// Whether its inside stays empty, because it may be half of the screen.
  var isOutline: Bool { get }
  /// The part that the names of other controls should not cover.
  func figure(of control: FeedControl) -> Region
}

extension ControlDrawing {
  package func halo(_ control: ControlShapes) -> [Shape] { [] }
  package var label: String? { "" }
  package func caption(_ letters: Letters) -> Caption? { label.map { .text($0) } }
  package func characters(on control: FeedControl) -> String {
    label.flatMap { $0.isEmpty ? nil : $0 } ?? control.name
  }
  package func hasHandle(_ state: ControlReport) -> Bool { false }
  package var isOutline: Bool { false }
  package func figure(of control: FeedControl) -> Region { control.region }
}

extension FeedControl {
  package var drawing: any ControlDrawing {
    switch kind {
    case .stick(let kind): StickDrawing(kind: kind)
    case .button(let button): ButtonDrawing(button: button)
    case .directionPad: DirectionPadDrawing()
    case .trigger(let target): TriggerDrawing(target: target)
    case .look: LookDrawing()
    case .slider(let direction): SliderDrawing(direction: direction)
    case .wheel: WheelDrawing()
    case .ignore: IgnoreDrawing()
    case .menu: MenuDrawing()
    }
  }

  package var title: String { drawing.title(of: self) }

  /// What a kind is called, with a name that the user has set.
  func title(_ kind: String) -> String { isNamed ? "\(kind) \(name)" : kind }
}

/// What pictures of a layout add to the drawing of a control.
package protocol DescribedControl {
  /// What it does on the pad.
  var effect: String { get }
  /// What else it does, and how.
  var details: [String] { get }
  /// Lines that the overlay does not show.
  func guides(on mapping: SurfaceMapping) -> [Guide]
}

extension DescribedControl {
  package var details: [String] { [] }
  package func guides(on mapping: SurfaceMapping) -> [Guide] { [] }
}

extension Control {
  package var described: any DescribedControl {
    switch self {
    case .stick(let control): control
    case .button(let control): control
    case .directionPad(let control): control
    case .trigger(let control): control
    case .look(let control): control
    case .slider(let control): control
    case .wheel(let control): control
    case .ignore(let control): control
    }
  }
}

/// A line of a layout's picture that the overlay does not show.
package struct Guide {
  package enum Kind: CaseIterable {
    case region, reach, deadZone, movableBounds, outerRing

    package var style: (name: String, dash: String?) {
      switch self {
      case .region: ("region", "5 3")
      case .reach: ("how far the handle goes", "2 2")
      case .deadZone: ("dead zone", nil)
      case .movableBounds: ("movable_bounds", "9 3 2 3")
      case .outerRing: ("outer ring", "1 3")
      }
    }
  }

  package let kind: Kind
  package let form: Shape.Form

  /// The outline is two pixels inside the region's edge, so that neighbours can be distinguished.
  init(region: Region, on mapping: SurfaceMapping) {
    kind = .region
    guard case .rectangle(let area, _) = mapping.form(region) else {
      form = mapping.form(region).inset(by: 2)
      return
    }
    form = .rectangle(area.inset(by: 2), rounding: 4)
  }

  init(_ kind: Kind, _ region: Region, on mapping: SurfaceMapping) {
    (self.kind, form) = (kind, mapping.form(region))
  }

  init(_ kind: Kind, _ center: Point, _ radius: Double, on mapping: SurfaceMapping) {
    self.init(kind, .circle(Circle(center: center, radius: radius)), on: mapping)
  }
}

/// A reach around a region, in words.
func reachNote(_ reach: Double) -> [String] { reach > 0 ? ["reach \(decimal(reach)) mm"] : [] }

/// A part of the surface where touches do nothing, and nothing is drawn.
struct IgnoreDrawing: ControlDrawing {
  func shapes(_ control: ControlShapes) -> [Shape] { [] }
  func title(of control: FeedControl) -> String { control.name }
}

extension IgnoreControl: DescribedControl {
  package var effect: String { "ignore" }
  package func guides(on mapping: SurfaceMapping) -> [Guide] { [Guide(region: region, on: mapping)] }
}
