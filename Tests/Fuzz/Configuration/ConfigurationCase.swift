import Configuration
import EventPipeline
import TestSupport

/// One input: the text of a configuration file, and the conditions that hold for any text.
struct ConfigurationCase {
  private let text: [UInt8]
  /// The number of Unicode scalars in each line.
  private let lines: [Int]

  init(text: [UInt8]) {
    self.text = text
    // As for the parser, a byte order mark has no column.
    let shown = text.starts(with: [0xef, 0xbb, 0xbf]) ? text.dropFirst(3) : text[...]
    lines = shown.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
      line.count { $0 & 0xc0 != 0x80 }
    }
  }

  /// Traps if a condition does not hold.
  func run() {
    do throws(ConfigurationError) {
      check(try Settings.parse(text, file: "t.toml"))
    } catch {
      check(error)
    }
  }

  private func check(_ error: ConfigurationError) {
    precondition(!error.diagnostics.isEmpty, "an error without a message")
    for problem in error.diagnostics { check(problem.position, problem.sentence) }
  }

  private func check(_ warnings: [Diagnostic]) {
    for warning in warnings { check(warning.position, warning.sentence) }
  }

  /// A place is in the text or directly after one of its lines, and a message is one line.
  private func check(_ place: SourcePosition?, _ sentence: String) {
    precondition(sentence.hasPrefix("t.toml:"), "a message that does not name the file: \(sentence)")
    precondition(
      sentence.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control },
      "a control character: \(sentence)")
    guard let place else { return }
    precondition(lines.indices.contains(place.line - 1), "a line that does not exist: \(sentence)")
    precondition(
      (1...lines[place.line - 1] + 1).contains(place.column ?? 1), "a column that does not exist: \(sentence)"
    )
  }
}

extension ConfigurationCase {
  private func check(_ settings: Settings) {
    check(settings.warnings())
    do throws(ConfigurationError) {
      try settings.checkWithoutSurface()
    } catch {
      check(error)
    }
    for device in FuzzedDevice.all {
      check([settings].warnings(for: device.description, class: device.deviceClass))
      do throws(PipelineError) {
        var pipeline = try [settings].pipeline(for: device.description, class: device.deviceClass)
        device.play(on: &pipeline)
      } catch {
        guard case .configuration(let error) = error else { preconditionFailure("an invalid surface") }
        check(error)
      }
    }
  }
}

/// A device on which a configuration is tested.
struct FuzzedDevice {
  let description: DeviceDescription
  let deviceClass: DeviceClass

  /// A touchscreen, an upright touchpad and a large tablet: everything that settings depend on.
  static let all = [
    FuzzedDevice(.touchscreen, width: 217, height: 136), FuzzedDevice(.touchpad, width: 40, height: 70),
    FuzzedDevice(.tablet, width: 600, height: 340),
  ]

  private init(_ deviceClass: DeviceClass, width: Int32, height: Int32) {
    let x = AbsoluteAxis(minimum: 0, maximum: width * 10, resolution: 10)
    let y = AbsoluteAxis(minimum: 0, maximum: height * 10, resolution: 10)
    let id = DeviceID(bus: 3, vendor: 1, product: 2, version: 3)
    description = DeviceDescription(
      name: "fuzzed", id: id, codes: [.btnTouch],
      axes: [
        EventCode.absX.code: x, EventCode.absY.code: y, EventCode.absMTPositionX.code: x,
        EventCode.absMTPositionY.code: y, EventCode.absMTSlot.code: AbsoluteAxis(minimum: 0, maximum: 1),
        EventCode.absMTTrackingID.code: AbsoluteAxis(minimum: 0, maximum: 65535),
      ])
    self.deviceClass = deviceClass
  }

  /// Moves two fingers across the surface, crosswise. They stay down until everything is cancelled.
  func play(on pipeline: inout TouchPipeline) {
    for step: Int32 in 0...8 {
      let time = Int64(step) * 100_000
      while pipeline.advance(before: time) != nil {}
      for event in frame(step, time) { _ = pipeline.consume(event) }
    }
    pipeline.cancelAll(time: 1_000_000)
    orTrap { () throws(Violation) in try pipeline.checkReleased() }
  }

  private func frame(_ step: Int32, _ time: Int64) -> [InputEvent] {
    let width = description.axes[EventCode.absX.code]?.maximum ?? 0
    let height = description.axes[EventCode.absY.code]?.maximum ?? 0
    let events = [(0, width / 8 * step), (1, width / 8 * (8 - step))].flatMap { slot, x in
      [
        InputEvent(time: time, .absMTSlot, slot), InputEvent(time: time, .absMTTrackingID, slot),
        InputEvent(time: time, .absMTPositionX, x),
        InputEvent(time: time, .absMTPositionY, height / 8 * step),
      ]
    }
    return events + [InputEvent(time: time, .btnTouch, 1), InputEvent(time: time, .synReport, 0)]
  }
}
