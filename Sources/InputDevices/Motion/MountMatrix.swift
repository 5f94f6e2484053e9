/// How a sensor is mounted: the matrix that turns its axes to those of the screen, x right, y up, z out of the glass.
struct MountMatrix: Equatable, Sendable {
  var rows: (x: SIMD3<Double>, y: SIMD3<Double>, z: SIMD3<Double>) = ([1, 0, 0], [0, 1, 0], [0, 0, 1])

  static func == (one: MountMatrix, other: MountMatrix) -> Bool { one.rows == other.rows }

  init() {}

  /// Reads a matrix such as `0, 1, 0; -1, 0, 0; 0, 0, 1`. Nil if it is not a rotation or a reflection.
  init?(_ text: String) {
    let parts = text.split(separator: ";", omittingEmptySubsequences: false).map { row in
      row.split(separator: ",", omittingEmptySubsequences: false).map { Double($0.trimmed) }
    }
    guard parts.count == 3, parts.allSatisfy({ $0.count == 3 }) else { return nil }
    let numbers = parts.joined().compactMap { $0 }
    guard numbers.count == 9, numbers.allSatisfy(\.isFinite) else { return nil }
    rows.x = SIMD3(numbers[0], numbers[1], numbers[2])
    rows.y = SIMD3(numbers[3], numbers[4], numbers[5])
    rows.z = SIMD3(numbers[6], numbers[7], numbers[8])
    // The documents of the kernel round to two digits.
    let lengths = [rows.x, rows.y, rows.z].map { ($0 * $0).sum() }
    guard lengths.allSatisfy({ abs($0 - 1) < 0.05 }), abs(abs(determinant) - 1) < 0.05 else { return nil }
  }

  var determinant: Double {
    let cross = SIMD3(
      rows.y.y * rows.z.z - rows.y.z * rows.z.y, rows.y.z * rows.z.x - rows.y.x * rows.z.z,
      rows.y.x * rows.z.y - rows.y.y * rows.z.x)
    return (rows.x * cross).sum()
  }

  static func * (matrix: MountMatrix, vector: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3((matrix.rows.x * vector).sum(), (matrix.rows.y * vector).sum(), (matrix.rows.z * vector).sum())
  }

  /// The rotation from the sensor's axes to the screen's.
  ///
  /// Desktops rotate by iio-sensor-proxy, so matrices are right if they agree with that: a screen that is held upright
  /// has -9.8 m/s2 on y, and one with its left edge up has +9.8 on x (test-orientation.c). That is the opposite of what an
  /// accelerometer measures, and of the kernel's draft about mount matrices. Nobody looks at z, so many matrices mirror it.
  /// A sensor turns with the machine, so what remains is a rotation: it has the determinant 1.
  ///
  /// - Parameter isHub: Whether a HID sensor hub has the sensor. Hubs are made for Windows, and have the opposite sign on all
  ///   axes; Chromium corrects that, too (sensor_data_linux.cc). Chips have an accelerometer's sign.
  func rotation(isHub: Bool) -> MountMatrix {
    var rotation = self
    if !isHub { (rotation.rows.x, rotation.rows.y) = (-rows.x, -rows.y) }
    if determinant < 0 { rotation.rows.z = -rows.z }
    return rotation
  }
}

extension Substring {
  /// Without spaces around it.
  fileprivate var trimmed: Substring {
    let rest = drop { $0 == " " }
    return rest.last == " " ? rest.prefix { $0 != " " } : rest
  }
}
