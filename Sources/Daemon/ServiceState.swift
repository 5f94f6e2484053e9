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
    var now = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &now)
    notify("RELOADING=1\nMONOTONIC_USEC=\(now.tv_sec * 1_000_000 + now.tv_nsec / 1000)")
  }

  /// The daemon is about to end.
  static func stopping() { notify("STOPPING=1") }

  private static func notify(_ state: String) { unsafe sd_notify(0, state) }
}
