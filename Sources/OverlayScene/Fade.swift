internal import OverlayTheme

/// The fading since a time, in steps that are small enough to look continuous.
struct Fade: Equatable {
  let looks: FadeLooks
  /// When the last touch ended, in microseconds.
  let start: Int64

  /// Half a second in this many steps is a step for each second frame at 60 Hz.
  private static let steps: Int64 = 16

  /// What all opacities are multiplied by, 0 to 1.
  func opacity(at now: Int64) -> Double {
    guard let step = step(at: now) else { return 1 }
    return 1 + (looks.alpha - 1) * Double(step) / Double(Self.steps)
  }

  /// When the opacity changes next; nil is never.
  func nextChange(after now: Int64) -> Int64? {
    guard let delay = looks.delay, looks.alpha < 1 else { return nil }
    guard let step = step(at: now), step < Self.steps else { return nil }
    // The first moment of the next step: rounded up.
    return start + delay + ((step + 1) * looks.duration + Self.steps - 1) / Self.steps
  }

  /// From 0 to `steps`; nil without fading.
  private func step(at now: Int64) -> Int64? {
    guard let delay = looks.delay else { return nil }
    let time = now - start - delay
    guard time >= 0 else { return 0 }
    return time >= looks.duration ? Self.steps : time * Self.steps / looks.duration
  }
}
