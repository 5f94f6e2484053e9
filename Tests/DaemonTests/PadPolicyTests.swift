import Configuration
import EventPipeline
import Foundation
import System
import Testing
import TestSupport

@testable import touchstickd

@Suite("Who plays, with what and why")
struct PadPolicyTests {
  private static let alice: UInt32 = 1000
  private static let bob: UInt32 = 1001
  private static let settings = [Settings()]

  private func caller(_ name: String, _ user: UInt32 = alice) -> BusCaller {
    BusCaller(name: name, user: user)
  }

  private func layout(_ name: String, _ user: UInt32 = alice, session: String? = nil) -> ChosenLayout {
    ChosenLayout(
      name: name, user: user, end: session.map { .session($0) } ?? .program(nil), settings: Settings())
  }

  /// A policy with pads that are off, and this user in front.
  private func policy(inFront user: UInt32 = alice) -> PadPolicy {
    var policy = PadPolicy(Self.settings)
    policy.update(front: user)
    policy.set(on: false, because: .call, by: user)
    return policy
  }

  @Test("The last claim to end restores the state before the first")
  func nested() throws {
    var policy = policy()
    try policy.claim(layout("a"), by: caller(":1.1"))
    #expect(policy.request == "on a")
    try policy.claim(layout("b"), by: caller(":1.2"))
    #expect(policy.request == "on b")
    policy.end(":1.2")
    #expect(policy.request == "on a")
    policy.end(":1.1")
    #expect(policy.request == "off own")
    policy.end(":1.1")
    #expect(policy.request == "off own", "it has ended")
  }

  @Test("An older claim that ends changes nothing, and the newer one still restores the first state")
  func parallel() throws {
    var policy = policy()
    try policy.claim(layout("a"), by: caller(":1.1"))
    try policy.claim(layout("b"), by: caller(":1.2"))
    policy.end(":1.1")
    #expect(policy.request == "on b")
    policy.end(":1.2")
    #expect(policy.request == "off own")
  }

  @Test("A second claim of the same caller replaces its first")
  func replaced() throws {
    var policy = policy()
    try policy.claim(layout("a"), by: caller(":1.1"))
    try policy.claim(layout("b"), by: caller(":1.1"))
    policy.end(":1.1")
    #expect(policy.request == "off own")
  }

  @Test("A switch and a layout during a claim are of the claim, and end with it")
  func changedClaim() throws {
    var policy = policy()
    try policy.claim(layout("a"), by: caller(":1.1"))
    policy.set(on: false, because: .call, by: Self.alice)
    policy.use(layout("b"))
    #expect(policy.request == "off b")
    policy.set(on: true, because: .call, by: Self.alice)
    policy.end(":1.1")
    #expect(policy.request == "off own")
  }

  @Test("Claims of a user who is not in front wait, and then restore the state of that time")
  func waiting() throws {
    var policy = policy()
    try policy.claim(layout("a"), by: caller(":1.1"))
    try policy.claim(layout("b"), by: caller(":1.2"))
    policy.update(front: Self.bob)
    #expect(policy.request == "off own")
    // One that ends meanwhile is not missed.
    policy.end(":1.2")
    policy.use(layout("bob's", Self.bob))
    #expect(policy.request == "off bob's")
    policy.update(front: Self.alice)
    #expect(policy.request == "on a")
    policy.end(":1.1")
    #expect(policy.request == "off own", "bob's has ended with bob in the background")
  }

  @Test("Each of two users has the own claim while in front, and root's counts for both")
  func severalUsers() throws {
    var policy = policy()
    try policy.claim(layout("a"), by: caller(":1.1"))
    policy.update(front: Self.bob)
    try policy.claim(layout("b", Self.bob), by: caller(":1.2", Self.bob))
    #expect(policy.request == "on b")
    policy.update(front: Self.alice)
    #expect(policy.request == "on a")
    policy.update(front: Self.bob)
    #expect(policy.request == "on b")
    try policy.claim(layout("r", 0), by: caller(":1.3", 0))
    policy.update(front: Self.alice)
    #expect(policy.request == "on r")
    policy.end(":1.3")
    #expect(policy.request == "on a")
  }

