internal import Configuration
internal import InputDevices
internal import System

// Pads with `while_off = "unplug"`, which do not exist while they are off.
extension Sessions {
  struct Unplugging {
    /// How long a pad stays after it was switched off, in microseconds: the kernel drops what a game has not read from a pad
    /// that goes, such as the release of a stick.
    static let delay: Int64 = 100_000

    var timer: Timer?
    /// Whether the timer is set.
    var isDue = false
  }

  /// Whether a pad is to exist, once it has a device. Under a finger, a pad is on for longer than all others.
  func isPluggedIn(_ configuredPad: ConfiguredPad) -> Bool {
    isActive || !configuredPad.settings.gamepad.isUnpluggedWhileOff
      || session(of: configuredPad)?.isOn == true
  }

  /// Makes the pads that are to exist and do not.
  ///
  /// - Returns: The errors.
  func plugPads() -> [DaemonError] {
    var problems: [DaemonError] = []
    for configuredPad in configuredPads where session(of: configuredPad) != nil {
      attempt(&problems) { () throws(DaemonError) in try makePad(for: configuredPad) }
    }
    for session in all { session.connectPads() }
    return problems
  }

  /// Has pads go that are off, after ``Unplugging/delay``, unless they come back meanwhile.
  func unplugPads() {
    let isDue = configuredPads.contains { isUnused($0) }
    guard isDue != unplugging.isDue else { return }
    unplugging.isDue = isDue
    loop.endOnError { () throws(SystemError) in
      if unplugging.timer == nil {
        unplugging.timer = try loop.timer { [unowned self] in unplugPadsNow() }
      }
      try unplugging.timer?.set(to: isDue ? loop.now + Unplugging.delay : nil)
    }
  }

  private func unplugPadsNow() {
    unplugging.isDue = false
    for configuredPad in configuredPads where isUnused(configuredPad) {
      if let pad = configuredPad.pad { Journal.info("unplugged the gamepad \(pad.phrase)") }
      configuredPad.pad = nil
    }
    for session in all { session.connectPads() }
    handler(.unplugged)
  }

  private func isUnused(_ configuredPad: ConfiguredPad) -> Bool {
    configuredPad.pad != nil && !isPluggedIn(configuredPad)
  }
}
