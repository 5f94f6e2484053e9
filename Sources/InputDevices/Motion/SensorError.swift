internal import Glibc
internal import System

/// Why a motion sensor cannot be read.
public enum SensorError: Error, Equatable, Sendable {
  /// A file of sysfs cannot be read, or the node cannot be read.
  case cannotRead(file: String, errno: Int32)
  /// A value of sysfs makes no sense.
  case badValue(file: String, text: String, expected: String)
  /// An answer needed more than a quarter of a second.
  case tooSlow(node: String)
  case gone(node: String)
}

extension SensorError {
  /// What is wrong, with the place.
  public var sentence: String {
    switch self {
    case .cannotRead(let file, EBUSY): "\(file): another program reads the sensor"
    case .cannotRead(let file, EACCES), .cannotRead(let file, EPERM): "\(file): permission denied"
    case .cannotRead(let file, let errno): "\(file): cannot be read: \(SystemError(errno).text)"
    case .badValue(let file, let text, let expected):
      "\(file): the kernel reports “\(text.printable)”, which is not \(expected)"
    case .tooSlow(let node): "\(node): the sensor does not answer"
    case .gone(let node): "\(node): the sensor is gone"
    }
  }

  /// - Parameter node: The sensor's.
  init(_ error: SystemError, file: String, node: String) {
    self = error.errno == ENODEV ? .gone(node: node) : .cannotRead(file: file, errno: error.errno)
  }
}