  @Test("A claim before the news about the change of users decides at once")
  func newest() throws {
    var policy = policy()
    try policy.claim(layout("b", Self.bob), by: caller(":1.1", Self.bob))
    #expect(
      policy.isOn && policy.reason == .away && !policy.isActive, "bob owns the pads, and is not in front yet")
    policy.update(front: Self.bob)
    #expect(policy.request == "on b" && policy.isActive)
    policy.update(front: Self.alice)
    #expect(!policy.isOn)
  }

  @Test("A claim that decides again makes the user in front the owner of the pads")
  func owner() throws {
    var policy = policy()
    try policy.claim(nil, by: caller(":1.1"))
    policy.update(front: Self.bob)
    policy.set(on: true, because: .call, by: Self.bob)
    #expect(policy.isActive && policy.seat.owner == Self.bob)
    policy.update(front: Self.alice)
    #expect(policy.isActive && policy.seat.owner == Self.alice && policy.reason == .call)
    policy.end(":1.1")
    #expect(policy.seat.owner == Self.alice)
  }

  @Test("A user may have eight claims and as many devices, and other users' do not count")
  func limits() throws {
    var policy = policy()
    for number in 1...8 {
      try policy.claim(nil, by: caller(":1.\(number)"))
      try policy.release("/dev/input/event\(number)", for: caller(":1.\(number)"))
    }
    #expect(throws: BusRefusal.self) { try policy.claim(nil, by: caller(":1.9")) }
    let refusal = #expect(throws: BusRefusal.self) { try policy.release("x", for: caller(":1.9")) }
    #expect(refusal?.error == .tooManyClaims)
    try policy.claim(nil, by: caller(":1.8"))
    try policy.release("/dev/input/event9", for: caller(":1.8"))
    #expect(policy.released.count == 8 && !policy.released.contains("/dev/input/event8"))
    try policy.claim(nil, by: caller(":1.9", Self.bob))
    try policy.release("x", for: caller(":1.9", Self.bob))
  }

  @Test("A released device waits while its user is away, and is back when all who have it are gone")
  func released() throws {
    let node = "/dev/input/event5"
    var policy = policy()
    try policy.release(node, for: caller(":1.1"))
    #expect(policy.released == [node] && policy.holder(of: node)?.name == ":1.1")
    policy.update(front: Self.bob)
    #expect(policy.released.isEmpty)
    try policy.release(node, for: caller(":1.2", Self.bob))
    #expect(policy.holder(of: node)?.name == ":1.2")
    policy.end(":1.2")
    #expect(policy.released.isEmpty)
    policy.update(front: Self.alice)
    try policy.release(node, for: caller(":1.3"))
    policy.end(":1.1")
    #expect(policy.released == [node])
    policy.end(":1.3")
    #expect(policy.released.isEmpty)
  }

  @Test("A layout ends with its session, and when another user comes to the front")
  func layouts() {
    var policy = policy()
    policy.use(layout("a", session: "3"))
    policy.update(front: Self.alice)
    #expect(policy.request == "off a")
    policy.update(front: nil)
    #expect(policy.request == "off a", "a greeter is not another user")
    policy.update(front: Self.bob)
    policy.update(front: Self.alice)
    #expect(policy.request == "off own")
    policy.use(layout("a", session: "3"))
    policy.update(front: Self.alice, loggedOut: ["3"])
    #expect(policy.request == "off own")
    policy.use(layout("r", 0, session: "3"))
    policy.update(front: Self.bob, loggedOut: ["3"])
    #expect(policy.request == "off r", "root's stays")
  }

  @Test("New files keep the layout, and a changed profile is another setting")
  func files() {
    var policy = policy()
    policy.use(layout("a"))
    var (other, renewed) = (policy, policy)
    #expect(other.hasSameSettings(as: policy))
    other.files[0].toggle = ToggleSettings()
    other.files[0].toggle?.ignoresLock = true
    #expect(!other.hasSameSettings(as: policy) && other.seat.isForAll && other.request == "off a")
    renewed.renewLayouts { _, old in
      var layout = old
      layout.settings.device.grab = false
      return layout
    }
    #expect(!renewed.hasSameSettings(as: policy) && renewed.settings[0].profile == policy.settings[0].profile)
  }

  @Test(
    "Each pad can have a layout of its own, which a claim for the first one keeps, and which ends with its file"
  )
  func otherPads() throws {
    var policy = policy()
    policy.files = [Settings(), Settings()]
    policy.use(layout("two", session: "3"), onPad: 1)
    func names() -> [String] { policy.files.indices.map { policy.shownLayout(ofPad: $0).name } }
    #expect(names() == ["", "two"] && policy.request == "off own" && policy.settings.count == 2)
    try policy.claim(layout("a"), by: caller(":1.1"))
    #expect(names() == ["a", "two"])
    policy.end(":1.1")
    policy.renewLayouts { pad, layout in pad == 0 ? layout : nil }
    #expect(names() == ["", ""])
    policy.use(layout("two", session: "3"), onPad: 1)
    policy.update(front: Self.bob)
    policy.update(front: Self.alice)
    #expect(names() == ["", ""])
  }

  @Test("A layout that new files do not allow ends below a claim, too")
  func endedLayouts() throws {
    var policy = policy()
    policy.use(layout("base"))
    try policy.claim(layout("old"), by: caller(":1.1"))
    try policy.claim(layout("new"), by: caller(":1.2"))
    policy.renewLayouts { $1.name == "new" ? $1 : nil }
    #expect(policy.request == "on new")
    policy.end(":1.2")
    #expect(policy.request == "on own")
    policy.end(":1.1")
    #expect(policy.request == "off own")
  }

  @Test(
    "After a lock the pads wait for a switch or a claim, unless the files say that they return by themselves")
  func resume() throws {
    func afterLock(_ change: (inout PadPolicy) throws -> Void) throws -> PadPolicy {
      var policy = policy()
      policy.set(on: true, because: .call, by: Self.alice)
      try policy.claim(layout("a"), by: caller(":1.1"))
      policy.update(front: .user(Self.alice, isLocked: true)) { _, _ in true }
      #expect(!policy.isActive && policy.reason == .locked)
      try change(&policy)
      policy.update(front: Self.alice)
      return policy
    }
    let waiting = try afterLock { _ in }
    #expect(waiting.isOn && !waiting.isActive && waiting.reason == .unlocked && !waiting.isOnInFront)
    #expect(waiting.seat.allowsGesture)
    for reason in [DaemonState.Reason.call, .gesture, .signal] {
      var policy = waiting
      policy.set(on: true, because: reason, by: Self.alice)
      #expect(policy.isActive && policy.reason == reason)
    }
    var claimed = waiting
    try claimed.claim(layout("b"), by: caller(":1.2"))
    #expect(claimed.isActive)
    var released = waiting
    released.end(":1.1")
    #expect(!released.isActive, "the end of a claim is no reason to come back")
    // Bob's visit changes nothing.
    var visited = waiting
    visited.update(front: Self.bob)
    visited.update(front: Self.alice)
    #expect(visited.reason == .unlocked)
    // A command during the lock counts after it.
    #expect(try afterLock { $0.set(on: true, because: .call, by: Self.alice) }.isActive)
  }

  @Test("A lock counts for pads that are switched off, too, and only who switches them on ends the wait")
  func lockedWhileOff() {
    var policy = policy()
    func locks(_ isLocked: Bool) {
      policy.update(front: .user(Self.alice, isLocked: isLocked)) { _, _ in true }
    }
    #expect(policy.reason == .call)
    locks(true)
    #expect(policy.reason == .locked)
    policy.set(on: false, because: .call, by: Self.alice)
    locks(false)
    #expect(policy.reason == .unlocked)
    policy.set(on: false, because: .call, by: Self.alice)
    #expect(policy.reason == .unlocked && !policy.isActive)
    policy.toggle(because: .call, by: Self.alice, now: 0)
    #expect(policy.reason == .call && policy.isActive)
  }

  @Test("With resume = \"automatic\", the pads return with the end of the lock")
  func automaticResume() throws {
    var policy = PadPolicy([try Settings.parse("[toggle]\nfingers = 5\nresume = \"automatic\"\n", file: "t")])
    policy.update(front: Self.alice)
    policy.update(front: .user(Self.alice, isLocked: true)) { _, _ in true }
    #expect(policy.reason == .locked)
    policy.interrupt()
    policy.update(front: Self.alice)
    #expect(policy.isActive)
  }

  @Test("Pads rest while a gamepad is used, if a file says so, until it is not or somebody switches them")
  func gamepads() throws {
    var policy = PadPolicy([
      Settings(), try Settings.parse("[toggle]\nfingers = 5\ngamepads = \"off\"\n", file: "t"),
    ])
    policy.update(front: Self.alice)
    policy.isGamepadUsed = true
    #expect(policy.isOn && !policy.isActive && !policy.isOnInFront && policy.reason == .gamepad)
    // Somebody who sees pads that are off switches them on.
    var switched = policy
    switched.set(on: !policy.isOnInFront, because: .signal)
    #expect(switched.isActive && switched.reason == .signal)
    var claimed = policy
    try claimed.claim(nil, by: BusCaller(name: ":1.1", user: Self.alice))
    #expect(claimed.isActive)
    // A lock says more.
    policy.update(front: .user(Self.alice, isLocked: true)) { _, _ in true }
    #expect(policy.reason == .locked)
    policy.update(front: Self.alice)
    policy.isGamepadUsed = false
    #expect(policy.reason == .unlocked)
    policy.isGamepadUsed = true
    policy.files = [Settings()]
    policy.set(on: true, because: .signal)
    policy.isGamepadUsed = true
    #expect(policy.isActive)
  }

  @Test(
    "A touch on a control ends the rest for a gamepad, but not below a lock screen or in front of another user"
  )
  func restingTouch() throws {
    var policy = PadPolicy([try Settings.parse("[toggle]\nfingers = 5\ngamepads = \"off\"\n", file: "t")])
    policy.update(front: Self.alice)
    policy.isGamepadUsed = true
    policy.update(front: Self.bob)
    policy.recordRestingTouch(now: 0)
    policy.update(front: .user(Self.alice, isLocked: true)) { _, _ in true }
    policy.recordRestingTouch(now: 0)
    #expect(policy.isGamepadUsed)
    policy.set(on: true, because: .call, by: Self.alice)
    policy.update(front: Self.alice)
    policy.isGamepadUsed = true
    #expect(policy.reason == .gamepad)
    policy.recordRestingTouch(now: 0)
    #expect(policy.isActive)
  }

  @Test("A toggle by the touch that ends the rest for a gamepad switches the pads on, and a later one off")
  func toggleFromRest() throws {
    var policy = PadPolicy([try Settings.parse("[toggle]\nfingers = 5\ngamepads = \"off\"\n", file: "t")])
    policy.update(front: Self.alice)
    policy.isGamepadUsed = true
    policy.recordRestingTouch(now: 7_000_000)
    var late = policy
    late.toggle(because: .call, by: Self.alice, now: 9_000_000)
    #expect(!late.isActive)
    policy.toggle(because: .call, by: Self.alice, now: 7_500_000)
    #expect(policy.isActive)
    policy.toggle(because: .call, by: Self.alice, now: 7_600_000)
    #expect(!policy.isActive)
    policy.toggle(because: .call, by: Self.alice, now: 7_700_000)
    #expect(policy.isActive)
  }

  @Test(
    "A claim soon after the touch that ended the rest for a gamepad leaves a toggle to switch the pads off")
  func toggleAfterClaim() throws {
    var policy = PadPolicy([try Settings.parse("[toggle]\nfingers = 5\ngamepads = \"off\"\n", file: "t")])
    policy.update(front: Self.alice)
    policy.isGamepadUsed = true
    policy.recordRestingTouch(now: 7_000_000)
    try policy.claim(nil, by: caller(":1.1"))
    policy.toggle(because: .call, by: Self.alice, now: 7_500_000)
    #expect(!policy.isActive)
  }

  @Test("A request to lock switches the pads off at once, until somebody switches them on")
  func lockRequest() {
    var policy = policy()
    policy.set(on: true, because: .call, by: Self.alice)
    policy.interrupt()
    #expect(!policy.isActive && policy.reason == .unlocked)
    policy.set(on: !policy.isOnInFront, because: .call, by: Self.alice)
    #expect(policy.isActive)
  }

  @Test("A program that claims again by itself does not end the wait after a lock")
  func repeatedClaim() throws {
    var policy = policy()
    policy.set(on: true, because: .call, by: Self.alice)
    policy.interrupt(of: Self.alice)
    var caller = caller(":1.1")
    caller.isAutomatic = true
    try policy.claim(nil, by: caller)
    #expect(!policy.isActive && policy.reason == .unlocked)
    try policy.claim(nil, by: self.caller(":1.2"))
    #expect(policy.isActive)
  }

  @Test("The screen is the one that the session in front has reported")
  func screens() {
    var policy = policy()
    let (upright, sideways) = (
      Screen(sessionSize: nil, rotation: .topUp), Screen(sessionSize: nil, rotation: .leftUp)
    )
    policy.report(sideways, by: Self.alice)
    #expect(policy.screen == sideways)
    policy.update(front: Self.bob)
    #expect(policy.screen == Screen())
    policy.report(upright, by: 0)
    #expect(policy.screen == upright, "root reports for the session in front")
    policy.update(front: Self.alice)
    #expect(policy.screen == sideways)
    policy.update(front: nil)
    #expect(policy.screen == Screen())
  }

  /// Something that the policy learns, apart from the newest claim.
  private enum Fact: CaseIterable {
    case switchedOff, layout, aliceClaims, bobClaims, aliceHasDevice, bobHasDevice, aliceEnds, files

    func apply(to policy: inout PadPolicy, _ tests: PadPolicyTests) throws {
      switch self {
      case .switchedOff: policy.set(on: false, because: .call, by: alice)
      case .layout: policy.use(tests.layout("base", session: "3"))
      case .aliceClaims: try policy.claim(tests.layout("a"), by: tests.caller(":1.1"))
      case .bobClaims: try policy.claim(tests.layout("b", bob), by: tests.caller(":1.2", bob))
      case .aliceHasDevice: try policy.release("/dev/input/event1", for: tests.caller(":1.3"))
      case .bobHasDevice: try policy.release("/dev/input/event2", for: tests.caller(":1.4", bob))
      case .aliceEnds: policy.end(":1.9")
      case .files: policy.files[0].toggle = ToggleSettings()
      }
    }
  }

  @Test("Any order of the same facts leads to the same result, for each user in front")
  func order() throws {
    var random = SeededGenerator(seed: 39)
    var results: Set<[String]> = []
    for _ in 1...500 {
      var policy = policy()
      // What is switched and chosen belongs to the claim that decides, so these come before it.
      let base: [Fact] = [.switchedOff, .layout].shuffled(using: &random)
      let others: [Fact] = Fact.allCases.filter { !base.contains($0) }.shuffled(using: &random)
      var facts = base + others
      // The files and the devices may come in between.
      for fact in [Fact.files, .aliceHasDevice, .bobHasDevice] {
        facts.removeAll { $0 == fact }
        facts.insert(fact, at: random.integer(0...facts.count))
      }
      for fact in facts {
        if fact == .bobClaims { policy.update(front: Self.bob) }
        if fact == .aliceClaims { policy.update(front: Self.alice) }
        try fact.apply(to: &policy, self)
        if fact == .bobClaims { policy.update(front: Self.alice) }
      }
      results.insert(
        [Self.alice, Self.bob].map { user in
          policy.update(front: user)
          return "\(policy.request) \(policy.released.sorted()) \(policy.files[0].toggle != nil)"
        })
    }
    #expect(results.count == 1, "\(results)")
    #expect(results.first?[0].hasPrefix("on a [\"/dev/input/event1\"]") == true)
    #expect(results.first?[1].hasPrefix("on b [\"/dev/input/event2\"]") == true)
  }
}

