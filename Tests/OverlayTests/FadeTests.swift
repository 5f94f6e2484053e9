import EventPipeline
@testable import touchstick_overlay
import Testing

@Suite("Fading")
struct FadeTests {
  @Test("comes in steps after the delay, each announced, and ends")
  func steps() {
    let fade = Fade(looks: FadeLooks(), start: 1_000_000)
    var now: Int64 = 0
    var opacities = [fade.opacity(at: now)]
    while let next = fade.nextChange(after: now) {
      #expect(next > now && fade.opacity(at: next - 1) == opacities.last)
      now = next
      opacities.append(fade.opacity(at: now))
    }
    #expect(opacities.count == 17 && opacities == opacities.sorted(by: >))
    #expect(opacities.first == 1 && abs((opacities.last ?? 0) - 0.5) < 1e-9)
    #expect(now == 6_500_000)
    #expect(fade.opacity(at: 1 << 60) == opacities.last)
  }

  @Test("happens at once with a duration of 0, and never without a delay or with an alpha of 1")
  func extremes() {
    var looks = FadeLooks()
    looks.duration = 0
    let fade = Fade(looks: looks, start: 0)
    #expect(fade.nextChange(after: 0) == 5_000_000 && fade.nextChange(after: 5_000_000) == nil)
    #expect(fade.opacity(at: 4_999_999) == 1 && abs(fade.opacity(at: 5_000_000) - 0.5) < 1e-9)
    looks.alpha = 1
    #expect(Fade(looks: looks, start: 0).nextChange(after: 0) == nil)
    looks.delay = nil
    looks.alpha = 0
    let never = Fade(looks: looks, start: 0)
    #expect(never.nextChange(after: 0) == nil && never.opacity(at: 1 << 60) == 1)
  }

  @Test("ends with a touch, and starts anew when it lifts")
  func touch() throws {
    var scene = Glasses.scene()
    let output = Glasses.output
    let full = try #require(scene.picture(on: output, at: 0))
    #expect(scene.picture(on: output, at: 6_000_000) != full)
    let touched = Glasses.state { $0[1].isTouched = true }
    scene.apply(.state(touched), at: 6_000_000)
    #expect(scene.nextChange(after: 6_000_000) == nil)
    #expect(scene.picture(on: output, at: 60_000_000) == scene.picture(on: output, at: 6_000_000))
    scene.apply(.state(Glasses.state()), at: 60_000_000)
    #expect(scene.picture(on: output, at: 64_999_999) == full)
    #expect(scene.nextChange(after: 60_000_000) == 65_031_250)
  }
}
