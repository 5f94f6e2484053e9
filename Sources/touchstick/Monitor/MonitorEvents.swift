internal import Configuration
internal import Drawing
internal import JoystickModel
internal import System
internal import EventPipeline

/// Turns the messages of the feed into events: the differences of states.
struct MonitorEvents {
  struct Surface {
    let layout: FeedLayout
    fileprivate(set) var controls: [ControlReport]
    fileprivate(set) var contacts: [FeedContact] = []
    fileprivate(set) var layers: [UInt8]?

    fileprivate init(_ layout: FeedLayout) {
      self.layout = layout
      controls = Array(repeating: ControlReport(), count: layout.controls.count)
    }
  }

  private(set) var surfaces: [Surface] = []

  /// Takes a message. Returns the events since the last one.
  mutating func handle(_ message: FeedMessage) -> [MonitorEvent] {
    switch message {
    case .off:
      let releases = releaseAll()
      surfaces = []
      return releases + [MonitorEvent(.off)]
    case .layout(let layout): return handle(layout)
    case .rumble: return []
    case .state(let state):
      guard let index = index(state.surface, state.generation) else { return [] }
      defer { surfaces[index].layers = state.layers }
      return surfaces[index].events(toLayers: state.layers) + handle(state.controls, surface: index)
    case .contacts(let contacts):
      guard let index = index(contacts.surface, contacts.generation) else { return [] }
      defer { surfaces[index].contacts = contacts.contacts }
      return surfaces[index].events(to: contacts.contacts)
    }
  }

  private func index(_ surface: UInt8, _ generation: UInt32) -> Int? {
    surfaces.firstIndex { $0.layout.surface == surface && $0.layout.generation == generation }
  }

  /// A new generation replaces all surfaces.
  private mutating func handle(_ layout: FeedLayout) -> [MonitorEvent] {
    var events: [MonitorEvent] = []
    if surfaces.contains(where: { $0.layout.generation != layout.generation }) {
      events = releaseAll()
      surfaces = []
    }
    surfaces.removeAll { $0.layout.surface == layout.surface }
    surfaces.append(Surface(layout))
    var event = MonitorEvent(.layout, device: layout.device)
    (event.width, event.height) = (tenths(Double(layout.width)), tenths(Double(layout.height)))
    event.controls = layout.controls.count
    return events + [event]
  }

  private mutating func releaseAll() -> [MonitorEvent] {
    surfaces.indices.flatMap { index in
      let rest = surfaces[index].controls.map { state in
        var rest = ControlReport()
        (rest.base, rest.handle, rest.isHidden) = (state.base, state.base, state.isHidden)
        return rest
      }
      return surfaces[index].events(to: []) + handle(rest, surface: index)
    }
  }

  /// A state that does not fit the layout changes nothing.
  private mutating func handle(_ states: [ControlReport], surface index: Int) -> [MonitorEvent] {
    guard states.count == surfaces[index].controls.count else { return [] }
    defer { surfaces[index].controls = states }
    return states.indices.flatMap { surfaces[index].events(ofControl: $0, to: states[$0]) }
  }
}

extension MonitorEvents.Surface {
  /// What happens to a control that is to have a new state.
  fileprivate func events(ofControl index: Int, to new: ControlReport) -> [MonitorEvent] {
    let (control, old) = (layout.controls[index], controls[index])
    func event(_ kind: MonitorEvent.Kind) -> MonitorEvent {
      var event = MonitorEvent(kind, device: layout.device)
      event.pad = Int(control.pad) + 1
      event.control = control.title
      return event
    }
    var events: [MonitorEvent] = []
    if new.isTouched, !old.isTouched, control.isHeld {
      var held = event(.held)
      if !layout.hidesPositions, control.base != nil { held.setPosition(new.handle) }
      events.append(held)
    }
    for button in GamepadButton.allCases {
      let (wasDown, isDown) = (button.isDown(in: old.buttons), button.isDown(in: new.buttons))
      guard wasDown != isDown else { continue }
      var press = event(isDown ? .pressed : .unpressed)
      press.button = button.label
      events.append(press)
    }
    if (new.directionX, new.directionY) != (old.directionX, old.directionY) {
      var direction = event(.direction)
      direction.direction = Self.words(x: new.directionX, y: new.directionY)
      events.append(direction)
    }
    if old.isTouched, !new.isTouched, control.isHeld { events.append(event(.released)) }
    return events
  }

  /// The layers that appear, except for those at first.
  fileprivate func events(toLayers new: [UInt8]) -> [MonitorEvent] {
    zip(layers ?? [], new).filter { $0 != $1 && $1 < layout.layers.count }.map { _, layer in
      var event = MonitorEvent(.layer, device: layout.device)
      event.layer = layout.layers[Int(layer)]
      return event
    }
  }

