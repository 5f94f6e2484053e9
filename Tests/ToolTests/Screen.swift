/// A touchscreen with ten slots, as evemu describes it.
enum Screen {
  /// - Parameters:
  ///   - width: In the device's units.
  ///   - height: In the device's units.
  ///   - resolution: Units per millimetre.
  static func description(width: Int, height: Int, resolution: Int) -> String {
    """
    N: screen
    I: 0003 0001 0002 0003
    P: 02 00 00 00 00 00 00 00
    B: 03 00 00 00 00 00 80 60 02
    A: 2f 0 9 0 0 0
    A: 35 0 \(width) 0 0 \(resolution)
    A: 36 0 \(height) 0 0 \(resolution)
    A: 39 0 65535 0 0 0

    """
  }
}
