internal import CLibsystemd
internal import Glibc
internal import OperatingSystem

/// The daemon's notifications to systemd, if systemd started it: sd_notify(3).
enum ServiceState {
  /// The daemon is ready. `systemctl status` shows the status.
  static func ready(status: String) { notify("READY=1\nSTATUS=\(status)") }

  /// The new status for `systemctl status`.
  static func status(_ status: String) { notify("STATUS=\(status)") }

  /// The daemon reads its configuration again, until ``ready(status:)``.
  static func reloading() {
    notify("RELOADING=1\nMONOTONIC_USEC=\(nanoseconds(on: CLOCK_MONOTONIC) / 1000)")
  }

  /// The daemon is about to end.
  static func stopping() { notify("STOPPING=1") }

  private static func notify(_ state: String) { unsafe sd_notify(0, state) }
}
