internal import EventPipeline
internal import JoystickModel

/// Encodes the state after each frame as a line of JSON.
struct FrameEncoder {
  private struct State: Encodable, Equatable {
    /// In seconds; 0 while states are compared.
    var time = 0.0
    var sticks: [String: Stick]
    let axes: [String: Int32]
    let buttons: [String]
    let keys: [String]
    /// The layer that exists; nil without layers.
    let layer: String?
    /// How many counts the mouse goes in this frame, to the right and down; none while states are compared.
    var mouse: [Int32] = [0, 0]
  }

  private struct Stick: Encodable, Equatable {
    let active: Bool
    let angle: Double
    let displacement: Double
    let x: Double
    let y: Double
    let base: [Double]
    let handle: [Double]
    /// Whether a monitor would report a change; false while states are compared.
    var changed = false

    init(_ report: StickReport) {
      active = report.isActive
      angle = report.polar.angle
      displacement = report.polar.displacement
      x = report.xy.x
      y = report.xy.y
      base = [report.base.x, report.base.y]
      handle = [report.handle.x, report.handle.y]
    }
  }

  private var monitors: [StickMonitor]
  private var last: State

  /// - Parameter pipeline: The pipeline before its first event.
  init(_ pipeline: borrowing TouchPipeline) {
    monitors = pipeline.pads[0].layout.sticks.map { StickMonitor($0.stick) }
    last = Self.state(of: pipeline)
  }

  /// The line for the pipeline's current state.
  ///
  /// - Parameter isNeeded: Whether there is a line even if nothing changed.
  mutating func line(_ pipeline: borrowing TouchPipeline, time: Int64, isNeeded: Bool) throws -> String? {
    var state = Self.state(of: pipeline)
    let mouse = Self.mouseMotion(pipeline)
    guard isNeeded || state != last || mouse != [0, 0] else { return nil }
    last = state
    state.mouse = mouse
    state.time = Double(time) / 1e6
    for (index, control) in pipeline.pads[0].layout.sticks.enumerated() {
      state.sticks[control.name]?.changed = monitors[index].change(of: control.stick) != nil
    }
    return try state.jsonLine + "\n"
  }

  private static func mouseMotion(_ pipeline: borrowing TouchPipeline) -> [Int32] {
    let events = pipeline.pads[0].mouseEvents
    return [EventCode.relX, .relY].map { code in events.first { $0.is(code) }?.value ?? 0 }
  }

  private static func state(of pipeline: borrowing TouchPipeline) -> State {
    let (pad, layout) = (pipeline.pads[0].gamepadState, pipeline.pads[0].layout)
    return State(
      sticks: Dictionary(
        pipeline.pads[0].layout.sticks.map { ($0.name, Stick($0.stick.report)) }, uniquingKeysWith: { $1 }),
      axes: Dictionary(
        uniqueKeysWithValues: GamepadAxis.allCases.map { ($0.code.name ?? "", $0.value(in: pad)) }),
      buttons: GamepadButton.allCases.filter(pad.isDown).compactMap(\.code.name),
      keys: pipeline.keyboard.pressedKeys.map(\.name),
      layer: layout.layers.isEmpty ? nil : layout.layers[layout.layer])
  }
}
