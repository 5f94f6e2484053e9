import Foundation
import System
import TestSupport
import Testing

extension KernelTests.EnduranceTests {
  @Test(
    "2,000 random calls with fingers down leave everything neutral, and nothing leaks")
  func randomCalls() throws {
    let game = try CalledGame()
    var random = SeededGenerator(seed: 0)
    // What the daemon and the libraries keep of the first time is not counted.
    for round in 0..<60 { try Self.play(game, round, &random, round % 20) }
    try game.holdAll()
    try game.comeToRest()
    let before = try game.daemon.resources()
    let seed = Seeds.single ?? 1
    random = SeededGenerator(seed: seed)
    let rounds = Endurance.count(2000, ordinarily: 25)
    for round in 0..<rounds {
      let isUsual = random.integer(0...99) < 97
      try Self.play(game, round, &random, isUsual ? random.integer(0...17) : random.integer(18...19))
      guard round % 200 == 199 else { continue }
      try game.comeToRest()
      Endurance.report("random calls, after \(round + 1) of \(rounds): \(try game.daemon.resources())")
    }
    try game.comeToRest()
    try game.expectNoLeak(before, after: rounds)
    try game.playsStill()
    game.daemon.stop()
  }

  /// Does one of all things, and moves fingers before and after.
  private static func play(
    _ game: CalledGame, _ round: Int, _ random: inout SeededGenerator, _ action: Int
  ) throws {
    for _ in 0..<random.integer(0...2) { try game.moveFinger(&random) }
    try act(game, round, &random, action)
    for _ in 0..<random.integer(0...2) { try game.moveFinger(&random) }
    #expect(!game.pad.isGone, "round \(round)")
  }

  /// - Parameter action: 0 to 18; any other restarts the bus, which takes the daemon a second.
  private static func act(
    _ game: CalledGame, _ round: Int, _ random: inout SeededGenerator, _ action: Int
  ) throws {
    func expect(_ got: String?, _ allowed: PadsInterface.Refusal?...) {
      #expect(allowed.contains { $0?.rawValue == got }, "round \(round): \(got ?? "no error")")
    }
    let good = random.pick("left", "right", "button")
    switch action {
    case 0: expect(try game.call(.on), nil)
    case 1: expect(try game.call(.off), nil)
    case 2: expect(try game.call(.toggle), nil)
    case 3: expect(try game.call(.useProfile, random.pick("", good)), nil)
    case 4: expect(try game.call(.useProfile, "zelda"), .noProfile)
    // The far one fits while the screen is away.
    case 5: expect(try game.call(.useProfile, "broken"), .badLayout)
    case 6: expect(try game.call(.useProfile, "far"), .badLayout, nil)
    case 7:
      expect(try game.call(.useLayout, good, CalledGame.layouts["etc/profiles/\(good).toml"] ?? ""), nil)
    case 8: expect(try game.call(.useLayout, "", "[[stick]\n"), .badLayout)
    case 9: expect(try game.hold(.claim, random.pick("", good), ""), nil, .tooManyClaims)
    case 10: expect(try game.hold(.releaseDevice, game.screen?.node ?? ""), nil, .noDevice, .tooManyClaims)
    case 11: game.close(&random)
    case 12:
      if random.chance(0.5) { try game.run(good) } else { try game.kill(&random) }
    case 13:
      try game.reload(random.pick("[device]\n", "[device]\ngrab = false\n", "[[stick]\n", "[[stick]]\n"))
    case 14: try game.replug()
    case 15:
      let (width, height) = random.pick((0.0, 0.0), (294.0, 166.0), (-1.0, .nan))
      expect(try game.report(rotation: random.pick(0, 90, 180, 270), width: width, height: height), nil)
    case 16: game.daemon.signal(SIGUSR1)
    case 17: expect(try game.watch(), nil, .tooManyWatchers)
    case 18: try game.restartLogind()
    default: try game.restartBus()
    }
  }

