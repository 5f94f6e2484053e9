internal import OperatingSystem

extension BusError {
  /// What went wrong, and what to do about it.
  public var sentence: String {
    switch self {
    case .noBus(let error):
      "the system bus cannot be reached: \(error.text); start it and touchstickd: sudo systemctl start dbus touchstickd"
    case .failed(let error): "asking touchstickd failed: \(error.text)"
    case .refused where isAbsence:
      "touchstickd is not on the system bus; start it: sudo systemctl start touchstickd"
    case .refused("org.freedesktop.DBus.Error.NoReply", _), .refused("org.freedesktop.DBus.Error.Timeout", _):
      "touchstickd does not answer"
    case .refused(_, let message):
      message.split(separator: "\n").map { String($0).printable }.joined(separator: "\n")
    }
  }

  /// Whether there is no bus, or no touchstickd on it.
  public var isAbsence: Bool {
    switch self {
    case .noBus, .refused("org.freedesktop.DBus.Error.ServiceUnknown", _),
      .refused("org.freedesktop.DBus.Error.NameHasNoOwner", _):
      true
    case .failed, .refused: false
    }
  }

  /// The status to exit with, from sysexits.h.
  public var exitStatus: Int32 {
    switch self {
    case .refused(PadsInterface.Refusal.notAllowed.rawValue, _),
      .refused("org.freedesktop.DBus.Error.AccessDenied", _):
      77  // EX_NOPERM
    case .refused(PadsInterface.Refusal.noProfile.rawValue, _): 66  // EX_NOINPUT
    case .refused(PadsInterface.Refusal.badLayout.rawValue, _),
      .refused(PadsInterface.Refusal.tooLarge.rawValue, _):
      65  // EX_DATAERR
    case .noBus, .failed, .refused: 69  // EX_UNAVAILABLE
    }
  }
}
