import CAllocationCounter
import TestSupport
import Testing

@testable import EventPipeline

@Suite("How a pad rumbles")
struct RumbleMixerTests {
  private static let full = RumbleMagnitudes(strong: 60000, weak: 20000)
  private static let second: Int64 = 1_000_000

  private func strong(_ mixer: RumbleMixer, at times: Int64...) -> [UInt16] {
    times.map { mixer.magnitudes(at: $0).strong }
  }

  private func mixer(_ effect: RumbleEffect, count: Int32 = 1, time: Int64 = 0) -> RumbleMixer {
    var mixer = RumbleMixer()
    mixer.upload(effect, id: 0, time: time)
    mixer.play(0, count: count, time: time)
    return mixer
  }

  @Test("An effect that is only uploaded does nothing")
  func uploaded() {
    var mixer = RumbleMixer()
    mixer.upload(RumbleEffect(Self.full), id: 3, time: 0)
    #expect(mixer.magnitudes(at: 5) == RumbleMagnitudes())
    #expect(mixer.deadline(after: 5) == nil)
  }

  @Test("An effect begins after its delay, and ends after its length, as often as it is played")
  func turns() {
    let mixer = mixer(RumbleEffect(Self.full, delay: 100, length: 50), count: 2, time: 1000)
    #expect(
      strong(mixer, at: 999, 1000, 1099, 1100, 1149, 1150, 1249, 1250, 1299, 1300, 9999)
        == [0, 0, 0, 60000, 60000, 0, 0, 60000, 60000, 0, 0])
    var (time, deadlines): (Int64, [Int64]) = (1000, [])
    while let next = mixer.deadline(after: time) {
      deadlines.append(next)
      time = next
    }
    #expect(deadlines == [1100, 1150, 1250, 1300])
  }

  @Test("An effect without a length lasts until it is stopped or erased")
  func endless() {
    var mixer = mixer(RumbleEffect(Self.full))
    #expect(mixer.magnitudes(at: .max / 2) == Self.full)
    #expect(mixer.deadline(after: 7) == nil)
    mixer.play(0, count: 0, time: 10)
    #expect(mixer.magnitudes(at: 10) == RumbleMagnitudes())
    mixer.play(0, count: 1, time: 20)
    #expect(mixer.magnitudes(at: 20) == Self.full)
    mixer.erase(0)
    #expect(mixer.magnitudes(at: 20) == RumbleMagnitudes())
    // Another effect with its number is not played.
    mixer.upload(RumbleEffect(Self.full), id: 0, time: 30)
    #expect(mixer.magnitudes(at: 30) == RumbleMagnitudes())
  }

  @Test("An effect that replaces a played one is played, from its beginning")
  func replaced() {
    var mixer = mixer(RumbleEffect(Self.full, length: 100))
    mixer.upload(RumbleEffect(RumbleMagnitudes(strong: 7), length: 100), id: 0, time: 60)
    #expect(strong(mixer, at: 60, 159, 160) == [7, 7, 0])
  }

  @Test("Effects add up to the maximum, and the gain counts for all")
  func sum() {
    var mixer = mixer(RumbleEffect(Self.full, length: 100))
    mixer.upload(RumbleEffect(Self.full, length: 200), id: 15, time: 0)
    mixer.play(15, count: 1, time: 0)
    #expect(mixer.magnitudes(at: 0) == RumbleMagnitudes(strong: 65535, weak: 40000))
    #expect(mixer.magnitudes(at: 100) == Self.full)
    mixer.gain = 0x8000
    #expect(mixer.magnitudes(at: 100) == RumbleMagnitudes(strong: 30000, weak: 10000))
    mixer.gain = 0
    #expect(mixer.magnitudes(at: 0) == RumbleMagnitudes())
  }

  @Test("An envelope changes the magnitudes in straight lines, in steps of 20 ms")
  func envelope() {
    let envelope = RumbleEffect.Envelope(
      attackLength: 100_000, attackLevel: 0, fadeLength: 50_000, fadeLevel: 30000)
    let mixer = mixer(RumbleEffect(Self.full, length: Self.second, envelope: envelope))
    #expect(
      strong(mixer, at: 0, 50_000, 99_999, 100_000, 950_000, 975_000, 999_999, 1_000_000)
        == [0, 30000, 59999, 60000, 60000, 45000, 30000, 0])
    #expect(
      [0, 90_000, 100_000, 950_000, 990_000, 1_000_000].map { mixer.deadline(after: $0) } == [
        20_000, 100_000, 950_000, 970_000, 1_000_000, nil,
      ])
  }

  @Test("Numbers of effects that cannot exist change nothing", arguments: [-1, 16, .min, .max])
  func noEffect(_ id: Int) {
    var mixer = mixer(RumbleEffect(Self.full))
    mixer.upload(RumbleEffect(Self.full), id: id, time: 0)
    mixer.play(id, count: 1, time: 0)
    mixer.erase(id)
    #expect(mixer.magnitudes(at: 0) == Self.full)
  }

  @Test("Effects that are uploaded, played and computed allocate nothing")
  func allocations() {
    var mixer = RumbleMixer()
    func rumble(_ count: Int64) {
      for time in 0..<count {
        mixer.upload(RumbleEffect(Self.full, length: 9), id: Int(time % 16), time: time)
        mixer.play(Int(time % 16), count: 2, time: time)
        _ = (mixer.magnitudes(at: time), mixer.deadline(after: time))
      }
    }
    rumble(10)
    let before = kept_allocation_count()
    rumble(10_000)
    #expect(kept_allocation_count() == before)
  }

  @Test("Whatever games ask for, it changes only at the deadlines, and ends when the longest effect does")
  func hostile() {
    var random = SeededGenerator(seed: Seeds.single ?? Seeds.first)
    for round in 0..<2000 {
      var mixer = RumbleMixer()
      var (time, end): (Int64, Int64) = (0, 0)
      mixer.gain = random.pick(0, 1, 0x8000, .max)
      for _ in 0..<random.integer(1...20) {
        time += random.pick(0, 1, 999, 70_000_000)
        let effect = RumbleEffect(random: &random)
        let (id, count) = (random.integer(-1...16), random.pick(Int32(-1), 0, 1, 2, .max))
        mixer.upload(effect, id: id, time: time)
        mixer.play(id, count: count, time: time)
        if effect.length == 0 { mixer.play(id, count: .min, time: time) }
        end = max(end, time + (effect.delay + effect.length) * Int64(max(count, 0)))
      }
      #expect(mixer.magnitudes(at: end) == RumbleMagnitudes(), "round \(round)")
      #expect(mixer.deadline(after: end) == nil)
      for _ in 0..<50 {
        let next = mixer.deadline(after: time)
        guard let next else { break }
        #expect(next > time)
        // Otherwise an envelope may change it all the time.
        if next - time > RumbleMixer.envelopeStep {
          #expect(mixer.magnitudes(at: next - 1) == mixer.magnitudes(at: time), "round \(round), at \(time)")
        }
        time = next
      }
    }
  }
}

extension RumbleEffect {
  fileprivate init(random: inout SeededGenerator) {
    func milliseconds(_ random: inout SeededGenerator) -> Int64 {
      random.pick(0, 1, 20, 500, 65535) * 1000
    }
    func level(_ random: inout SeededGenerator) -> Int64 { random.pick(0, 1, 30000, 65535) }
    self.init(
      RumbleMagnitudes(
        strong: UInt16(level(&random)), weak: UInt16(level(&random))),
      delay: milliseconds(&random), length: milliseconds(&random))
    guard random.chance(0.5) else { return }
    envelope = Envelope(
      attackLength: milliseconds(&random), attackLevel: level(&random),
      fadeLength: milliseconds(&random), fadeLevel: level(&random))
  }
}
