import EventPipeline
import Foundation
import InputDevices
import Testing
import TestSupport

extension KernelTests.EnduranceTests {
  @Test(
    "100 random devices with random events: the daemon uses or ignores each, the pad comes to rest, and nothing leaks"
  )
  func randomDevices() throws {
    let count = UInt64(Endurance.count(100, ordinarily: 5))
    let game = try RandomDeviceGame()
    // What the daemon and the libraries keep of the first time is not counted, and every seed has its own device.
    Seeds.forEach(count) { random throws(Violation) in try game.play(&random) }
    let before = try game.daemon.resources()
    Seeds.forEach(count) { random throws(Violation) in try game.play(&random) }
    try game.daemon.expect(before)
    Endurance.report("random devices: \(game.counts)")
    // Otherwise the devices are too random, or not random enough.
    let hasVariety = game.counts.used > 0 && (game.counts.used < game.counts.made || !Endurance.isFull)
    #expect(hasVariety || Seeds.single != nil, "\(game.counts)")
    try game.playsStill()
  }
}

/// A daemon that meets one random device after the other.
private final class RandomDeviceGame {
  let daemon: RunningDaemon
  private(set) var counts = (refused: 0, made: 0, used: 0)
  private let pad: Pad

  init() throws {
    daemon = try RunningDaemon(
      configuration: "[device]\ntype = \"any\"\n" + KernelTests.RecordingTests.everyTouchDeflects)
    let screen = try Bed.makeDevice(KernelTests.SessionTests.screen)
    daemon.waitUntilItSays("using ELAN Touchscreen")
    pad = try daemon.openPad()
    _ = screen
  }

  func play(_ random: inout SeededGenerator) throws(Violation) {
    let device = RandomDevice(&random)
    do {
      try play(device, &random)
    } catch {
      throw Violation(text: "\(device.description): \(error)")
    }
  }

  private func play(_ random: RandomDevice, _ generator: inout SeededGenerator) throws {
    daemon.forgetOutput()
    // The kernel refuses some of them.
    var device: VirtualDevice? = try? VirtualDevice(random.description.withoutFuzz, through: Uinput())
    guard device != nil else {
      counts.refused += 1
      return
    }
    counts.made += 1
    try daemon.settleWithUdev()
    let isUsed = daemon.output.contains("using ")
    if isUsed { counts.used += 1 }
    for _ in 0..<generator.integer(0...20) {
      try device?.write(random.frame(&generator))
      daemon.settle()
    }
    device = nil
    if isUsed { daemon.waitUntilItSays("the device is gone") }
    try daemon.settleWithUdev()
    try ensure(!pad.isGone, "the pad is gone; it said: \(daemon.output)")
    try ensure(Bed.wait { (try? pad.isAtRest()) == true }, "the pad is not at rest")
    let isClean = daemon.output.unicodeScalars.allSatisfy {
      $0 == "\n" || $0.properties.generalCategory != .control
    }
    try ensure(isClean, "it wrote control characters: \(daemon.output.debugDescription)")
  }

  func playsStill() throws {
    let screen = try Bed.makeDevice(KernelTests.SessionTests.screen)
    daemon.waitUntilItSays("using ELAN Touchscreen")
    let finger = Finger(on: screen)
    try finger.drag(from: (1656, 936), to: (2900, 936))
    #expect(Bed.wait { pad.value(of: .absX) == 32767 })
    try finger.lift()
    #expect(Bed.wait { (try? pad.isAtRest()) == true })
    daemon.stop()
  }
}

/// A touch device with a few changes, each of which a faulty driver or firmware could make.
private struct RandomDevice {
  private(set) var description: DeviceDescription

  private static let bases: [DeviceDescription] =
    [
      .touchscreen(), .touchpad, .unslotted, .unslottedWithoutButton, .singleTouch, .pen, .penWithAll,
      .twoPairs,
      .semiMultitouchTouchpad,
    ] + ((try? RecordedCase.all.map { try $0.load().device }) ?? [])

