import EventPipeline
import Foundation
import InputDevices
import Testing
import TestSupport

/// The state of a touch device at the end of a frame, as its readers see it.
struct ShownTouches: Equatable {
  /// A slot, or an entry of the list.
  struct Contact: Equatable {
    var slot: Int32
    /// 0 for an entry of a list.
    var id: Int32 = 0
    var x: Int32 = 0
    var y: Int32 = 0
    var toolType: Int32 = 0
    var distance: Int32 = 0

    /// Whether it touches; false if it hovers.
    var touches: Bool { distance <= 0 }

    /// Whether its tracking ID is older than the other. IDs count up to 65535, and then start again.
    func isOlder(than other: Contact) -> Bool { (id &- other.id) & 0x8000 != 0 }

    mutating func take(_ event: InputEvent) {
      switch EventCode(event.type, event.code) {
      case .absMTTrackingID: id = event.value
      case .absMTPositionX: x = event.value
      case .absMTPositionY: y = event.value
      case .absMTToolType: toolType = event.value
      case .absMTDistance: distance = event.value
      default: break
      }
    }
  }

  /// By slot, or in the order of the list.
  var contacts: [Contact] = []
  /// BTN_TOUCH, and the tools that are near.
  var keys: Set<UInt16> = []
  /// ABS_X and ABS_Y.
  var x: Int32 = 0
  var y: Int32 = 0

  var isPressed: Bool { keys.contains(EventCode.btnTouch.code) }

  /// An error that no reader may see; nil if there is none.
  ///
  /// - Parameter hasContacts: Whether the device reports each contact. A pen's device does not.
  func contradiction(hasContacts: Bool) -> String? {
    guard hasContacts else { return nil }
    if isPressed != contacts.contains(where: \.touches) {
      return "BTN_TOUCH is \(isPressed ? 1 : 0) with the contacts \(contacts)"
    }
    if !contacts.isEmpty, !contacts.contains(where: { $0.x == x && $0.y == y }) {
      return "ABS_X and ABS_Y are (\(x), \(y)), where none of the contacts is: \(contacts)"
    }
    return nil
  }
}

protocol ShownState {
  associatedtype Frame: Equatable
  mutating func take(_ event: InputEvent)
  /// The state at the end of a frame.
  mutating func finishFrame() -> Frame
}

/// The state of a touch device, with slots or with lists.
struct TouchState: ShownState {
  private var shown = ShownTouches()
  private var slots: [Int32: ShownTouches.Contact] = [:]
  private var slot: Int32 = 0
  private var entry = ShownTouches.Contact(slot: 0)
  private var hasEntry = false
  private var list: [ShownTouches.Contact]?
  private let hasSlots: Bool

  init(hasSlots: Bool) { self.hasSlots = hasSlots }

  mutating func take(_ event: InputEvent) {
    switch EventCode(event.type, event.code) {
    case .absX: shown.x = event.value
    case .absY: shown.y = event.value
    case .absMTSlot: slot = event.value
    case .synMTReport: endEntry()
    case _ where event.type == .key:
      if event.value == 0 { shown.keys.remove(event.code) } else { shown.keys.insert(event.code) }
    case _ where hasSlots: slots[slot, default: .init(slot: slot, id: -1)].take(event)
    default:
      entry.take(event)
      hasEntry = true
    }
  }

  mutating func finishFrame() -> ShownTouches {
    if hasSlots {
      shown.contacts = slots.values.filter { $0.id >= 0 }.sorted { $0.slot < $1.slot }
    } else if let list {
      shown.contacts = list
    }
    list = nil
    entry.slot = 0
    return shown
  }

  private mutating func endEntry() {
    if hasEntry { list = (list ?? []) + [entry] } else { list = list ?? [] }
    entry = .init(slot: Int32(list?.count ?? 0))
    hasEntry = false
  }
}

/// The state of a pad: everything that is not 0, by the kernel's names.
struct PadState: ShownState {
  private var values: [String: Int32] = [:]

  mutating func take(_ event: InputEvent) {
    values[EventCode(event.type, event.code).name ?? "\(event)"] = event.value == 0 ? nil : event.value
  }

  func finishFrame() -> [String: Int32] { values }
}

/// Reads a device frame by frame, and keeps each frame that changes the state.
final class FrameReader<State: ShownState> {
  private(set) var frames: [State.Frame] = []
  private var state: State
  private var last: State.Frame
  private let node: EventNode

  /// - Parameters:
  ///   - path: The device's node.
  ///   - state: The empty state to start with.
  init(_ path: String, _ state: State) throws {
    node = try EventNode(opening: path)
    self.state = state
    last = self.state.finishFrame()
  }

  func read() throws(Violation) {
    do {
      while true {
        switch try node.read() {
        case .event(let event):
          if event.is(.synReport) { finishFrame() } else { state.take(event) }
        case .dropped: throw Violation(text: "\(node.path) dropped events")
        case .drained: return
        }
      }
    } catch let error as Violation {
      throw error
    } catch {
      throw Violation(text: "\(error)")
    }
  }

  /// Waits for something to read of either device, or for a moment.
  func waitForEvents(or other: FrameReader<some ShownState>) {
    var requests = [node, other.node].map { node in
      pollfd(fd: node.fileDescriptor, events: Int16(POLLIN), revents: 0)
    }
    unsafe poll(&requests, 2, 10)
  }

  func takeFrames() -> [State.Frame] {
    defer { frames = [] }
    return frames
  }

  private func finishFrame() {
    let frame = state.finishFrame()
    if frame != last { frames.append(frame) }
    last = frame
  }
}