extension PadPolicy {
  /// Whether the pads are on and with which layout.
  fileprivate var request: String { "\(isOn ? "on" : "off") \(layout?.name ?? "own")" }

  fileprivate mutating func update(front user: UInt32?, loggedOut: Set<String> = []) {
    update(front: user.map { .user($0, isLocked: false) } ?? .greeter) { _, session in
      session.map { !loggedOut.contains($0) } ?? true
    }
  }
}

@Suite("The configuration files of the daemon")
struct ConfigurationStoreTests {
  private static func stick(_ radius: Int) -> String { "[[stick]]\nradius = \(radius)\n" }

  @Test("When the kernel has lost changes, the files are read")
  func lostChanges() throws {
    let folder = try Programs.files(["touchstick.toml": Self.stick(5), "a": ""])
    let loop = try EventLoop()
    let store = try ConfigurationStore([folder.appending(path: "touchstick.toml").path], loop)
    var isCalled = false
    store.handler = { isCalled = true }
    store.finish(reading: try store.read())
    let limit = try String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
    // Each is two events. Neither name is a configuration's.
    var names = ["a", "c"].map { folder.appending(path: $0).path }
    for _ in 0...(try #require(Int(limit.dropLast()))) / 2 {
      try #require(unsafe rename(names[0], names[1]) == 0)
      names.swapAt(0, 1)
    }
    loop.run { isCalled }
  }

