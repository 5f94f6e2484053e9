// Changes that do not come from the device's events.
extension TouchPipeline {
  /// Starts from the device's state when it is opened. Its contacts and buttons do not count until they lift.
  ///
  /// - Parameter state: The device's state.
  public mutating func adopt(_ state: borrowing DeviceState) {
    tracker.adopt(state)
    ignoreButtons()
  }

  /// Starts from the device's state in another pipeline, as its successor: contacts that belonged to the desktop
  /// continue.
  ///
  /// - Parameter other: The other pipeline.
  public mutating func takeOver(_ other: borrowing TouchPipeline) {
    tracker.takeOver(other.tracker)
    ignoreButtons()
    (wantsOn, isOn, isOurs) = (other.wantsOn, other.isOn, other.isOurs)
    guard passesThrough, other.passesThrough else { return }
    passThrough.takeOver(other.passThrough)
    tracker.takeOwners(from: other.tracker)
    hiddenKeys = other.hiddenKeys
    hiddenKeys.formIntersection(tracker.state.keys)
  }

  /// Cancels every contact and every timer. This leaves every axis at 0 and every button up.
  ///
  /// - Parameter time: The time stamp of the events, in microseconds.
  public mutating func cancelAll(time: Int64) {
    tracker.cancelAll()
    for change in tracker.table.changes { gesture?.apply(change.event, time: time) }
    cancelControls(time: time)
    if passesThrough { passThrough.release(time: time) }
  }

  /// Cancels everything, and continues from the device's state. Its contacts and buttons do not count until they lift.
  ///
  /// - Parameters:
  ///   - state: The device's state.
  ///   - time: The time stamp of the events, in microseconds.
  public mutating func startAnew(from state: borrowing DeviceState, time: Int64) {
    cancelAll(time: time)
    adopt(state)
    // The lift that this waited for will never be reported.
    switchWhenUntouched(time: time)
  }

  /// Releases all contacts of the controls. This leaves every axis at 0 and every button up. The desktop's contacts
  /// continue.
  ///
  /// - Parameter time: The time stamp of the events, in microseconds.
  public mutating func cancelControls(time: Int64) {
    startStep()
    gesture?.stop()
    ignoreButtons()
    resetPads(time: time)
    finishStep(time: time)
  }

  /// Requests that the pads are switched off or on, which happens when nothing is on the surface.
  ///
  /// - Parameter time: The time stamp of the events, in microseconds.
  public mutating func set(on isOn: Bool, time: Int64) {
    wantsOn = isOn
    startStep()
    switchWhenUntouched(time: time)
    finishStep(time: time)
  }

  /// Switches the pads off even under a finger: all controls release. New contacts belong to the desktop, and those that
  /// controls held belong to nobody until they lift.
  ///
  /// - Parameter time: The time stamp of the events, in microseconds.
  public mutating func switchOffAtOnce(time: Int64) {
    (wantsOn, isOn) = (false, false)
    startStep()
    gesture?.stop()
    updateHiddenKeys()
    resetPads(time: time)
    finishStep(time: time)
  }

  /// Sets whether new contacts can belong to pads, which is the default. They cannot while a device that should be
  /// grabbed is not: the desktop sees them already, and must not see them twice.
  public mutating func setOurs(_ isOurs: Bool) { self.isOurs = isOurs }

  /// The fingers of the gesture no longer belong to a control.
  mutating func toggle(time: Int64) {
    gesture?.stop()
    wantsOn.toggle()
    resetPads(time: time)
  }

  /// Switches the pads off or on, if that is requested and nothing is on the surface.
  mutating func switchWhenUntouched(time: Int64) {
    guard isOn != wantsOn, !isTouched else { return }
    isOn = wantsOn
    updateHiddenKeys()
    resetPads(time: time)
  }

  /// Ignores the device's buttons that are down until they have been released.
  private mutating func ignoreButtons() {
    for index in pads.indices { pads[index].ignore(tracker.state.keys) }
  }

  mutating func resetPads(time: Int64) {
    for index in pads.indices { pads[index].reset(time: time) }
  }
}
