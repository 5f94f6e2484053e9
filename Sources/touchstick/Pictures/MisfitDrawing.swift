internal import Configuration
internal import Drawing
internal import JoystickModel

/// The outlines of the controls that do not fit on the surface.
struct MisfitDrawing {
  static let paint = Paint.stroke(.red, width: 2, dash: "7 4")

  let misfits: [Misfit]
  let surface: Rectangle

  private var regions: [Rectangle] { misfits.flatMap(\.regions).map(\.bounds) }

  /// The part of the plane to draw: the surface, and the outlines up to half of its longer side beyond its edges.
  var shown: Rectangle {
    let most = max(surface.width, surface.height) / 2
    let left = max(-most, regions.map(\.x).min() ?? 0)
    let top = max(-most, regions.map(\.y).min() ?? 0)
    let right = min(surface.width + most, regions.map { $0.x + $0.width }.max() ?? 0)
    let bottom = min(surface.height + most, regions.map { $0.y + $0.height }.max() ?? 0)
    let (x, y) = (min(left, 0), min(top, 0))
    return Rectangle(
      x: x, y: y, width: max(right, surface.width) - x, height: max(bottom, surface.height) - y)
  }

  /// The outlines and their names. An outline farther away is at the edge of what is shown.
  func elements(_ mapping: SurfaceMapping) -> [SVGElement] {
    let area = mapping.rectangle(shown)
    var placer = LabelPlacer(area: area, obstacles: [])
    return misfits.flatMap { misfit in
      let outlines = misfit.regions.map { outline($0, mapping, in: area) }
      let label = LayoutLabel(
        lines: [LayoutLabel.Line(shortened(misfit.name), .red, size: 13, isBold: true, halo: .paper)],
        positions: outlines.map(\.center), avoidsOnlyLabels: true)
      let position = outlines.isEmpty ? nil : placer.position(for: label, owner: 0)
      return outlines.map(\.element) + (position.map(label.elements) ?? [])
    }
  }

  private func outline(
    _ region: Region, _ mapping: SurfaceMapping, in area: PixelRectangle
  ) -> (element: SVGElement, center: PixelPoint) {
    var box = mapping.rectangle(region.bounds).inset(by: 2)
    box.width = min(box.width, area.width - 4)
    box.height = min(box.height, area.height - 4)
    box.x = max(area.x + 2, min(box.x, area.right - 2 - box.width))
    box.y = max(area.y + 2, min(box.y, area.bottom - 2 - box.height))
    guard case .circle = region else { return (.rectangle(box, rounding: 4, Self.paint), box.center) }
    return (.circle(box.center, radius: min(box.width, box.height) / 2, Self.paint), box.center)
  }

  /// Its mark in the legend, around a position.
  static func mark(_ position: PixelPoint) -> SVGElement {
    .rectangle(PixelRectangle(around: position, width: 16, height: 10), rounding: 2, paint)
  }
}
