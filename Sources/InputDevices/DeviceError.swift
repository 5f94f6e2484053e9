public import EventPipeline
internal import Glibc
internal import System

public enum DeviceError: Error, Equatable, Sendable {
  case cannotOpen(node: String, errno: Int32)
  case notAnEventNode(node: String, errno: Int32)
  case notATouchDevice(node: String, name: String)
  case noSurface(node: String, name: String, SurfaceError)
  /// The device could not be grabbed; EBUSY if another program has grabbed it.
  case cannotGrab(node: String, name: String, errno: Int32)
  /// The device could not be released; ENODEV if it is gone.
  case cannotRelease(node: String, name: String, errno: Int32)
  /// Events could not be read; ENODEV if the device is gone.
  case cannotRead(node: String, errno: Int32)
  /// The device does not shake; ENODEV if it is gone.
  case cannotPlay(node: String, errno: Int32)
  case cannotOpenUinput(errno: Int32)
  case cannotCreate(name: String, errno: Int32)
  case cannotWrite(name: String, errno: Int32)
  case cannotMonitor(errno: Int32)
}

extension DeviceError {
  public var sentence: String {
    switch self {
    case .cannotOpen(let node, EACCES):
      "\(node): permission denied; see what to do: sudo touchstick doctor"
    case .cannotOpen(let node, let errno): "\(node): cannot be opened: \(SystemError(errno).text)"
    case .notAnEventNode(let node, let errno):
      "\(node): is not an input event node (\(SystemError(errno).text)); name one such as /dev/input/event0"
    case .notATouchDevice(let node, let name):
      "\(node): \(name.printable) is not a touchscreen, touchpad or tablet"
    case .noSurface(let node, let name, let why): "\(node): \(name) cannot be used: \(why.sentence)"
    case .cannotGrab(let node, let name, EBUSY):
      "\(node): \(name) is grabbed by another program; stop that program, or set grab = false"
    case .cannotGrab(let node, let name, let errno):
      "\(node): \(name) cannot be grabbed: \(SystemError(errno).text)"
    case .cannotRead(let node, ENODEV), .cannotRelease(let node, _, ENODEV), .cannotPlay(let node, ENODEV):
      "\(node): the device is gone"
    case .cannotRelease(let node, let name, let errno):
      "\(node): \(name) cannot be released: \(SystemError(errno).text)"
    case .cannotRead(let node, let errno): "\(node): cannot be read: \(SystemError(errno).text)"
    case .cannotPlay(let node, let errno): "\(node): cannot shake: \(SystemError(errno).text)"
    case .cannotOpenUinput(let errno): Self.uinputSentence(errno)
    case .cannotCreate(let name, let errno):
      "/dev/uinput: the kernel did not make the device “\(name)”: \(SystemError(errno).text)"
    case .cannotWrite(let name, let errno):
      "the device “\(name)” cannot be written: \(SystemError(errno).text)"
    case .cannotMonitor(let errno): "asking udev for devices failed: \(SystemError(errno).text)"
    }
  }

  /// Whether the device is gone, or disappeared while it was opened.
  public var isDisconnection: Bool {
    switch self {
    case .cannotRead(_, ENODEV), .cannotOpen(_, ENODEV), .cannotOpen(_, ENOENT), .cannotOpen(_, ENXIO),
      .cannotGrab(_, _, ENODEV), .cannotRelease(_, _, ENODEV), .cannotPlay(_, ENODEV),
      .notAnEventNode(_, ENODEV):
      true
    default: false
    }
  }

  /// Whether an existing node could not be opened: udev may still be setting its permissions.
  public var isRefusal: Bool {
    if case .cannotOpen = self { !isDisconnection } else { false }
  }

  public var isDenial: Bool { exitStatus == Self.noPermission }

  private static let noPermission: Int32 = 77  // EX_NOPERM

  /// The exit status, from sysexits.h, if this error ends the program.
  public var exitStatus: Int32 {
    switch self {
    case .cannotOpen(_, EACCES), .cannotOpen(_, EPERM), .cannotOpenUinput(EACCES), .cannotOpenUinput(EPERM):
      Self.noPermission
    case .cannotOpen, .notAnEventNode, .notATouchDevice, .noSurface:
      66  // EX_NOINPUT
    case .cannotRead, .cannotWrite, .cannotPlay:
      74  // EX_IOERR
    case .cannotGrab, .cannotRelease, .cannotOpenUinput, .cannotCreate, .cannotMonitor:
      69  // EX_UNAVAILABLE
    }
  }

  private static func uinputSentence(_ errno: Int32) -> String {
    switch errno {
    case ENOENT, ENODEV, ENXIO:
      "/dev/uinput: the kernel's uinput module is missing; load it with: modprobe uinput"
    case EACCES, EPERM:
      "/dev/uinput: permission denied; see what to do: sudo touchstick doctor"
    default: "/dev/uinput: cannot be opened: \(SystemError(errno).text)"
    }
  }
}

extension SurfaceError {
  public var sentence: String {
    switch self {
    case .noPosition: "it has no pair of position axes"
    case .noExtent(let axis):
      "the range of \(axis.name ?? "an axis") is empty"
    }
  }
}
