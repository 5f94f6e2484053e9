/// Finds the contact of a device that reports only one: a resistive screen, a pen, or a touchpad with unreliable
/// slots. The contact is in row 0.
///
/// BTN_TOUCH is the contact. A hovering pen reports positions without it, and those are ignored.
struct SingleTouchMatcher: Sendable {
  /// The pair of axes in use. A device with two pairs reports on one of them.
  private var pair = 0

  /// Updates the table from the frame.
  mutating func match(_ state: borrowing DeviceState, _ table: inout ContactTable) {
    let told = toldPair(state, table.surface.axes)
    pair = told ?? pair
    if state.frame.hasLifted || !state.isPressed { table.end(0) }
    place(state, &table, isSample: told != nil)
  }

  /// Ignores the contact of a newly opened device until it lifts.
  static func adopt(_ state: borrowing DeviceState, _ table: inout ContactTable) {
    if state.isPressed { table.adopt(0) }
  }

  /// Updates the table after lost events. A contact that replaced another one looks like a move.
  func resynchronise(to state: borrowing DeviceState, _ table: inout ContactTable) {
    if !state.isPressed { table.cancel(0) }
    place(state, &table, isSample: false)
  }

  /// The pair of axes that the frame reported, preferably the one in use.
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
    let position = table.surface.point(
      x: state[axis: axes.x.code.code], y: state[axis: axes.y.code.code], on: pair)
    let pressure = table.surface.pressure(state[axis: EventCode.absPressure.code])
    if table.contacts[0].state == .down {
      table.move(0, to: position, pressure: pressure, isSample: isSample)
    } else {
      table.begin(0, at: position, pressure: pressure)
    }
  }
}
