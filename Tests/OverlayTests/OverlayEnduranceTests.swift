import Drawing
import Foundation
import JoystickModel
import EventPipeline
@testable import touchstick_overlay
import TestSupport
import Testing

@Suite("Endurance of the overlay")
struct OverlayEnduranceTests {
  private static let rounds = Endurance.count(500, ordinarily: 12)

  @Test("whatever outputs, pads, the file and the service do, the last picture shows it, and nothing leaks")
  func rounds() throws {
    let desk = try Desk()
    // What is made once and kept is made in the first pass. A leak grows in each of the next ones. What cairo keeps of
    // what it frees depends on the order of events, but does not grow without end.
    var heaps = [try pass(of: desk)]
    repeat { heaps.append(try pass(of: desk)) } while heaps.count < 4 && grew(heaps)
    #expect(!grew(heaps), "\(heaps)")
  }

  private func grew(_ heaps: [Heap]) -> Bool { heaps[heaps.count - 2].pieces < heaps[heaps.count - 1].pieces }

  /// Returns what is on the heap afterwards.
  private func pass(of desk: Desk) throws -> Heap {
    var random = SeededGenerator(seed: Seeds.single ?? Seeds.first)
    for _ in 1...Self.rounds {
      try desk.change(&random)
      if random.chance(0.2) { try desk.check() }
    }
    try desk.check()
    return try desk.heapAtRest()
  }
}

/// An overlay, everything around it that can change, and what it has to show.
private final class Desk {
  private let sway: HeadlessSway
  private let address: String
  private let bus: PrivateBus
  private var service: FeedService
  private let file: String
  private let overlay: RunningOverlay

  private var theme = "quiet"
  private var transform = 0
  private var scale = "1"
  private var isEnabled = true
  private var generation: UInt32 = 0
  /// Nil while the pads are off.
  private var shown: (layout: FeedLayout, state: FeedState)?

  private static let transforms = [
    "normal", "270", "180", "90", "flipped", "flipped-270", "flipped-180", "flipped-90",
  ]

  init() throws {
    sway = try HeadlessSway()
    for _ in 2...3 { try sway.ask("create_output") }
    address = try PrivateBus.newAddress()
    bus = try PrivateBus(at: address)
    service = FeedService(at: address)
    file = try Programs.file("overlay.toml", Self.looks("quiet"))
    let environment = sway.environment(["DBUS_SYSTEM_BUS_ADDRESS": address]).merging(try Heap.environment()) {
      $1
    }
    overlay = try RunningOverlay(
      environment, ["--config", file, "--output", "HEADLESS-1"], readsBus: true)
    service.send(.off)
  }

  private static func looks(_ theme: String) -> String {
    "theme = \"\(theme)\"\nlabels = false\nfade.after = \"never\"\n"
  }

  private func enable(_ output: String, _ isEnabled: Bool) throws {
    if isEnabled { try sway.enable(output) } else { try sway.ask("output", output, "disable") }
  }

  func change(_ random: inout SeededGenerator) throws {
    switch random.integer(0...9) {
    case 0: try turn(random.integer(0...7))
    case 1: try use(scale: random.pick("1", "2", "1.5", "1.25"))
    case 2:
      isEnabled.toggle()
      try enable("HEADLESS-1", isEnabled)
    case 3: try enable("HEADLESS-\(random.integer(2...3))", random.pick("enable", "disable") == "enable")
    case 4:
      try service.stop()
      service = FeedService(at: address)
      tell()
    case 5: try use(theme: random.pick("quiet", "glass", "high_contrast"))
    case 6:
      shown = nil
      tell()
    default:
      if shown == nil || random.chance(0.2) { switchOn(&random) }
      for _ in 0...random.integer(0...3) {
        play(&random)
        tell()
      }
    }
    guard overlay.isRunning else { throw Missing(what: "the overlay: \(try overlay.end())") }
  }

  private func turn(_ number: Int) throws {
    transform = number
    try sway.ask("output", "HEADLESS-1", "transform", Self.transforms[number])
  }

  private func use(scale: String) throws {
    self.scale = scale
    try sway.ask("output", "HEADLESS-1", "scale", scale)
  }

  private func use(theme: String) throws {
    self.theme = theme
    try Self.looks(theme).write(toFile: file, atomically: true, encoding: .utf8)
  }

  private func switchOn(_ random: inout SeededGenerator) {
    generation += 1
    let controls = Glasses.controls.filter { _ in random.chance(0.7) } + Glasses.controls.prefix(1)
    let rotation: UInt16 = random.pick(0, 90, 180, 270)
    shown = (
      Glasses.layout(generation: generation, rotation: rotation, controls),
      Glasses.state(generation: generation, controls)
    )
  }

  private func play(_ random: inout SeededGenerator) {
    guard var shown else { return }
    shown.state = Glasses.state(generation: generation, shown.layout.controls) { controls in
      for index in controls.indices where random.chance(0.5) {
        controls[index].isTouched = true
        // The feed keeps these lengths exactly.
        controls[index].base = Point(x: random.length(0...200), y: random.length(0...100))
        controls[index].handle = Point(x: random.length(0...200), y: random.length(0...100))
        controls[index].directionX = random.integer(-1...1)
        controls[index].directionY = random.integer(-1...1)
        controls[index].pull = random.integer(0...255)
      }
    }
    self.shown = shown
  }

  private func tell() {
    if let shown { service.send(.layout(shown.layout), .state(shown.state)) } else { service.send(.off) }
  }

  /// Waits until the screen shows the last state. In a scale between whole numbers, sway 1.7 makes its own picture.
  func check() throws {
    if !isEnabled { try sway.ask("output", "HEADLESS-1", "enable") }
    isEnabled = true
    if scale.contains(".") { try use(scale: "1") }
    let way = try #require(OutputTransform(rawValue: transform))
    let (width, height) = way.rawValue & 1 == 1 ? (200, 400) : (400, 200)
    let output = OutputPicture(width: width, height: height, transform: way)
    let canvas = try Canvas(width: width, height: height, images: ImageLibrary())
    var looks = try #require(Theme.shipped.first { $0.key == theme }).value
    looks.hasLabels = false
    looks.fade.delay = nil
    var scene = Scene(theme: looks)
    if let shown {
      scene.apply(.layout(shown.layout), at: 0)
      scene.apply(.state(shown.state), at: 0)
    }
    if let picture = scene.picture(on: output, at: 0) { canvas.draw(picture, in: [output.box]) }
    try eventually {
      let screen = try sway.screenshot("round", output: "HEADLESS-1", scale: scale)
      // Bright lines that are drawn in parts differ more than faint ones.
      let differing = screen.pixelsNotNear(canvas, within: 16)
      guard differing == 0 else { throw Missing(what: "\(differing) pixels differ") }
    }
  }

  /// The heap in a state that is always the same.
  func heapAtRest() throws -> Heap {
    (shown, generation) = (nil, generation + 1)
    try turn(0)
    try use(scale: "1")
    try use(theme: "quiet")
    service.send(
      .layout(Glasses.layout(generation: generation)), .state(Glasses.state(generation: generation)))
    shown = (Glasses.layout(generation: generation), Glasses.state(generation: generation))
    try check()
    shown = nil
    tell()
    try check()
    return try Heap(of: overlay.id)
  }
}
