import Foundation

@testable import JoystickModel

extension Point {
  /// The corner of the surface, or the base where places are measured from it.
  static let zero = Point(x: 0, y: 0)

  func isNear(_ other: Point) -> Bool { (self - other).length < 1e-9 }
}

extension Vector {
  /// A compass direction in degrees, and how far that way.
  init(compass angle: Double, length: Double) {
    self.init(dx: sin(angle * .pi / 180) * length, dy: -cos(angle * .pi / 180) * length)
  }

  static func + (one: Vector, other: Vector) -> Vector {
    Vector(dx: one.dx + other.dx, dy: one.dy + other.dy)
  }

  static func - (one: Vector, other: Vector) -> Vector { one + other * -1 }

  func isNear(_ other: Vector) -> Bool { (self - other).length < 1e-9 }
}

// A quarter of a turn clockwise around the surface's corner. In sixty-fourths of a millimetre it is exact.
extension Vector {
  var turned: Vector { Vector(dx: -dy, dy: dx) }
}

extension Point {
  var turned: Point { Point(x: -y, y: x) }
}

extension Rectangle {
  var turned: Rectangle { Rectangle(x: -(y + height), y: x, width: height, height: width) }
}

extension Region {
  var turned: Region {
    switch self {
    case .circle(let circle): .circle(Circle(center: circle.center.turned, radius: circle.radius))
    case .rectangle(let rectangle): .rectangle(rectangle.turned)
    }
  }
}

extension StickParameters {
  var turned: StickParameters {
    var turned = self
    turned.region = region.turned
    turned.center = center.turned
    turned.movableBounds = movableBounds?.turned
    turned.handleConstraint = handleConstraint?.turned
    turned.axis = axis == .horizontal ? .vertical : axis == .vertical ? .horizontal : .both
    return turned
  }
}

extension TouchSample {
  var turned: TouchSample {
    var turned = self
    turned.event.position = event.position.turned
    return turned
  }
}