  private static let axes: [UInt16] =
    [0x00, 0x01, 0x02, 0x03, 0x08, 0x10, 0x18, 0x19, 0x1a, 0x28, 0x2e, 0x2f] + (0x30...0x3d)

  private static let keys: [UInt16] =
    [0x1e, 0x100, 0x110, 0x111, 0x120, 0x130] + (0x140...0x14f)

  init(_ random: inout SeededGenerator) {
    description = Self.bases[random.integer(0...Self.bases.count - 1)]
    for _ in 0..<random.integer(0...5) { change(&random) }
  }

  private mutating func change(_ random: inout SeededGenerator) {
    switch random.integer(0...9) {
    case 0:
      let property = DeviceProperty(rawValue: random.integer(0...6))
      if description.properties.remove(property) == nil { description.properties.insert(property) }
    case 1...2:
      let key = EventCode(.key, Self.keys[random.integer(0...Self.keys.count - 1)])
      if description.codes.remove(key) == nil { description.codes.insert(key) }
    case 3:
      description.name = random.pick(
        "", "a\u{1b}[2Jb\nc", "\u{202e}é\u{0301}漢🎮", String(repeating: "é", count: 100), "%s%n",
        "touchstick gamepad")
    case 4:
      description.id = DeviceID(
        bus: random.pick(0, 3, 0x18, .max), vendor: 0x045e, product: 0x028e, version: 0)
    case 5:
      let code = axis(&random)
      description.axes[code] = nil
      description.codes.remove(EventCode(.absolute, code))
    default:
      let code = axis(&random)
      description.axes[code] = Self.range(&random, description.axes[code])
      description.codes.insert(EventCode(.absolute, code))
    }
  }

  /// Usually one that the device has.
  private func axis(_ random: inout SeededGenerator) -> UInt16 {
    let own = description.axes.keys.sorted()
    guard !own.isEmpty, random.chance(0.7) else { return Self.axes[random.integer(0...Self.axes.count - 1)] }
    return own[random.integer(0...own.count - 1)]
  }

  private static func range(_ random: inout SeededGenerator, _ old: AbsoluteAxis?) -> AbsoluteAxis {
    var axis = old ?? AbsoluteAxis(minimum: 0, maximum: 1000)
    switch random.integer(0...4) {
    case 0: axis.minimum = random.pick(.min, -1, 0, axis.maximum, .max)
    case 1: axis.maximum = random.pick(.min, -1, 0, 1, axis.minimum, 255, 1023, .max)
    case 2: (axis.minimum, axis.maximum) = (.min, .max)
    case 3: axis.resolution = random.pick(.min, -1, 0, 1, 1_000_000, .max)
    default: axis.value = random.pick(.min, -1, 0, axis.maximum, .max)
    }
    return axis
  }

  /// A frame of events that the device can send.
  func frame(_ random: inout SeededGenerator) -> [InputEvent] {
    let codes = description.codes.filter { [.key, .absolute].contains($0.type) }
      .sorted { ($0.type.rawValue, $0.code) < ($1.type.rawValue, $1.code) }
    guard !codes.isEmpty else { return [] }
    let events = (0..<random.integer(1...12)).map { _ in
      let code = codes[random.integer(0...codes.count - 1)]
      return InputEvent(time: 0, code, value(of: code, &random))
    }
    let isList = !description.supports(.absMTSlot) && random.chance(0.5)
    return events + (isList ? [InputEvent(time: 0, .synMTReport, 0)] : []) + [
      InputEvent(time: 0, .synReport, 0)
    ]
  }

  private func value(of code: EventCode, _ random: inout SeededGenerator) -> Int32 {
    guard let axis = description.axis(code) else { return random.integer(0...1) }
    if code == .absMTTrackingID { return random.integer(-1...9) }
    if random.chance(0.1) { return random.pick(.min, -1, 0, .max) }
    let (low, high) = (min(axis.minimum, axis.maximum), max(axis.minimum, axis.maximum))
    return random.integer(low...high)
  }
}
