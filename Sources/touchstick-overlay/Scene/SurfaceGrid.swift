/// Where surfaces can be on an output so that their edges are at whole pixels and at whole units of the compositor. At a
/// scale of 1.25, that is each fifth pixel.
struct SurfaceGrid: Equatable {
  /// All of the output.
  let picture: OutputPicture
  /// The output's size in units.
  private let width, height: Int
  /// The side of a cell in units, and in pixels.
  private let cellUnits, cellPixels: Int

  /// A surface that follows a finger must be another one with each cell that the finger comes to.
  private static let leastUnits = 32

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
    cellUnits = (Self.leastUnits..<120).first { $0 * scale % 120 == 0 } ?? 120
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

  /// The pixel at a place in the compositor's units.
  func pixel(_ x: Double, _ y: Double) -> PixelPoint {
    PixelPoint(
      x: x * Double(picture.width) / Double(width), y: y * Double(picture.height) / Double(height))
  }
}

extension OverlayPicture {
  /// The surfaces that show this picture: cells without common pixels, each control's in one of them.
  ///
  /// - Parameter shown: The surfaces until now. One that is where a control is now grows to include it, unless that is a
  ///   waste, so that a handle that circles does not need a new surface all the time.
  func clusters(on grid: SurfaceGrid, shown: [PixelBox]) -> [PixelBox] {
    var clusters: [PixelBox] = []
    for control in controls {
      let bounds = control.map(\.bounds).filter { !$0.isEmpty }
      guard let first = bounds.first,
        let cells = grid.cells(around: bounds.dropFirst().reduce(first) { $0.union($1) })
      else { continue }
      let grown = shown.first(where: cells.intersects).map(cells.union)
      clusters.add(grown.flatMap { $0.area <= 4 * cells.area ? $0 : nil } ?? cells)
    }
    return clusters
  }

  /// The controls that are in a cluster. The others are empty.
  func part(in cluster: PixelBox) -> OverlayPicture {
    OverlayPicture(controls.map { $0.contains { $0.bounds.intersects(cluster) } ? $0 : [] })
  }
}