  /// Nil in the middle.
  private static func words(x: Int8, y: Int8) -> String? {
    let words = [y < 0 ? "up" : y > 0 ? "down" : nil, x < 0 ? "left" : x > 0 ? "right" : nil]
    return x == 0 && y == 0 ? nil : words.compactMap { $0 }.joined(separator: " ")
  }

  fileprivate func events(to new: [FeedContact]) -> [MonitorEvent] {
    let lifted = contacts.filter { old in !new.contains { $0.id == old.id } }.map { contact in
      var event = MonitorEvent(.lifted, device: layout.device)
      event.setPosition(contact.position)
      return event
    }
    let touches = new.filter { contact in
      !contacts.contains { $0.id == contact.id && $0.reason == contact.reason }
    }
    return lifted
      + touches.map { contact in
        var event = MonitorEvent(.touch, device: layout.device)
        event.setPosition(contact.position)
        (event.to, event.reason) = contact.reason.phrase
        return event
      }
  }
}

extension FeedControl {
  /// Whether a finger holds it, rather than that it presses a button of the pad.
  fileprivate var isHeld: Bool { if case .button(.some) = kind { false } else { true } }
}

extension GamepadButton {
  fileprivate func isDown(in buttons: UInt16) -> Bool { buttons >> rawValue & 1 == 1 }
}

extension FeedContact.Reason {
  fileprivate var phrase: (MonitorEvent.Destination?, String) {
    switch self {
    case .desktop: (.desktop, "no control here")
    case .nobody: (.nobody, "no control here, and the desktop gets nothing")
    case .downBefore: (nil, "down at start")
    case .palm: (nil, "a palm")
    case .released: (nil, "its control was released")
    case .notGrabbed: (.desktop, "the device is not grabbed yet")
    }
  }
}

/// Something that happens to a control, to a touch or to all pads.
struct MonitorEvent: Equatable, Encodable {
  /// What happens. The words are those of the JSON.
  enum Kind: String, Encodable, CaseIterable {
    case off
    /// A touch device is used with a layout.
    case layout
    /// A finger holds a stick, a trigger, or a button that is more than one of the pad's.
    case held = "down"
    /// The finger has left it.
    case released
    case pressed
    case unpressed = "up"
    /// Another layer exists.
    case layer
    /// A direction pad or a stick changes its direction.
    case direction
    /// A touch that no control holds.
    case touch
    /// That touch has lifted.
    case lifted
    /// What a motion sensor measures that touchstickd reads.
    case motion
  }

  /// Where a touch goes that no control holds.
  enum Destination: String, Encodable { case desktop, nobody }

  let event: Kind
  var device: String?
  /// The pad's number, from 1.
  var pad: Int?
  var control: String?
  var button: String?
  var layer: String?
  var direction: String?
  /// In millimetres, to a tenth.
  var x, y: Double?
  var to: Destination?
  var reason: String?
  /// In millimetres, to a tenth.
  var width, height: Double?
  var controls: Int?
  /// In m/s², as the screen shows the axes: x right, y up, z out of the glass. To a hundredth.
  var acceleration: [Double]?
  /// In degrees per second about these axes.
  var rotation: [Double]?

  init(_ event: Kind, device: String? = nil) {
    self.event = event
    self.device = device
  }

  mutating func setPosition(_ position: Point?) {
    (x, y) = (position.map { tenths($0.x) }, position.map { tenths($0.y) })
  }

  /// One line, without its end.
  var text: String {
    switch event {
    case .off: reason ?? "the pads are off"
    case .layout:
      "using \(device?.printable ?? ""), \(whole(width)) x \(whole(height)) mm, "
        + counted(controls ?? 0, "control")
    case .held: subject + " down" + position
    case .released: subject + " released"
    case .pressed: button.map { "\(prefix)\($0) pressed" } ?? ""
    case .unpressed: button.map { "\(prefix)\($0) released" } ?? ""
    case .layer: "layer \(layer?.printable ?? "")"
    case .direction: "\(subject) \(direction ?? "in the middle")"
    case .touch:
      "touch\(position) " + (to.map { "-> \($0.rawValue)" } ?? "ignored until it lifts")
        + " (\(reason ?? ""))"
    case .lifted: "touch lifted" + position
    case .motion:
      (device.map { "\($0.printable): " } ?? "")
        + (acceleration.map { "acceleration \(Self.vector($0)) m/s²" } ?? "")
        + (rotation.map { "rotation \(Self.vector($0)) degrees/s" } ?? "")
    }
  }

  private static func vector(_ parts: [Double]) -> String {
    parts.map { String($0) }.joined(separator: ", ")
  }

  private var prefix: String { pad.map { $0 > 1 ? "pad \($0): " : "" } ?? "" }
  private var subject: String { prefix + (control?.printable ?? "") }
  private var position: String { x == nil ? "" : " at \(whole(x)), \(whole(y)) mm" }
  private func whole(_ length: Double?) -> String { String(Int((length ?? 0).rounded())) }
}
