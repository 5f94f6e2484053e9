internal import Configuration
internal import Glibc

/// A part of a layout: one control, or a group of up to four.
struct WheelCell {
  /// Where it is.
  enum Position: Hashable {
    /// A wheel's inner part: of the left or the right one, or the one between them.
    case inner(Int)
    /// A part of a wheel's ring, clockwise from the top. A group covers two.
    case outer(Int, slot: Int, isGroup: Bool)
    /// The lower edge, from the middle to the left (negative) and to the right.
    case lower(Int)
    /// The upper edge, from the right corner.
    case upper(Int)
  }

  /// Null for an item that leaves what the layer below has.
  var items: [JSONNode] = []

  var isEmpty: Bool { items.allSatisfy(\.isNull) }

  /// What a layer shows of it: all if the number of items differs, else each item that is not null.
  func over(_ below: WheelCell) -> WheelCell {
    guard !isEmpty else { return below }
    guard items.count == below.items.count else { return self }
    return WheelCell(items: zip(items, below.items).map { $0.isNull ? $1 : $0 })
  }
}

extension WheelCell {
  static let wheels = ["left", "center", "right"]

  /// The cells of the content or of a layer.
  static func all(
    in content: JSONNode, _ references: JSONReferences, _ draft: inout ImportDraft
  ) -> [Position: WheelCell] {
    var cells: [Position: WheelCell] = [:]
    func list(_ node: JSONNode?) -> [JSONNode] { node.map { references[$0] }?.array ?? [] }
    for (number, name) in wheels.enumerated() {
      guard let wheel = content[name].map({ references[$0] }) else { continue }
      let inner = list(wheel["inner"])
      if !inner.isEmpty { cells[.inner(number)] = WheelCell(items: Array(inner.prefix(4))) }
      var slot = 0
      for item in list(wheel["outer"]).prefix(8) where slot < 8 {
        let group = references[item].array.map { Array($0.prefix(4)) }
        cells[.outer(number, slot: slot, isGroup: group != nil)] = WheelCell(items: group ?? [item])
        slot += group == nil ? 1 : 2
      }
    }
    let lower = content["lower"].map { references[$0] }
    if let center = lower?["center"] { cells[.lower(0)] = WheelCell(items: [center]) }
    for (name, sign) in [("leftCenter", -1), ("rightCenter", 1)] {
      for (index, item) in list(lower?[name]).prefix(4).enumerated() {
        cells[.lower(sign * (index + 1))] = WheelCell(items: [item])
      }
    }
    for (index, item) in list(content["upper"].map { references[$0] }?["right"]).prefix(5).enumerated() {
      cells[.upper(index)] = WheelCell(items: [item])
    }
    for sensor in list(content["sensors"]) where !sensor.isNull {
      draft.warn("motion sensors are left out", hint: "touchstick uses only touches", at: sensor.offset)
    }
    return cells
  }
}

extension WheelCell.Position: Comparable {
  static func < (first: Self, second: Self) -> Bool { first.order < second.order }

  private var order: Int {
    switch self {
    case .inner(let wheel): 200 * wheel
    case .outer(let wheel, let slot, let isGroup): 200 * wheel + 10 + 2 * slot + (isGroup ? 1 : 0)
    case .lower(let index): 700 + index
    case .upper(let index): 800 + index
    }
  }
}

/// A circle on a surface of any size, in millimetres from its edges or its middle.
struct AnchoredCircle {
  /// The edge or the middle, in percent of the width and the height, and how far from there the centre is.
  let (baseX, baseY): (Double, Double)
  var (dx, dy): (Double, Double)
  var radius: Double
  /// Whether it is in the middle of a wheel, where there is room for large controls.
  var isInner = false

  func moved(_ x: Double, _ y: Double, radius: Double) -> AnchoredCircle {
    var copy = self
    (copy.dx, copy.dy, copy.radius, copy.isInner) = (dx + x, dy + y, radius, false)
    return copy
  }

  var circle: (key: String, value: String) {
    let (x, y) = (Self.length(baseX, dx), Self.length(baseY, dy))
    return ("region", "{ center = [\(x), \(y)], radius = \(Self.length(0, radius)) }")
  }

  func box(width: Double, height: Double) -> (key: String, value: String) {
    let (x, y) = (Self.length(baseX, dx - width / 2), Self.length(baseY, dy - height / 2))
    let (width, height) = (Self.length(0, width), Self.length(0, height))
    return ("region", "{ x = \(x), y = \(y), width = \(width), height = \(height) }")
  }

  /// A small circle beyond the wheel, above it and towards the middle of the glass.
  var beside: AnchoredCircle {
    let way = baseX == 0 ? 1.0 : -1
    return moved(way * (radius + 7), -(radius + 7), radius: 5)
  }

  /// The half of the glass in which it is.
  var half: (key: String, value: String) {
    let x = baseX == 0 ? "0" : baseX == 100 ? "\"50%\"" : "\"25%\""
    return ("region", "{ x = \(x), y = 0, width = \"50%\", height = \"100%\" }")
  }

  private static func length(_ percent: Double, _ millimetres: Double) -> String {
    let rounded = (millimetres * 10).rounded() / 10
    let length: Length =
      percent == 0
      ? .millimetres(rounded)
      : rounded == 0 ? .percent(percent) : .sum(percent: percent, millimetres: rounded)
    return "\"\(length.text)\""
  }
}

extension WheelCell.Position {
  /// The middle of a wheel is where a thumb is while the hand holds the screen.
  private static func middle(ofWheel wheel: Int) -> AnchoredCircle {
    let x = [30.0, 0, -30][wheel]
    return AnchoredCircle(baseX: 50 * Double(wheel), baseY: 100, dx: x, dy: -29, radius: 12.8, isInner: true)
  }

  private static let ring = 20.5
  private static let onRing = 7.5

  /// - Parameter count: The number of items of the cell.
  func spot(_ index: Int, of count: Int) -> AnchoredCircle {
    func turned(_ middle: AnchoredCircle, _ degrees: Double, _ way: Double, _ radius: Double)
      -> AnchoredCircle
    {
      let angle = degrees * .pi / 180
      return middle.moved(way * sin(angle), -way * cos(angle), radius: radius)
    }
    switch self {
    case .inner(let wheel):
      let middle = Self.middle(ofWheel: wheel)
      return count == 1 ? middle : turned(middle, 360 / Double(count) * Double(index), 7.5, 5.2)
    case .outer(let wheel, let slot, let isGroup):
      let middle = Self.middle(ofWheel: wheel)
      guard isGroup else { return turned(middle, 45 * Double(slot), Self.ring, Self.onRing) }
      // A group has the arc of two slots.
      let step = 90 / Double(count)
      let degrees = 45 * Double(slot) - 22.5 + step * (Double(index) + 0.5)
      return turned(
        middle, degrees, Self.ring, min(Self.onRing, Self.ring * sin(step / 2 * .pi / 180) * 0.97))
    case .lower(let index):
      return AnchoredCircle(baseX: 50, baseY: 100, dx: 12 * Double(index), dy: -6, radius: 5)
    case .upper(let index):
      return AnchoredCircle(baseX: 100, baseY: 0, dx: -7 - 12 * Double(index), dy: 6, radius: 5)
    }
  }
}
