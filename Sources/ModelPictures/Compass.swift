internal import JoystickModel

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The vector of length 1 in a compass direction: 0 is up, 90 right, y grows downwards.
func compass(_ degrees: Double) -> Vector {
  let radians = degrees * .pi / 180
  return Vector(dx: sin(radians), dy: -cos(radians))
}

extension Vector {
  /// The same direction, longer by this factor.
  func scaled(by factor: Double) -> Vector { Vector(dx: dx * factor, dy: dy * factor) }
}
