import EventPipeline

/// The expected state of a pad and a clone for random touches, by a few rules that share no code with the pipeline.
///
/// The left half of the surface is a stick with a fixed base. A button on its upper part comes second: a finger there
/// presses it while the stick is held. The rest belongs to the desktop.
struct SharingModel {
  static let configuration = """
    [device]
    type = "any"
    [[stick]]
    region = { x = 0, y = 0, width = 127.95, height = 160 }
    center = [64, 80]
    radius = 49.9
    origin = "fixed"
    movable = false
    moved_tolerance = 0
    dead_zone_shape = "none"
    [[button]]
    output = "A"
    region = { x = 0, y = 0, width = 127.95, height = 79.95 }
    press_margin = 10000
    slide = "off"

    """

  private enum Owner { case nobody, desktop, stick, button }

  /// The pad's expected values that are not 0, by the kernel's names.
  private(set) var pad: [String: Int32] = [:]
  /// The clone's expected states, in the order of the frames.
  private(set) var clone: [ShownTouches] = [ShownTouches()]
  private(set) var counts = (pad: 0, desktop: 0)

  private var touches: [RandomTouch] = []
  private var owners: [Int32: Owner] = [:]

  mutating func take(_ surface: some RandomSurface) {
    let before = touches
    touches = surface.touches
    for old in before { update(old, touches.first { $0.id == old.id }) }
    for touch in touches where !touch.isPalm && !touch.hovers && owners[touch.id] == nil { begin(touch) }
    // Palms and hovering contacts belong to the desktop, unless a control owned them before.
    for touch in touches where touch.isPalm && owners[touch.id] == nil { owners[touch.id] = .desktop }
    showPad()
    showClone(surface)
  }

  /// A hovering contact has no owner, and gets one when it touches.
  private mutating func update(_ old: RandomTouch, _ new: RandomTouch?) {
    guard let new, !new.hovers else { return owners[old.id] = nil }
    if new.isPalm, isOnPad(new) { owners[new.id] = .nobody }
  }

  private func isOnPad(_ touch: RandomTouch) -> Bool {
    owners[touch.id] == .stick || owners[touch.id] == .button
  }

  private mutating func begin(_ touch: RandomTouch) {
    let isLeft = touch.x < 1280
    if isLeft, !owners.values.contains(.stick) {
      owners[touch.id] = .stick
    } else {
      owners[touch.id] = isLeft && touch.y < 800 ? .button : .desktop
    }
    if isOnPad(touch) { counts.pad += 1 } else { counts.desktop += 1 }
  }

  private mutating func showPad() {
    pad = [:]
    if owners.values.contains(.button) { pad["BTN_SOUTH"] = 1 }
    guard let touch = touches.first(where: { owners[$0.id] == .stick }) else { return }
    // With this radius no deflection lies exactly between two values.
    let (dx, dy) = (Double(touch.x) / 10 - 64, Double(touch.y) / 10 - 80)
    let length = max(49.9, (dx * dx + dy * dy).squareRoot())
    for (name, way) in [("ABS_X", dx), ("ABS_Y", dy)] {
      let value = Int32((way / length * 32767).rounded(.toNearestOrAwayFromZero))
      if value != 0 { pad[name] = value }
    }
  }
}

// The desktop's view.
extension SharingModel {
  private mutating func showClone(_ surface: some RandomSurface) {
    var shown = clone[clone.count - 1]
    let seen = touches.filter { owners[$0.id] ?? .desktop == .desktop }
    switch surface {
    case is RandomTouchscreen, is RandomTouchpad:
      let wanted = seen.map(\.shown)
      // Without a frame in between, readers mistake two contacts in a slot for one that jumps.
      let isReplaced = shown.contacts.contains { old in
        wanted.contains { $0.slot == old.slot && $0.id != old.id }
      }
      if isReplaced {
        shown.contacts.removeAll { old in !wanted.contains { $0.slot == old.slot && $0.id == old.id } }
        showKeys(of: surface, &shown)
        clone.append(shown)
      }
      shown.contacts = wanted
      showKeys(of: surface, &shown)
    case is RandomList:
      shown.contacts = seen.enumerated().map { index, touch in touch.listed(index) }
      shown.keys = seen.isEmpty ? [] : [EventCode.btnTouch.code]
      if let first = seen.first { (shown.x, shown.y) = (first.x, first.y) }
    default:
      if surface.hasReplaced, shown.isPressed {
        shown.keys.remove(EventCode.btnTouch.code)
        clone.append(shown)
      }
      // The device has only one contact, so the clone shows its state unchanged, or nothing.
      if seen.count == touches.count {
        let isAnything = !surface.shown.keys.isEmpty
        (shown.contacts, shown.keys) = (surface.shown.contacts, surface.shown.keys)
        if isAnything { (shown.x, shown.y) = (surface.shown.x, surface.shown.y) }
      } else {
        (shown.contacts, shown.keys) = ([], [])
      }
    }
    clone.append(shown)
  }

  private func showKeys(of surface: some RandomSurface, _ shown: inout ShownTouches) {
    shown.keys = shown.contacts.contains(where: \.touches) ? [EventCode.btnTouch.code] : []
    if surface is RandomTouchpad, !shown.contacts.isEmpty {
      shown.keys.insert(RandomTouchpad.fingerCounts[shown.contacts.count - 1].code)
    }
    shown.followOldest()
  }

  /// Returns the clone's expected states without repetitions, and forgets them.
  mutating func takeClone() -> [ShownTouches] {
    let last = clone[clone.count - 1]
    let frames = clone.indices.dropFirst().filter { clone[$0] != clone[$0 - 1] }.map { clone[$0] }
    clone = [last]
    return frames
  }
}