  @Test(
    "Ten minutes of calls with any arguments, and of layouts with any errors, leave everything neutral, and nothing leaks"
  )
  func busFuzz() throws {
    let game = try CalledGame()
    let layouts = try Self.layouts()
    var random = SeededGenerator(seed: 0)
    // What the daemon and the libraries keep of the first time is not counted. Most kinds of errors are rare.
    for call in 1...Endurance.count(2000, ordinarily: 100) {
      try Self.call(game, layouts, &random)
      if call % 100 == 0 { try game.reconnect() }
    }
    try game.holdAll()
    try game.comeToRest()
    let before = try game.daemon.resources()
    random = SeededGenerator(seed: Seeds.single ?? 1)
    let end = Date(timeIntervalSinceNow: 600)
    var (calls, used) = (0, 0)
    // Ordinarily by number, so that a slow machine tries as much.
    while Endurance.isFull ? Date.now < end : calls < 60 {
      try game.moveFinger(&random)
      if calls % 100 == 99 { try game.reconnect() }
      if try Self.call(game, layouts, &random) { used += 1 }
      calls += 1
      #expect(!game.pad.isGone, "after \(calls) calls")
      guard calls % 2000 == 0 else { continue }
      try game.comeToRest()
      Endurance.report("fuzz, after \(calls) calls: \(try game.daemon.resources())")
    }
    try game.comeToRest()
    Endurance.report("fuzz: \(calls) calls, of which \(used) did something")
    // Some of them must have gone through, or this tries nothing.
    #expect(used > 0 && used < calls)
    try game.expectNoLeak(before, after: calls)
    try game.playsStill()
    game.daemon.stop()
  }

  @discardableResult
  private static func call(
    _ game: CalledGame, _ layouts: [[UInt8]], _ random: inout SeededGenerator
  ) throws -> Bool {
    // A layout without its [gamepad], which would be another pad.
    if random.chance(0.5) { return try game.call(.useLayout, "", Self.mutated(layouts, &random)) == nil }
    let members = [
      "On", "Off", "Toggle", "ReportScreen", "UseProfile", "UseLayout", "ScheduleLayout", "Claim",
      "ReleaseDevice",
      "Get", "Set", "GetAll", "Introspect", "Nothing", "Ping",
    ]
    let interface = random.pick(
      PadsInterface.name, PadsInterface.name, PadsInterface.name, "org.freedesktop.DBus.Properties",
      "org.freedesktop.DBus.Introspectable", "a.b")
    let path = random.chance(0.9) ? PadsInterface.path : random.pick("/", "/org", "/org/touchstick/a")
    let arguments = (0..<random.integer(0...4)).map { _ in Argument(&random) }
    let refusal = try game.call(
      members[random.integer(0...members.count - 1)], path: path, interface: interface
    ) { message in for argument in arguments { try argument.append(to: message) } }
    let isNamed = refusal.map { name in
      ["org.touchstick.Error.", "org.freedesktop.DBus.Error."].contains { name.hasPrefix($0) }
    }
    #expect(isNamed ?? true, "\(refusal ?? "")")
    return refusal == nil
  }

  /// The layouts that are shipped, without their gamepads.
  private static func layouts() throws -> [[UInt8]] {
    let folder = Fixtures.project.appending(path: "config/profiles")
    return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .sorted { $0.path < $1.path }
      .map { Array(try String(contentsOf: $0, encoding: .utf8).replacing("[gamepad]", with: "#").utf8) }
  }

  /// One of the layouts with up to four mistakes.
  private static func mutated(_ layouts: [[UInt8]], _ random: inout SeededGenerator) -> String {
    var text = layouts[random.integer(0...layouts.count - 1)]
    for _ in 0..<random.integer(0...4) {
      let start = random.integer(0...text.count - 1)
      let end = min(start + random.integer(1...30), text.count)
      switch random.integer(0...3) {
      case 0: text.removeSubrange(start..<end)
      case 1: text.insert(contentsOf: text[start..<end], at: random.integer(0...text.count))
      case 2: text[start] = random.integer(0x20...0x7e)
      default:
        let many = random.chance(0.1) ? 300_000 : 100
        text.insert(contentsOf: [UInt8](repeating: text[start], count: many), at: start)
      }
      if text.isEmpty { return "" }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private enum Argument {
    case text(String)
    case flag(Bool)
    case number(Double)
    case count(UInt32)
    case structures([String])

    init(_ random: inout SeededGenerator) {
      self =
        switch random.integer(0...4) {
        case 0:
          .text(
            random.pick("", "right", "broken", PadsInterface.name, "/dev/input/event0", Self.long(&random)))
        case 1: .flag(random.chance(0.5))
        case 2: .number(random.pick(0, -1, 217, .nan, .infinity, .greatestFiniteMagnitude))
        case 3: .count(random.pick(0, 90, 45, .max))
        default: .structures((0..<random.integer(0...3)).map { "\($0)" })
        }
    }

    private static func long(_ random: inout SeededGenerator) -> String {
      String(
        repeating: random.pick("a", "é", "\u{1b}", "[[", "\u{202e}"), count: random.pick(10, 1000, 300_000))
    }

    func append(to message: borrowing BusMessage) throws {
      switch self {
      case .text(let text): try message.append(text)
      case .flag(let flag): try message.append(flag)
      case .number(let number): try message.append(number)
      case .count(let count): try message.append(count)
      case .structures(let texts):
        try message.append(texts, of: "s") { text throws(SystemError) in try message.append(text) }
      }
    }
  }
}
