import SystemBus
import Testing

@testable import Configuration
@testable import Daemon

@Suite("Claims")
struct ClaimsTests {
  private func caller(_ name: String, user: UInt32 = 1000) -> BusCaller { BusCaller(name: name, user: user) }

  private func layout(_ name: String) -> ChosenLayout {
    ChosenLayout(profile: name, user: 1000, settings: Settings())
  }

  private let off = Claims.Play(isOn: false, layout: nil)

  /// Whether the pads are on, and their profile; nil if nothing changes.
  private func shown(_ play: Claims.Play?) -> String? {
    play.map { "\($0.isOn ? "on" : "off") \($0.layout?.profile ?? "own")" }
  }

  @Test("The last claim to end restores the state before the first")
  func nested() {
    var claims = Claims()
    claims.begin(caller(":1.1"), layout("a"), now: off)
    claims.begin(caller(":1.2"), layout("b"), now: Claims.Play(isOn: true, layout: layout("a")))
    #expect(shown(claims.end(":1.2")) == "on a")
    #expect(shown(claims.end(":1.1")) == "off own")
    #expect(shown(claims.end(":1.1")) == nil, "it has ended")
    #expect(claims.users.isEmpty)
  }

  @Test("An older claim that ends changes nothing, and the newer one still restores the first state")
  func parallel() {
    var claims = Claims()
    claims.begin(caller(":1.1"), layout("a"), now: off)
    claims.begin(caller(":1.2"), layout("b"), now: Claims.Play(isOn: true, layout: layout("a")))
    #expect(shown(claims.end(":1.1")) == nil)
    #expect(shown(claims.end(":1.2")) == "off own")
  }

  @Test("A second claim of the same caller replaces its first")
  func replaced() {
    var claims = Claims()
    claims.begin(caller(":1.1"), layout("a"), now: off)
    claims.begin(caller(":1.1"), layout("b"), now: Claims.Play(isOn: true, layout: layout("a")))
    #expect(claims.users.count == 1)
    #expect(shown(claims.end(":1.1")) == "off own")
  }

  @Test("When all claims end at once, the state before the first returns")
  func forgotten() {
    var claims = Claims()
    #expect(shown(claims.forget()) == nil)
    claims.begin(caller(":1.1"), layout("a"), now: off)
    claims.begin(caller(":1.2"), layout("b"), now: Claims.Play(isOn: true, layout: layout("a")))
    #expect(shown(claims.forget()) == "off own")
    #expect(shown(claims.end(":1.2")) == nil && claims.users.isEmpty)
  }

  @Test("A user may have eight claims, and other users' claims do not count")
  func limit() throws {
    var claims = Claims()
    for number in 1...8 {
      let caller = caller(":1.\(number)")
      try claims.check(caller)
      claims.begin(caller, nil, now: off)
    }
    let refusal = #expect(throws: BusRefusal.self) { try claims.check(caller(":1.9")) }
    #expect(refusal?.error == .tooManyClaims)
    try claims.check(caller(":1.8"))
    try claims.check(caller(":1.9", user: 1001))
  }
}
