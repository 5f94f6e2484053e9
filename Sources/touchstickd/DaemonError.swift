internal import Configuration
internal import Glibc
internal import InputDevices
internal import System

/// An error of the daemon. Some errors end it.
enum DaemonError: Error, Equatable {
  /// The command line is wrong; the text says why.
  case usage(String)
  /// The configuration cannot be used.
  case configuration(ConfigurationError)
  /// A device cannot be used.
  case device(DeviceError)
  /// The event loop could not be made, or failed.
  case eventLoop(SystemError)

  /// What went wrong, and what to do about it; one line for each error.
  var sentence: String {
    switch self {
    case .usage(let problem): "touchstickd: \(problem)\nTry: touchstickd --help"
    case .configuration(let error): error.sentence
    case .device(let error): error.sentence
    case .eventLoop(let error): "the event loop failed: \(error.text)"
    }
  }

  /// The status to exit with, from sysexits.h.
  var exitStatus: Int32 {
    switch self {
    case .usage: 64  // EX_USAGE
    // EX_IOERR, after which systemd starts it again, EX_NOINPUT, EX_CONFIG
    case .configuration(let error): error.isTemporary ? 74 : error.isUnreadable ? 66 : 78
    case .device(let error): error.exitStatus
    case .eventLoop: 71  // EX_OSERR
    }
  }
}

extension DaemonError {
  /// Whether it is an error of the configuration.
  var isConfiguration: Bool {
    if case .configuration = self { true } else { false }
  }

  /// Whether the daemon cannot continue: without the pad, or the event loop.
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

  /// Whether a retry makes sense although no device has appeared.
  var mayPass: Bool {
    switch self {
    case .device(.cannotGrab), .device(.cannotRelease), .device(.cannotRead), .device(.notAnEventNode),
      .device(.cannotMonitor), .device(.cannotPlay):
      true
    case .device(let error): error.isRefusal
    default: false
    }
  }

  /// Runs code with devices, and turns its errors into the daemon's.
  static func device<Made: ~Copyable>(_ make: () throws(DeviceError) -> Made) throws(DaemonError) -> Made {
    do {
      return try make()
    } catch {
      throw .device(error)
    }
  }

  /// Runs code with the event loop, and turns its errors into the daemon's.
  static func loop<Made>(_ make: () throws(SystemError) -> Made) throws(DaemonError) -> Made {
    do {
      return try make()
    } catch {
      throw .eventLoop(error)
    }
  }
}

extension EventLoop {
  /// Ends ``run()`` after an error that the daemon cannot survive, so that systemd restarts it.
  func fail(_ error: DaemonError) {
    Journal.error(error.sentence)
    exit(error.exitStatus)
  }

  /// Runs code with the loop. An error ends ``run()``.
  func endOnError(_ work: () throws(SystemError) -> Void) {
    do {
      try work()
    } catch {
      fail(.eventLoop(error))
    }
  }
}

extension Retry {
  convenience init(_ loop: EventLoop) { self.init(loop) { [unowned loop] in loop.fail(.eventLoop($0)) } }
}

extension SeatWatch {
  convenience init(_ loop: EventLoop, address: String = SystemBus.defaultAddress) {
    self.init(loop, address: address) { [unowned loop] in loop.fail(.eventLoop($0)) }
  }
}
