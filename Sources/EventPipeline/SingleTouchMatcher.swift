/// Finds the one contact of a device that reports one: a resistive screen, a pen, or a touchpad of which only one
/// finger's position is to be trusted. It is at place 0.
///
/// The contact is BTN_TOUCH. A pen that hovers sends positions without it, and they never count.
struct SingleTouchMatcher: Sendable {
  /// The pair of axes in use: a device with two reports on one of them.
  private var pair = 0

  /// Brings the table up to what the frame tells.
  mutating func match(_ state: borrowing DeviceState, _ table: inout ContactTable) {
    let told = toldPair(state, table.surface.axes)
    pair = told ?? pair
    if state.frame.hasLifted || !state.isPressed { table.end(0) }
    place(state, &table, isSample: told != nil)
  }

  /// What touches when the device is opened does not count before it has lifted.
  static func adopt(_ state: borrowing DeviceState, _ table: inout ContactTable) {
    if state.isPressed { table.set(0, .ignored, .nobody) }
  }

  /// One that was lost and one that came meanwhile look like one that moved, and are taken for it.
  func resynchronise(to state: borrowing DeviceState, _ table: inout ContactTable) {
    if !state.isPressed { table.cancel(0) }
    place(state, &table, isSample: false)
  }

  /// The pair of axes that the frame tells of, the one in use before any other.
  private func toldPair(_ state: borrowing DeviceState, _ axes: [PositionAxes]) -> Int? {
    if state.tells(axes[pair].x.code) || state.tells(axes[pair].y.code) { return pair }
    for other in axes.indices where state.tells(axes[other].x.code) || state.tells(axes[other].y.code) {
      return other
    }
    return nil
  }

  private func place(_ state: borrowing DeviceState, _ table: inout ContactTable, isSample: Bool) {
    guard state.isPressed, table.contacts[0].state != .ignored else { return }
    let axes = table.surface.axes[pair]
    let raw = RawPosition(x: state[axis: axes.x.code.code], y: state[axis: axes.y.code.code])
    let position = table.surface.point(raw, on: pair)
    let pressure = table.surface.pressure(state[axis: EventCode.absPressure.code])
    if table.contacts[0].state == .down {
      table.move(0, to: position, pressure: pressure, isSample: isSample)
    } else {
      table.begin(0, at: position, pressure: pressure)
    }
  }
}
