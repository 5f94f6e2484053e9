internal import Drawing

/// Where surfaces can be on an output so that their edges are at whole pixels and at whole units of the compositor. At a
/// scale of 1.25, that is each fifth pixel.
struct SurfaceGrid: Equatable {
  /// All of the output.
  let picture: OutputPicture
  /// The output's size in units.
  private let width, height: Int
  /// The side of a cell in units, and in pixels.
  private let cellUnits, cellPixels: Int

  /// Smaller cells would replace the surface of a moving stick more often.
  private static let minUnits = 32

  /// Returns nil if the compositor has reported an impossible size or scale.
  ///
  /// - Parameters:
  ///   - width: The output's width in units.
  ///   - height: The output's height in units.
  ///   - scale: How many pixels 120 units have.
  init?(width: Int, height: Int, scale: Int, transform: OutputTransform) {
    // No screen has more, and the memory must not be the compositor's to choose.
    let limit = 16384
    guard width > 0, height > 0, (1...120 * limit).contains(scale) else { return nil }
    // wp_fractional_scale_v1 rounds halves up.
    picture = OutputPicture(
      width: (width * scale + 60) / 120, height: (height * scale + 60) / 120, transform: transform)
    guard (1...limit).contains(picture.width), (1...limit).contains(picture.height) else { return nil }
    (self.width, self.height) = (width, height)
    cellUnits = (Self.minUnits..<120).first { $0 * scale % 120 == 0 } ?? 120
    cellPixels = cellUnits * scale / 120
  }

  /// The cells that a rectangle touches; nil if it is outside of the output. At the output's right and lower edges, cells may
  /// be smaller.
  func cells(around box: PixelBox) -> PixelBox? {
    let visible = box.intersection(picture.box)
    guard !visible.isEmpty else { return nil }
    func down(_ edge: Int) -> Int { edge / cellPixels * cellPixels }
    let all = PixelBox(
      left: down(visible.left), top: down(visible.top), right: down(visible.right - 1) + cellPixels,
      bottom: down(visible.bottom - 1) + cellPixels)
    return all.intersection(picture.box)
  }

  /// Whole cells in the compositor's units.
  func units(of cells: PixelBox) -> (x: Int32, y: Int32, width: Int32, height: Int32) {
    func units(_ edge: Int, _ pixelEnd: Int, _ end: Int) -> Int32 {
      Int32(edge == pixelEnd ? end : edge / cellPixels * cellUnits)
    }
    let (x, y) = (units(cells.left, picture.width, width), units(cells.top, picture.height, height))
    return (
      x, y, units(cells.right, picture.width, width) - x, units(cells.bottom, picture.height, height) - y
    )
  }

  /// The nearest units around any pixels.
  func units(around box: PixelBox) -> (x: Int32, y: Int32, width: Int32, height: Int32) {
    func units(_ edge: Int) -> Int32 { Int32((edge * cellUnits + cellPixels / 2) / cellPixels) }
    let (x, y) = (units(box.left), units(box.top))
    return (x, y, units(box.right) - x, units(box.bottom) - y)
  }

  /// The pixel at a place in the compositor's units.
  func pixel(_ x: Double, _ y: Double) -> PixelPoint {
    PixelPoint(
      x: x * Double(picture.width) / Double(width), y: y * Double(picture.height) / Double(height))
  }
}

/// Controls that share a surface.
struct Cluster: Equatable {
  /// The surface's pixels.
  let box: PixelBox
  /// The controls, in their places among all, which are empty.
  let picture: OverlayPicture
}

extension OverlayPicture {
  /// The surfaces that show this picture, which have no common pixels.
  ///
  /// - Parameter shown: The surfaces until now. One that is where a control is now grows to include it, unless that is a
  ///   waste, so that a stick that circles does not need a new surface all the time.
  func clusters(on grid: SurfaceGrid, shown: [PixelBox]) -> [Cluster] {
    let cells = controls.map { control in grid.cells(around: control.bounds) }
    var boxes: [PixelBox] = []
    for cells in cells.compactMap(\.self) {
      let grown = shown.first(where: cells.intersects).map(cells.union)
      boxes.add(grown.flatMap { $0.area <= 8 * cells.area ? $0 : nil } ?? cells)
    }
    return boxes.map { box in
      let parts = zip(controls, cells).map { control, cells in
        cells.map(box.intersects) == true ? control : []
      }
      return Cluster(box: box, picture: OverlayPicture(parts))
    }
  }
}

extension [Shape] {
  /// All pixels that they can colour.
  var bounds: PixelBox {
    var boxes = map(\.bounds).filter { !$0.isEmpty }
    let last = boxes.popLast() ?? PixelBox(left: 0, top: 0, right: 0, bottom: 0)
    return boxes.reduce(last) { $0.union($1) }
  }
}
