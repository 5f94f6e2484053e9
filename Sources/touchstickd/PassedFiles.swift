/// The files that the bus passes on to programs. If an SELinux policy does not let a program receive one, dbus-broker ends
/// the connection of the daemon, which sent it, and with it all claims: https://github.com/bus1/dbus-broker/issues/364
/// (Fedora's policy allows it since https://github.com/fedora-selinux/selinux-policy/pull/2633). After two such ends the
/// daemon sends none.
struct PassedFiles {
  /// When the last one was sent, in microseconds; nil if the connection has not ended since.
  private var lastTime: Int64?
  private var isSuspect = false
  private var ends = 0
  /// The bus of the last connection. It has another identity after a restart, which ends a connection, too.
  private var bus: String?

  /// An end within this time may come from the file, in microseconds.
  private static let delay: Int64 = 1_000_000

  var areRefused: Bool { ends >= 2 }

  mutating func count(now: Int64) { lastTime = now }

  mutating func handleEnd(now: Int64) {
    guard let lastTime else { return }
    isSuspect = now <= lastTime + Self.delay
    if !isSuspect { ends = 0 }
    self.lastTime = nil
  }

  mutating func handleStart(of bus: String?) {
    if isSuspect, bus != nil, bus == self.bus { ends += 1 }
    (isSuspect, self.bus) = (false, bus)
  }

  static let refusal = BusRefusal(
    .noFeed,
    "the system bus ends the connection of touchstickd when it sends a feed, probably because of an SELinux policy "
      + "from before April 2025; update selinux-policy, and run: systemctl restart touchstickd")
}