  @Test("A chosen profile is read again, and stays as it was after an error")
  func profile() throws {
    let folder = try Programs.files(["touchstick.toml": Self.stick(5), "profiles/zelda.toml": Self.stick(6)])
    let zelda = folder.appending(path: "profiles/zelda.toml")
    let store = try ConfigurationStore([folder.appending(path: "touchstick.toml").path], EventLoop())
    store.finish(reading: try store.read())
    #expect(store.profiles.contains { $0.name == "zelda" })
    let request = LayoutRequest(name: "zelda")
    let layout = ChosenLayout(request, try store.folders.read(request), user: 1000, end: .session("1"))
    let file = Settings()
    #expect(store.renewed(layout, for: file) == layout, "nothing has changed")

    try Self.stick(7).write(to: zelda, atomically: true, encoding: .utf8)
    let changed = try #require(store.renewed(layout, for: file))
    #expect(changed.name == "zelda" && changed.end == .session("1") && changed != layout)
    try Self.stick(0).write(to: zelda, atomically: true, encoding: .utf8)
    #expect(store.renewed(changed, for: file) == changed)

    // Keys need the permission of the file that the layout is for.
    let key = "[[button]]\nregion = { center = [9, 9], radius = 5 }\noutput = \"KEY_ENTER\"\n"
    try key.write(to: zelda, atomically: true, encoding: .utf8)
    #expect(store.renewed(changed, for: file) == changed)
    let permission = try Settings.parse("[keyboard]\nkeys = [\"KEY_ENTER\"]\n", file: "t")
    var typing = try #require(store.renewed(changed, for: permission))
    #expect(typing != changed)
    #expect(store.renewed(typing, for: file) == nil)
    let rootTyping = ChosenLayout(request, typing.settings, user: 0, end: .session(nil))
    #expect(store.renewed(rootTyping, for: file) == rootTyping, "root needs no permission")
    #expect(store.renewed(rootTyping.kept(by: 1000), for: file) == nil)
    try FileManager.default.removeItem(at: zelda)
    #expect(store.renewed(changed, for: file) == changed)
    #expect(store.renewed(typing, for: permission) == typing)
    typing.isText = true
    #expect(store.renewed(typing, for: permission) == typing && store.renewed(typing, for: file) == nil)
  }
}
