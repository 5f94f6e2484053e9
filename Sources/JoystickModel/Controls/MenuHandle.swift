/// The button at the upper edge that opens the overlay's menu, for a layout that has no such button.
public enum MenuHandle {
  /// The size of its region, in millimetres: a fingertip's.
  static let (width, height) = (14.0, 9.0)
  /// The height of the part that is seen, in millimetres.
  static let tabHeight = 4.0
  /// Controls that fill more of the surface than this have room for it.
  static let largestPart = 0.2
  /// From it to its neighbours, where there is room, in millimetres.
  static let gap = 2.0

  /// The handle for controls on a surface: in the middle of the upper edge, or the next place beside it where it covers no
  /// control, but for one as large as that of a camera.
  public static func button(on surface: Rectangle, beside controls: [Control]) -> ButtonControl {
    let width = min(width, surface.width)
    let room = (surface.width - width) / 2
    let limit = surface.width * surface.height * largestPart
    let others = controls.map(\.region.bounds).filter { $0.width * $0.height < limit }
    let area = Rectangle(x: surface.x + room, y: surface.y, width: width, height: min(height, surface.height))
    func place(_ shift: Double) -> Rectangle {
      Rectangle(x: area.x + shift, y: area.y, width: area.width, height: area.height)
    }
    let shifts = (0...Int(max(0, min(room, 1000)))).flatMap { [Double($0), -Double($0)] }
    func free(beside gap: Double) -> Double? {
      shifts.first { shift in
        let (place, wide) = (place(shift), area.width + 2 * gap)
        let all = Rectangle(x: place.x - gap, y: place.y, width: wide, height: place.height + gap)
        return !others.contains { $0.overlaps(all) }
      }
    }
    let shift = free(beside: gap) ?? free(beside: 0) ?? 0
    var button = ButtonControl(
      name: PadOutput.menu.label, region: .rectangle(place(shift)), action: ButtonAction([.menu]))
    button.slide = .off
    return button
  }

  /// The part of a menu button's region that is seen: of one at the upper edge, only its upper part, so that it hides little
  /// of the game.
  public static func tab(of area: Rectangle) -> Rectangle {
    guard area.y <= 0, area.width > area.height else { return area }
    return Rectangle(x: area.x, y: area.y, width: area.width, height: min(tabHeight, area.height))
  }
}

extension Rectangle {
  /// Whether the two share more than an edge.
  fileprivate func overlaps(_ other: Rectangle) -> Bool {
    x < other.x + other.width && other.x < x + width && y < other.y + other.height && other.y < y + height
  }
}

extension Layout {
  /// Whether a button opens the overlay's menu.
  public var hasMenuButton: Bool { controls.contains(where: \.opensMenu) }

  /// The same layout without contacts, with the handle as its first control.
  public func withMenuHandle() -> Layout {
    let controls = controls
    let handle = MenuHandle.button(on: surface, beside: controls)
    let layersOfControls = layerOfControl.map { index in index.map { layers[$0] } }
    return Layout(
      surface: surface, controls: [.button(handle)] + controls, layers: layers,
      layersOfControls: [nil] + layersOfControls)
  }
}

extension Control {
  public var opensMenu: Bool { if case .button(let button) = self { button.action.opensMenu } else { false } }
}
