public import JoystickModel

extension MotionSample {
  /// The sample of a machine whose screen is rotated, in the axes of the screen as the user sees it.
  public func turned(_ rotation: Rotation) -> MotionSample {
    var turned = self
    (turned.x, turned.y) =
      switch rotation {
      case .topUp: (x, y)
      case .leftUp: (y, -x)
      case .bottomUp: (-x, -y)
      case .rightUp: (-y, x)
      }
    return turned
  }
}
