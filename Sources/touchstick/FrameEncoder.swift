internal import EventPipeline
internal import Foundation
internal import JoystickModel

/// Writes the state after one frame as a line of JSON.
struct FrameEncoder {
  private struct Frame: Encodable {
    let time: Double
    let sticks: [String: StickState]
    let axes: [String: Int32]
    let buttons: [String]
  }

  private struct StickState: Encodable {
    let active: Bool
    let angle: Double
    let displacement: Double
    let x: Double
    let y: Double
    let base: [Double]
    let handle: [Double]

    init(_ report: StickReport) {
      active = report.isActive
      angle = report.angle
      displacement = report.displacement
      x = report.x
      y = report.y
      base = [report.base.x, report.base.y]
      handle = [report.handle.x, report.handle.y]
    }
  }

  private let encoder = JSONEncoder()

  init() { encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes] }

  /// - Parameter time: The frame's time stamp, in microseconds.
  func line(_ pipeline: TouchPipeline, time: Int64) throws -> String {
    let state = pipeline.gamepadState
    let frame = Frame(
      time: Double(time) / 1e6,
      sticks: Dictionary(
        pipeline.layout.sticks.map { ($0.name, StickState($0.stick.report)) }, uniquingKeysWith: { $1 }),
      axes: Dictionary(
        uniqueKeysWithValues: GamepadAxis.allCases.map { ($0.code.name ?? "", $0.value(in: state)) }),
      buttons: GamepadButton.allCases.filter(state.isDown).compactMap(\.code.name))
    return String(decoding: try encoder.encode(frame), as: UTF8.self) + "\n"
  }
}
