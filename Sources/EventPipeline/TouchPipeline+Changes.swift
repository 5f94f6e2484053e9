// What does not come from the device's events.
extension TouchPipeline {
  /// Starts from what the device shows when it is opened; none of it counts until it lifts.
  ///
  /// - Parameter state: What the device shows.
  public mutating func adopt(_ state: borrowing DeviceState) {
    tracker.adopt(state)
    for index in pads.indices { pads[index].ignore(state.keys) }
  }

  /// Starts from what the device shows, in place of the pipeline that the device had until now: contacts go on where
  /// that had passed them.
  ///
  /// - Parameters:
  ///   - state: What the device shows.
  ///   - other: The other pipeline.
  public mutating func adopt(_ state: borrowing DeviceState, continuing other: borrowing TouchPipeline) {
    adopt(state)
    tracker.keepList(of: other.tracker)
    (wantsOn, isOn, isOurs) = (other.wantsOn, other.isOn, other.isOurs)
    guard passesThrough, other.passesThrough else { return }
    passThrough.takeOver(other.passThrough)
    tracker.takeOwners(from: other.tracker)
    hiddenKeys = other.hiddenKeys
    hiddenKeys.formIntersection(tracker.state.keys)
  }

  /// Cancels every contact and all that is waited for, which leaves every axis at 0 and every button up.
  ///
  /// - Parameter time: The time stamp of the events, in microseconds.
  public mutating func cancelAll(time: Int64) {
    tracker.cancelAll()
    for change in tracker.table.changes { gesture?.apply(change.event, time: time) }
    cancelControls(time: time)
    if passesThrough { passThrough.release(time: time) }
  }

  /// Cancels everything, and goes on from what the device shows; none of that counts until it lifts.
  ///
  /// - Parameters:
  ///   - state: What the device shows.
  ///   - time: The time stamp of the events, in microseconds.
  public mutating func startAnew(from state: borrowing DeviceState, time: Int64) {
    cancelAll(time: time)
    adopt(state)
    // The lift that this waited for will not be told.
    switchWhenUntouched(time: time)
  }

  /// Takes all contacts from the controls, which leaves every axis at 0 and every button up. Contacts that
  /// the desktop has go on.
  ///
  /// - Parameter time: The time stamp of the events, in microseconds.
  public mutating func cancelControls(time: Int64) {
    startStep()
    gesture?.stop()
    for index in pads.indices { pads[index].ignore(tracker.state.keys) }
    resetPads(time: time)
    finishStep(time: time)
  }

  /// Asks for the pads to be switched off or on, which is done when nothing is on the surface.
  ///
  /// - Parameter time: The time stamp of the events, in microseconds.
  public mutating func set(on isOn: Bool, time: Int64) {
    wantsOn = isOn
    startStep()
    switchWhenUntouched(time: time)
    finishStep(time: time)
  }

  /// Says whether contacts that come from now on are ours, as they are unless this says otherwise. They are not
  /// while a device that is to be grabbed is not: the desktop sees them, and they are to be seen once.
  public mutating func setOurs(_ isOurs: Bool) { self.isOurs = isOurs }

  /// The fingers that ask for it are no control's from now on.
  mutating func toggle(time: Int64) {
    gesture?.stop()
    wantsOn.toggle()
    resetPads(time: time)
  }

  /// Switches the pads off or on, if that is wanted and nothing is on the surface.
  mutating func switchWhenUntouched(time: Int64) {
    guard isOn != wantsOn, !isTouched else { return }
    isOn = wantsOn
    updateHiddenKeys()
    resetPads(time: time)
  }

  mutating func resetPads(time: Int64) {
    for index in pads.indices { pads[index].reset(time: time) }
  }
}
