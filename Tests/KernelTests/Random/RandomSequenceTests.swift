import EventPipeline
import Foundation
import InputDevices
import Testing
import TestSupport

extension KernelTests.EnduranceTests {
  private static let count = UInt64(Endurance.count(600, ordinarily: 20))

  @Test("600 random sequences of up to five fingers on a touchscreen: each frame of pad and clone is right")
  func randomTouchscreen() throws { try Self.play(RandomTouchscreen()) }

  @Test("600 random sequences of up to five fingers on a touchpad: each frame of pad and clone is right")
  func randomTouchpad() throws { try Self.play(RandomTouchpad()) }

  @Test("600 random sequences of up to five fingers on a type A screen: each frame of pad and clone is right")
  func randomList() throws { try Self.play(RandomList()) }

  @Test("600 random sequences on a semi-mt touchpad: each frame of pad and clone is right")
  func randomSemiMT() throws { try Self.play(RandomSemiMT()) }

  @Test("600 random sequences of a pen: each frame of pad and clone is right")
  func randomPen() throws { try Self.play(RandomPen()) }

  private static func play(_ surface: some RandomSurface) throws {
    var game = try RandomGame(surface)
    Seeds.forEach(count) { random throws(Violation) in try game.play(&random) }
    let summary = game.summary
    Endurance.report(summary)
    // Otherwise the model or the random fingers are wrong.
    let hasVariety = Seeds.single != nil || game.hasVariety
    #expect(hasVariety, "\(summary)")
    game.daemon.stop()
  }
}

/// A daemon with random touches on a surface, compared with a model.
private struct RandomGame<Surface: RandomSurface> {
  /// The number of events to write before the daemon must catch up: the kernel keeps 64 for a reader of the pen, and
  /// 512 for a reader of the other devices, and drops the rest.
  private static var burst: Int { 48 }

  let daemon: RunningDaemon
  private var surface: Surface
  private var model = SharingModel()
  private let device: VirtualDevice
  private let pad: FrameReader<PadState>
  private let clone: FrameReader<TouchState>
  private var wantedPad: [[String: Int32]] = []
  private var lastPad: [String: Int32] = [:]
  private var wantedClone: [ShownTouches] = []
  private var (sequences, frames, writtenEvents) = (0, 0, 0)

  init(_ surface: Surface) throws {
    self.surface = surface
    daemon = try RunningDaemon(configuration: SharingModel.configuration)
    device = try Bed.makeDevice(Surface.description)
    daemon.waitUntilItSays("using \(Surface.description.name)")
    let hasSlots = Surface.description.supports(.absMTSlot)
    clone = try FrameReader(daemon.cloneNode(), TouchState(hasSlots: hasSlots))
    pad = try FrameReader(daemon.openPad().path, PadState())
  }

  var summary: String {
    """
    \(Surface.description.name): \(sequences) sequences of \(frames) frames, \(model.counts.pad) touches for the pad \
    and \(model.counts.desktop) for the desktop
    """
  }

  var hasVariety: Bool { min(model.counts.pad, model.counts.desktop) > sequences }

  /// One sequence, after which nothing is on the surface.
  mutating func play(_ random: inout SeededGenerator) throws(Violation) {
    for _ in 0..<random.integer(10...60) { try write(surface.play(&random)) }
    try write(surface.liftAll())
    sequences += 1
    try compare()
  }

  private mutating func write(_ values: [(EventCode, Int32)]) throws(Violation) {
    let events = (values + [(.synReport, 0)]).map { InputEvent(time: 0, $0.0, $0.1) }
    if writtenEvents + events.count > Self.burst { try waitForFrames() }
    do { try device.write(events) } catch { throw Violation(text: "\(error)") }
    writtenEvents += events.count
    frames += 1
    model.take(surface)
    if model.pad != lastPad { wantedPad.append(model.pad) }
    lastPad = model.pad
    wantedClone += model.takeClone()
  }

  /// Waits until all frames that the events so far require have come, or the daemon has nothing more to do.
  private mutating func waitForFrames() throws(Violation) {
    writtenEvents = 0
    for _ in 0..<maxLooks {
      try pad.read()
      try clone.read()
      if pad.frames.count >= wantedPad.count, clone.frames.count >= wantedClone.count { break }
      clone.waitForEvents(or: pad)
    }
    daemon.settle()
  }

  private mutating func compare() throws(Violation) {
    try waitForFrames()
    try pad.read()
    try clone.read()
    let (shownPad, shownClone) = (pad.takeFrames(), clone.takeFrames())
    defer { (wantedPad, wantedClone) = ([], []) }
    for shown in shownClone {
      if let contradiction = shown.contradiction(hasContacts: Surface.description.supports(.absMTPositionX)) {
        throw Violation(text: "\(Surface.description.name), the clone: \(contradiction)")
      }
    }
    if shownPad != wantedPad {
      // The release of a press that was written late comes late, and so after other changes.
      try Self.compare(
        "the pad's stick", shownPad.part { $0 != "BTN_SOUTH" }, wantedPad.part { $0 != "BTN_SOUTH" })
      try Self.compare(
        "the pad's button", shownPad.part { $0 == "BTN_SOUTH" }, wantedPad.part { $0 == "BTN_SOUTH" })
    }
    try Self.compare("the clone", shownClone, wantedClone)
  }

  private static func compare<Frame: Equatable>(
    _ name: String, _ shown: [Frame], _ wanted: [Frame]
  ) throws(Violation) {
    guard shown != wanted else { return }
    let place = zip(shown, wanted).prefix { $0 == $1 }.count
    func text(_ frames: [Frame]) -> String {
      frames.dropFirst(max(place - 1, 0)).prefix(3).map { "\($0)" }.joined(separator: "\n  ")
    }
    throw Violation(
      text: """
        \(Surface.description.name), \(name): of \(wanted.count) frames the one numbered \(place) is wrong. From the one \
        before that on it must show
          \(text(wanted))
        and shows
          \(text(shown))
        """)
  }
}

extension [[String: Int32]] {
  /// The changes of some values.
  fileprivate func part(_ isIncluded: (String) -> Bool) -> Self {
    reduce(into: [[:]]) { parts, frame in
      let part = frame.filter { isIncluded($0.key) }
      if part != parts.last { parts.append(part) }
    }
  }
}
