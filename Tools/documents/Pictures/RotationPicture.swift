import Drawing

extension Picture {
  static var rotation: Picture {
    Picture(
      "rotation", "Rotation: which edge of the device is up", height: 250,
      """
      A device in four positions. With rotation 0 its own top edge, drawn thick, is up. With 90 the device is \
      turned a quarter clockwise, so that its top edge is on the right and its left edge is up. With 180 it is \
      upside down. With 270 it is turned a quarter counter-clockwise, so that its top edge is on the left and its \
      right edge is up. The picture on its screen is upright for the user each time.
      """
    ) { area in
      let legend: [Mark.Entry] = [
        (
          { [.line($0.moved(-10, 0), $0.moved(10, 0), .stroke(.vermilion, width: 4))] },
          "the device's own top edge", 180
        ),
        (
          { [.arrow($0.moved(-10, 0), $0.moved(10, 0), .blue, width: 2)] },
          "up for the user, on the screen and in the layout", 300
        ),
      ]
      return zip(HeldDevice.all, area.columns(4)).flatMap { $0.elements(in: $1) }
        + Mark.legend(legend, in: area)
    }
  }
}

/// A device with its screen, as it is held.
private struct HeldDevice {
  let rotation: Int
  /// How an upright device was turned.
  let turn: String
  let upperEdge: String

  static let all = [
    HeldDevice(rotation: 0, turn: "as it is", upperEdge: "top"),
    HeldDevice(rotation: 90, turn: "turned clockwise", upperEdge: "left"),
    HeldDevice(rotation: 180, turn: "upside down", upperEdge: "bottom"),
    HeldDevice(rotation: 270, turn: "turned counter-clockwise", upperEdge: "right"),
  ]

  private static let long = 132.0
  private static let short = 78.0

  func elements(in column: PixelRectangle) -> [SVGElement] {
    let isUpright = rotation % 180 == 0
    let (width, height) = isUpright ? (Self.long, Self.short) : (Self.short, Self.long)
    let middle = PixelPoint(x: column.center.x, y: column.y + 92)
    let body = PixelRectangle(x: middle.x - width / 2, y: middle.y - height / 2, width: width, height: height)
    return [
      .code("rotation = \(rotation)", middle.x, column.y + 12),
      .rectangle(body, rounding: 4, Paint(fill: .panel, stroke: .base, width: 1.5)),
      ownTop(of: body),
      .arrow(middle.moved(0, 26), middle.moved(0, -26), .blue, width: 2),
      .note("up", middle.x + 16, middle.y + 4),
      .note(turn, middle.x, column.y + 176),
      .note("its \(upperEdge) edge is up", middle.x, column.y + 192),
    ]
  }

  /// The top edge of a device that is not turned.
  private func ownTop(of body: PixelRectangle) -> SVGElement {
    let (left, right) = (body.corner, body.corner.moved(body.width, 0))
    let (lowerLeft, lowerRight) = (left.moved(0, body.height), right.moved(0, body.height))
    let ends =
      switch rotation {
      case 90: (right, lowerRight)
      case 180: (lowerLeft, lowerRight)
      case 270: (left, lowerLeft)
      default: (left, right)
      }
    return .line(ends.0, ends.1, .stroke(.vermilion, width: 4))
  }
}
