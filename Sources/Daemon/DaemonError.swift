internal import Configuration
internal import Glibc
internal import InputDevices
internal import OperatingSystem

/// What can go wrong; some of it ends the daemon.
enum DaemonError: Error, Equatable {
  /// The command line is not one that the daemon knows; the text says why.
  case usage(String)
  /// The configuration cannot be used.
  case configuration(ConfigurationError)
  /// A device cannot be used.
  case device(DeviceError)
  /// The event loop could not be made, or failed.
  case eventLoop(errno: Int32)

  /// What went wrong, and what to do about it; one line a problem.
  var sentence: String {
    switch self {
    case .usage(let problem): "touchstickd: \(problem)\nTry: touchstickd --help"
    case .configuration(let error): error.sentence
    case .device(let error): error.sentence
    case .eventLoop(let errno):
      "the event loop failed: \(SystemError(errno).text)"
    }
  }

  /// The status to exit with, from sysexits.h.
  var exitStatus: Int32 {
    switch self {
    case .usage: 64  // EX_USAGE
    case .configuration(let error): error.isUnreadable ? 66 : 78  // EX_NOINPUT, EX_CONFIG
    case .device(let error): error.exitStatus
    case .eventLoop: 71  // EX_OSERR
    }
  }
}

extension DaemonError {
  /// Whether the configuration is what is wrong.
  var isConfiguration: Bool {
    if case .configuration = self { true } else { false }
  }

  /// Whether there is nothing to do with it: without the pad, or the event loop.
  var isFatal: Bool {
    switch self {
    case .device(.cannotWrite), .device(.cannotCreate), .device(.cannotOpenUinput), .eventLoop: true
    default: false
    }
  }

  /// Whether a device is gone.
  var isDisconnection: Bool {
    if case .device(let error) = self { error.isDisconnection } else { false }
  }

  /// Whether it is worth trying again without anything having come.
  var mayPass: Bool {
    switch self {
    case .device(.cannotGrab), .device(.cannotRead): true
    case .device(let error): error.isRefusal
    default: false
    }
  }

  /// Does something with devices, whose errors become the daemon's.
  static func device<Made: ~Copyable>(_ make: () throws(DeviceError) -> Made) throws(DaemonError) -> Made {
    do {
      return try make()
    } catch {
      throw .device(error)
    }
  }
}
