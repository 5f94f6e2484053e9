/// How strongly a pad shakes, 0 to 65535.
public struct RumbleMagnitudes: Equatable, Sendable {
  /// The slow, strong shaking: that of a pad's large motor.
  public var strong: UInt16
  /// The fast, weak shaking: that of a pad's small motor.
  public var weak: UInt16

  public init(strong: UInt16 = 0, weak: UInt16 = 0) { (self.strong, self.weak) = (strong, weak) }
}

/// A force feedback effect that a game has uploaded, as far as a motor can play it. (`struct ff_effect`)
///
/// All times are in microseconds.
public struct RumbleEffect: Equatable, Sendable {
  /// Changes of the magnitudes at the beginning and at the end. (`struct ff_envelope`)
  public struct Envelope: Equatable, Sendable {
    public var attackLength: Int64
    /// The magnitude at the beginning, 0 to 65535.
    public var attackLevel: Int64
    public var fadeLength: Int64
    /// The magnitude at the end, 0 to 65535.
    public var fadeLevel: Int64

    public init(attackLength: Int64, attackLevel: Int64, fadeLength: Int64, fadeLevel: Int64) {
      (self.attackLength, self.attackLevel) = (attackLength, attackLevel)
      (self.fadeLength, self.fadeLevel) = (fadeLength, fadeLevel)
    }
  }

  public var magnitudes: RumbleMagnitudes
  /// How long it waits each time that it is played.
  public var delay: Int64
  /// How long it lasts after that; 0 is until it is stopped.
  public var length: Int64
  public var envelope: Envelope?

  public init(
    _ magnitudes: RumbleMagnitudes, delay: Int64 = 0, length: Int64 = 0, envelope: Envelope? = nil
  ) {
    (self.magnitudes, self.delay, self.length) = (magnitudes, delay, length)
    self.envelope = envelope
  }
}

/// Computes how a pad shakes from the effects that games have uploaded to it.
///
/// It has no clock: all times are in microseconds on any clock, and do not decrease.
public struct RumbleMixer: Sendable {
  /// How many effects a pad can keep. More than the kernel allows for it: libevdev asks for 10.
  public static let capacity = 16
  public static let fullGain: UInt16 = .max

  /// How often the magnitudes change during an envelope, in microseconds.
  static let envelopeStep: Int64 = 20_000

  /// An effect, and how it is played.
  fileprivate struct Slot {
    let effect: RumbleEffect
    var start: Int64 = 0
    /// How often it is played from the start on; 0 is not at all.
    var count: Int64 = 0
  }

  /// By their numbers.
  private var slots = [Slot?](repeating: nil, count: Self.capacity)
  /// What all magnitudes are multiplied with, as a part of ``fullGain``.
  public var gain = Self.fullGain

  public init() {}

  /// Adds or replaces an effect. One that is being played starts again, as the kernel's own drivers do it.
  ///
  /// - Parameter id: Its number. One that no effect can have is ignored, here and below: a game may write anything.
  public mutating func upload(_ effect: RumbleEffect, id: Int, time: Int64) {
    guard slots.indices.contains(id) else { return }
    slots[id] = Slot(effect: effect, start: time, count: slots[id]?.count ?? 0)
  }

  public mutating func erase(_ id: Int) {
    if slots.indices.contains(id) { slots[id] = nil }
  }

  /// Plays an effect this often from now on, or stops it.
  ///
  /// - Parameter count: How often; 0 or less stops it.
  public mutating func play(_ id: Int, count: Int32, time: Int64) {
    guard slots.indices.contains(id) else { return }
    slots[id]?.start = time
    slots[id]?.count = Int64(max(count, 0))
  }

  /// How the pad shakes at a time: all effects together, with the gain.
  public func magnitudes(at time: Int64) -> RumbleMagnitudes {
    var (strong, weak): (Int64, Int64) = (0, 0)
    for slot in slots {
      guard let slot, let elapsed = slot.phase(at: time)?.elapsed, elapsed >= 0 else { continue }
      strong += slot.effect.level(of: slot.effect.magnitudes.strong, after: elapsed)
      weak += slot.effect.level(of: slot.effect.magnitudes.weak, after: elapsed)
    }
    return RumbleMagnitudes(strong: withGain(strong), weak: withGain(weak))
  }

  private func withGain(_ sum: Int64) -> UInt16 { UInt16(clamping: sum * Int64(gain) / Int64(Self.fullGain)) }

  /// When ``magnitudes(at:)`` may next change after a time; nil is not until an effect is played, stopped or replaced.
  public func deadline(after time: Int64) -> Int64? {
    slots.lazy.compactMap { slot in
      guard let slot, let phase = slot.phase(at: time),
        let next = slot.effect.nextChange(after: phase.elapsed)
      else { return nil }
      return phase.begin + next
    }.min()
  }
}

extension RumbleMixer.Slot {
  /// Where in its effect it is at a time: when the effect's delay of this turn ended or will end, and how long ago that
  /// is, below 0 for a delay. Nil if it is not being played.
  func phase(at time: Int64) -> (begin: Int64, elapsed: Int64)? {
    guard count > 0, time >= start else { return nil }
    let since = time - start
    var turn: Int64 = 0
    if effect.length > 0 {
      turn = since / (effect.delay + effect.length)
      guard turn < count else { return nil }
    }
    let begin = start + turn * (effect.delay + effect.length) + effect.delay
    return (begin, time - begin)
  }
}

extension RumbleEffect {
  /// The level of a magnitude, which moves in a straight line during the attack and the fade. An attack goes before a fade
  /// that would begin in it, as in the kernel's drivers/input/ff-memless.c.
  fileprivate func level(of magnitude: UInt16, after elapsed: Int64) -> Int64 {
    let full = Int64(magnitude)
    guard full > 0, let envelope else { return full }
    if elapsed < envelope.attackLength {
      let level = envelope.attackLevel
      return level + (full - level) * elapsed / envelope.attackLength
    }
    let left = length - elapsed
    guard length > 0, left < envelope.fadeLength else { return full }
    return envelope.fadeLevel + (full - envelope.fadeLevel) * left / envelope.fadeLength
  }

  /// When the level changes next, counted from the end of the delay; nil is not until it is stopped.
  fileprivate func nextChange(after elapsed: Int64) -> Int64? {
    if elapsed < 0 { return 0 }
    let end = length > 0 ? length : .max
    let attackEnd = min(envelope?.attackLength ?? 0, end)
    let fadeStart = length > 0 ? max(length - (envelope?.fadeLength ?? 0), attackEnd) : .max
    if attackEnd <= elapsed, elapsed < fadeStart { return fadeStart == .max ? nil : fadeStart }
    return min(elapsed + RumbleMixer.envelopeStep, elapsed < attackEnd ? attackEnd : end)
  }
}
