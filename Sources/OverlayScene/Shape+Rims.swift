extension Shape {
  /// Where this ellipse differs from another that it was moved from: at the rims of both, because the inside is of one
  /// colour. Nil if it is no such ellipse.
  func rims(movedFrom other: Shape) -> [PixelBox]? {
    guard case .ellipse(let new) = form, case .ellipse(let old) = other.form, shine == nil, clip == nil,
      (new.width, new.height) == (old.width, old.height)
    else { return nil }
    var moved = other
    moved.form = form
    guard moved == self else { return nil }
    let all = bounds.union(other.bounds)
    // Few enough to cost less than the pixels that they leave out.
    let step = max(8, all.height / 8)
    return stride(from: all.top, to: all.bottom, by: step).flatMap { top in
      rims(
        PixelBox(left: all.left, top: top, right: all.right, bottom: min(top + step, all.bottom)), new, old)
    }
  }

  /// The rims in a band, which lie on either side of what is inside of both ellipses.
  private func rims(_ band: PixelBox, _ new: PixelRectangle, _ old: PixelRectangle) -> [PixelBox] {
    let margin = lineWidth + 2
    let (a, b) = (new.extents(of: band), old.extents(of: band))
    let left = Int((min(a.middle - a.most, b.middle - b.most) - margin).rounded(.down))
    let right = Int((max(a.middle + a.most, b.middle + b.most) + margin).rounded(.up))
    let innerLeft = Int((max(a.middle - a.least, b.middle - b.least) + margin).rounded(.up))
    let innerRight = Int((min(a.middle + a.least, b.middle + b.least) - margin).rounded(.down))
    func part(_ left: Int, _ right: Int) -> PixelBox {
      PixelBox(left: left, top: band.top, right: right, bottom: band.bottom).intersection(band)
    }
    guard a.least > 0, b.least > 0, innerLeft < innerRight else { return [part(left, right)] }
    return [part(left, innerLeft), part(innerRight, right)]
  }
}

extension PixelRectangle {
  /// The middle of its ellipse, and the most and the least half widths of the ellipse in a band.
  fileprivate func extents(of band: PixelBox) -> (middle: Double, most: Double, least: Double) {
    let middle = y + height / 2
    let (up, down) = (middle - Double(band.top), Double(band.bottom) - middle)
    // How far the nearest and the farthest place of the band are above or below the middle.
    let (nearest, farthest) = (max(0, -up, -down), max(up, down))
    func halfWidth(_ distance: Double) -> Double {
      let part = 2 * distance / height
      return part < 1 ? width / 2 * (1 - part * part).squareRoot() : 0
    }
    return (x + width / 2, halfWidth(nearest), halfWidth(farthest))
  }
}
