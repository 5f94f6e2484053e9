internal import InputDevices

// Whether the pads play: who has switched them, and who is in front.
extension Sessions {
  /// Whether the pads are to play.
  var plays: Bool { isOn && seat.obstacle == nil }

  /// Whether the pads are on for who is in front.
  var isOnInFront: Bool { isOn && seat.obstacle != .away }

  /// Why the pads play, or do not.
  var reason: DaemonState.Reason { isOn ? seat.obstacle ?? switchReason : switchReason }

  /// Switches all pads off or on, each as soon as nothing is on its surface. From then on they are the pads of the user in
  /// front.
  func set(on isOn: Bool, because reason: DaemonState.Reason, keepsOwner: Bool = false) {
    let before = (self.isOn, plays)
    follow {
      if !keepsOwner { seat.noteSwitch() }
      self.isOn = isOn
      if before != (isOn, plays) { switchReason = reason }
    }
  }

  /// Notes who is in front.
  func follow(_ front: Seat.Front) { follow { seat.front = front } }

  /// Does something after which the pads are to play, or not. What keeps them off does so at once, under a finger, too.
  func follow(_ change: () -> Void) {
    let (didPlay, wasFree) = (plays, seat.obstacle == nil)
    change()
    let (plays, isFree) = (plays, seat.obstacle == nil)
    if plays != didPlay { Journal.info(DaemonState(isOn: isOn, reason: reason).switching) }
    guard plays != didPlay || isFree != wasFree else { return }
    for session in all {
      inSession(session) { () throws(DeviceError) in
        try session.set(on: plays, atOnce: !isFree, now: loop.now)
      }
    }
  }

  /// Takes a gesture, or has it change nothing.
  func take(gestureIn session: Session) {
    guard seat.allowsGesture else {
      return inSession(session) { () throws(DeviceError) in try session.set(on: plays, now: loop.now) }
    }
    set(on: session.wantsOn, because: .gesture)
    handler(.switched)
  }
}
