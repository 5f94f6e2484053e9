internal import CLibsystemd
internal import Glibc

/// What systemd is told of the daemon's state, where systemd started it: sd_notify(3).
enum ServiceState {
  /// The daemon does its work; the status is what `systemctl status` shows.
  static func ready(status: String) { notify("READY=1\nSTATUS=\(status)") }

  /// What `systemctl status` shows from now on.
  static func status(_ status: String) { notify("STATUS=\(status)") }

  /// The daemon reads its configuration again, until ``ready(status:)``.
  static func reloading() {
    notify("RELOADING=1\nMONOTONIC_USEC=\(nanoseconds(on: CLOCK_MONOTONIC) / 1000)")
  }

  /// The daemon is about to end.
  static func stopping() { notify("STOPPING=1") }

  private static func notify(_ state: String) { unsafe sd_notify(0, state) }
}
