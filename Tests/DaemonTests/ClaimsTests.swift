import System
import Testing

@testable import Configuration
@testable import touchstickd

@Suite("Claims")
struct ClaimsTests {
  private static let alice: UInt32 = 1000
  private static let bob: UInt32 = 1001

  private func caller(_ name: String, user: UInt32 = alice) -> BusCaller { BusCaller(name: name, user: user) }

  private func layout(_ name: String) -> ChosenLayout {
    ChosenLayout(name: name, user: Self.alice, end: .program(nil), settings: Settings())
  }

  private func off(_ name: String? = nil) -> Claims.PadMode {
    Claims.PadMode(isOn: false, layout: name.map(layout))
  }

  /// Whether the pads are on and with which profile, when this user is in front; nil where nothing changes.
  private func decided(
    _ claims: inout Claims, inFront user: UInt32 = alice, now: Claims.PadMode? = nil
  ) -> String? {
    let play = claims.decide(now: now ?? off("never")) { $0 == 0 || $0 == user }
    return play.map { "\($0.isOn ? "on" : "off") \($0.layout?.name ?? "own")" }
  }

  @Test("The last claim to end restores the state before the first")
  func nested() {
    var claims = Claims()
    claims.begin(caller(":1.1"), layout("a"), now: off())
    claims.begin(caller(":1.2"), layout("b"), now: Claims.PadMode(isOn: true, layout: layout("a")))
    #expect(decided(&claims) == nil, "the newest decides already")
    claims.end(":1.2")
    #expect(decided(&claims) == "on a")
    claims.end(":1.1")
    #expect(decided(&claims) == "off own")
    claims.end(":1.1")
    #expect(decided(&claims) == nil, "it has ended")
  }

  @Test("An older claim that ends changes nothing, and the newer one still restores the first state")
  func parallel() {
    var claims = Claims()
    claims.begin(caller(":1.1"), layout("a"), now: off())
    claims.begin(caller(":1.2"), layout("b"), now: Claims.PadMode(isOn: true, layout: layout("a")))
    claims.end(":1.1")
    #expect(decided(&claims) == nil)
    claims.end(":1.2")
    #expect(decided(&claims) == "off own")
  }

  @Test("A second claim of the same caller replaces its first")
  func replaced() {
    var claims = Claims()
    claims.begin(caller(":1.1"), layout("a"), now: off())
    claims.begin(caller(":1.1"), layout("b"), now: Claims.PadMode(isOn: true, layout: layout("a")))
    claims.end(":1.1")
    #expect(decided(&claims) == "off own")
    #expect(decided(&claims) == nil)
  }

  @Test("Claims of a user who is not in front wait, and then restore the state of that time")
  func waiting() {
    var claims = Claims()
    claims.begin(caller(":1.1"), layout("a"), now: off())
    claims.begin(caller(":1.2"), layout("b"), now: Claims.PadMode(isOn: true, layout: layout("a")))
    #expect(decided(&claims, inFront: Self.bob) == "off own")
    #expect(decided(&claims, inFront: Self.bob) == nil)
    // One that ends meanwhile is not missed.
    claims.end(":1.2")
    #expect(decided(&claims, inFront: Self.bob) == nil)
    #expect(decided(&claims, now: off("bob's")) == "on a")
    claims.end(":1.1")
    #expect(decided(&claims) == "off bob's")
  }

  @Test("Each of two users has the own claim while in front, and root's counts for both")
  func severalUsers() {
    var claims = Claims()
    claims.begin(caller(":1.1"), layout("a"), now: off())
    #expect(decided(&claims, inFront: Self.bob) == "off own")
    claims.begin(caller(":1.2", user: Self.bob), layout("b"), now: off("bob's"))
    #expect(decided(&claims, inFront: Self.bob) == nil)
    #expect(decided(&claims) == "on a")
    #expect(decided(&claims, inFront: Self.bob) == "on b")
    claims.begin(caller(":1.3", user: 0), layout("r"), now: off("never"))
    #expect(decided(&claims) == nil)
    claims.end(":1.3")
    #expect(decided(&claims) == "on a")
    claims.end(":1.1")
    #expect(decided(&claims) == "off bob's")
  }

  @Test("A user may have eight claims, and other users' claims do not count")
  func limit() throws {
    var claims = Claims()
    for number in 1...8 {
      let caller = caller(":1.\(number)")
      try claims.check(caller)
      claims.begin(caller, nil, now: off())
    }
    let refusal = #expect(throws: BusRefusal.self) { try claims.check(caller(":1.9")) }
    #expect(refusal?.error == .tooManyClaims)
    try claims.check(caller(":1.8"))
    try claims.check(caller(":1.9", user: Self.bob))
  }
}
