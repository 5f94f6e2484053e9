internal import EventPipeline
internal import JoystickModel
internal import System

/// Reports to programs of root and of the user in front what the controls do, while the pads are on. The folder Feed of EventPipeline has the format.
final class LayoutFeed {
  private let sessions: Sessions
  private let loop: EventLoop
  /// Whether the configuration allows the overlay's menu.
  var allowsMenu = true { didSet { if allowsMenu != oldValue { updateMenuHandle() } } }
  private var watchers: [FeedWatcher] = []
  private var contents = FeedContents()
  private var pace = FeedPace()
  private var timer: Timer?
  /// ``Sessions/layoutNumber`` and ``Sessions/isActive`` of the contents.
  private var shown: (number: Int, isActive: Bool)?

  init(_ sessions: Sessions, _ loop: EventLoop) {
    self.sessions = sessions
    self.loop = loop
  }

  /// Begins to report to a caller.
  ///
  /// - Parameter withMenu: Whether touchscreens have a button for the menu meanwhile.
  /// - Returns: The caller's end of the feed.
  func watch(_ caller: BusCaller, withMenu: Bool) throws(BusRefusal) -> OwnedFileDescriptor {
    guard watchers.count(where: { $0.user == caller.user }) < PadsInterface.maxWatchers else {
      throw BusRefusal(.tooManyWatchers)
    }
    do {
      if timer == nil { timer = try loop.timer(isIdle: true) { [unowned self] in send() } }
      let watcher = try FeedWatcher(user: caller.user, withMenu: withMenu)
      try watcher.start(on: loop) { [unowned self] in
        end { $0.isGone }
        recordChange()
      }
      watchers.append(watcher)
      updateMenuHandle()
      sessions.stepHandler = { [unowned self] in recordChange() }
      recordChange()
      guard let file = watcher.clientEnd.take() else { throw BusRefusal(.noFeed) }
      return file
    } catch {
      throw BusRefusal(.noFeed)
    }
  }

  /// Hangs up on users who are not in front any more. Root may stay.
  func setFront(_ front: Seat.Front) {
    end { $0.user != 0 && $0.user != front.user }
  }

  private func end(_ isEnding: (FeedWatcher) -> Bool) {
    guard watchers.contains(where: isEnding) else { return }
    watchers.removeAll(where: isEnding)
    updateMenuHandle()
    guard watchers.isEmpty else { return }
    // Without a watcher, nothing has to be found out.
    sessions.stepHandler = nil
    (contents, shown) = (FeedContents(), nil)
  }

  private func updateMenuHandle() {
    sessions.setMenuHandle(allowsMenu && watchers.contains(where: \.withMenu))
    // Other buttons for the menu are buttons without an effect where it is not allowed.
    shown = nil
    recordChange()
  }

  private func recordChange() {
    guard let time = pace.recordChange(now: loop.now) else { return }
    loop.endOnError { () throws(SystemError) in try timer?.set(to: time) }
  }

  private func send() {
    pace.recordSending(now: loop.now)
    guard !watchers.isEmpty else { return }
    writeLayouts()
    if !contents.changing.isEmpty { writeStates() }
    contents.writeRumble(sessions.rumble)
    for watcher in watchers { watcher.send(contents) }
    end { $0.isGone }
  }

  private func writeLayouts() {
    guard shown?.number != sessions.layoutNumber || shown?.isActive != sessions.isActive else { return }
    shown = (sessions.layoutNumber, sessions.isActive)
    let reported = sessions.isActive ? sessions.all.filter { !$0.isContested }.prefix(Int(UInt8.max)) : []
    contents.setLayouts(
      reported.enumerated().map { surface, session in
        let pads = session.configuredPads.map { pad in sessions.configuredPads.firstIndex { $0 === pad } ?? 0
        }
        var layout = FeedLayout(session, pads: pads, surface: UInt8(surface), of: UInt8(reported.count))
        if !allowsMenu {
          for index in layout.controls.indices where layout.controls[index].kind == .menu {
            layout.controls[index].kind = .button(nil)
          }
        }
        return layout
      })
  }

  private func writeStates() {
    var surface = 0
    for session in sessions.all where !session.isContested {
      guard 2 * surface + 1 < contents.changing.count else { return }
      contents.writeState(ofSurface: surface) { session.writeState(to: &$0) }
      contents.writeContacts(ofSurface: surface) { session.writeContacts(to: &$0) }
      surface += 1
    }
  }
}

extension Session {
  /// Whether the desktop receives the device's touches as well, which reveal what is typed.
  fileprivate var hidesPositions: Bool { !live.value.settings.grab }

  fileprivate func writeState(to buffer: inout FeedBuffer) {
    for pad in live.value.pipeline.pads.indices {
      buffer.append(
        controlsOf: live.value.pipeline.pads[pad].layout, hidesPositions: hidesPositions)
    }
    buffer.startLayers()
    var first = 0
    for pad in live.value.pipeline.pads.indices {
      let count = live.value.pipeline.pads[pad].layout.layers.count
      if count > 0 {
        buffer.append(layer: UInt8(clamping: first + live.value.pipeline.pads[pad].layout.layer))
      }
      first += count
    }
  }

  fileprivate func writeContacts(to buffer: inout FeedBuffer) {
    for place in 0..<live.value.pipeline.contactPlaces {
      guard let contact = live.value.pipeline.unownedContact(in: place) else { continue }
      let position = hidesPositions ? nil : contact.position
      buffer.append(FeedContact(id: contact.id.number, position: position, reason: reason(for: contact)))
    }
  }

  private func reason(for contact: UnownedContact) -> FeedContact.Reason {
    switch contact.reason {
    case .desktop where isGrabbed: live.value.clone == nil ? .nobody : .desktop
    case .desktop: live.value.settings.grab ? .notGrabbed : .desktop
    case .downBefore: .downBefore
    case .palm: .palm
    case .released: .released
    }
  }
}

extension FeedLayout {
  /// - Parameter pads: The numbers of the session's pads.
  fileprivate init(_ session: Session, pads: [Int], surface: UInt8, of count: UInt8) {
    let size = session.surface.size
    var (controls, layers): ([FeedControl], [String]) = ([], [])
    for (index, pad) in pads.enumerated() {
      controls += session.live.value.pipeline.pads[index].layout.controls.map {
        FeedControl($0, pad: UInt8(clamping: pad))
      }
      layers += session.live.value.pipeline.pads[index].layout.layers
    }
    self.init(
      generation: 0, surface: surface, surfaceCount: count, width: Float(size.width),
      height: Float(size.height), rotation: UInt16(session.surface.rotation.rawValue),
      deviceClass: FeedDeviceClass(session.device.deviceClass), device: session.device.node.description.name,
      node: session.device.node.path, controls: controls, layers: layers,
      hidesPositions: session.hidesPositions)
  }
}

extension FeedDeviceClass {
  fileprivate init(_ deviceClass: DeviceClass) {
    switch deviceClass {
    case .touchscreen: self = .touchscreen
    case .touchpad: self = .touchpad
    case .tablet: self = .tablet
    }
  }
}
