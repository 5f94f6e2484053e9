internal import InputDevices

// Whether the pads play. That depends on the switch, and on the user in front.
extension Sessions {
  /// Whether the pads should play.
  var plays: Bool { isOn && isSeatFree }

  /// Whether the pads are on for the user in front.
  var isOnInFront: Bool { isOn && seat.obstacle != .away }

  /// The reason why the pads play or do not.
  var reason: DaemonState.Reason { isOn ? seat.obstacle ?? switchReason : switchReason }

  /// Switches all pads off or on, each as soon as nothing is on its surface. The user in front then owns the pads.
  ///
  /// - Parameter user: The user who has called, as for ``Seat/noteSwitch(by:)``.
  func set(
    on isOn: Bool, because reason: DaemonState.Reason, by user: UInt32? = nil, keepsOwner: Bool = false
  ) {
    let before = (self.isOn, plays)
    follow {
      if !keepsOwner { seat.noteSwitch(by: user) }
      self.isOn = isOn
      if before != (isOn, plays) { switchReason = reason }
    }
  }

  /// Notes who is in front.
  func follow(_ front: Seat.Front) { follow { seat.front = front } }

  /// Makes a change after which the pads may play or stop. An obstacle stops them at once, also under a finger.
  func follow(_ change: () -> Void) {
    let (didPlay, wasFree) = (plays, isSeatFree)
    change()
    let (plays, isFree) = (plays, isSeatFree)
    if plays != didPlay { Journal.info(DaemonState(isOn: isOn, reason: reason).switching) }
    guard plays != didPlay || isFree != wasFree else { return }
    for session in all {
      inSession(session) { () throws(DeviceError) in
        try session.set(on: plays, atOnce: !isFree, now: loop.now)
      }
    }
  }

  /// Switches the pads after a gesture, or undoes it if gestures do not count.
  func take(gestureIn session: Session) {
    guard seat.allowsGesture else {
      return inSession(session) { () throws(DeviceError) in try session.set(on: plays, now: loop.now) }
    }
    set(on: session.wantsOn, because: .gesture)
    handler(.switched)
  }
}
