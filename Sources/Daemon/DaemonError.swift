public import InputDevices
public import Configuration
internal import Glibc

/// What ends the daemon.
public enum DaemonError: Error {
  /// The command line is not one that the daemon knows; the text is what getopt(3) said.
  case usage(String)
  /// The configuration cannot be used.
  case configuration(ConfigurationError)
  /// A device cannot be used.
  case device(DeviceError)
  /// The event loop could not be made, or failed.
  case eventLoop(errno: Int32)

  /// What went wrong, and what to do about it; one line a problem.
  public var sentence: String {
    switch self {
    case .usage(let problem): "touchstickd: \(problem)\nTry: touchstickd --help"
    case .configuration(let error): error.sentence
    case .device(let error): error.sentence
    case .eventLoop(let errno):
      "the event loop failed: \(unsafe strerror(errno).map { unsafe String(cString: $0) } ?? "")"
    }
  }

  /// The status to exit with, from sysexits.h.
  public var exitStatus: Int32 {
    switch self {
    case .usage: 64  // EX_USAGE
    case .configuration(let error): error.isUnreadable ? 66 : 78  // EX_NOINPUT, EX_CONFIG
    case .device(let error): error.exitStatus
    case .eventLoop: 71  // EX_OSERR
    }
  }
}

extension DaemonError {
  /// Does something with devices, whose errors become the daemon's.
  static func device<Made: ~Copyable>(_ make: () throws(DeviceError) -> Made) throws(DaemonError) -> Made {
    do {
      return try make()
    } catch {
      throw .device(error)
    }
  }
}
