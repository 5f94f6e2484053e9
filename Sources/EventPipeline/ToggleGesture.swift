internal import JoystickModel

/// A number of fingers that lie still for some time.
public struct ToggleGesture: Equatable, Sendable {
  /// The exact number of fingers, at least 1.
  public let fingers: Int
  /// How long, in microseconds.
  public let holdTime: Int64

  public init(fingers: Int, holdTime: Int64) {
    self.fingers = fingers
    self.holdTime = holdTime
  }
}

struct ToggleRecognizer: Sendable {
  private struct Finger: Sendable {
    let contact: ContactID
    var position: Point
    var start: Point
  }

  /// How far a finger may move, in millimetres: five fingers do not lie as still as one.
  private static let tolerance = 5.0
  /// More contacts than any device has slots, so that the buffer never grows.
  private static let capacity = 512

  private let gesture: ToggleGesture
  private var fingers: [Finger] = []
  /// When the gesture is complete; nil unless fingers are held.
  private(set) var deadline: Int64?
  /// Whether it is blocked until all fingers have lifted.
  private var isOver = false

  init(_ gesture: ToggleGesture) {
    self.gesture = gesture
    fingers.reserveCapacity(Self.capacity)
  }

  mutating func apply(_ event: ContactEvent, time: Int64) {
    let index = fingers.firstIndex { $0.contact == event.id }
    switch (event.phase, index) {
    case (.began, nil):
      fingers.append(Finger(contact: event.id, position: event.position, start: event.position))
      start(time: time)
    case (.moved, let index?): move(index, to: event.position)
    case (.ended, let index?), (.cancelled, let index?):
      fingers.remove(at: index)
      deadline = nil
      if fingers.isEmpty { isOver = false }
    case (.began, _?), (.moved, nil), (.ended, nil), (.cancelled, nil): break
    }
  }

  mutating func stop() {
    deadline = nil
    isOver = !fingers.isEmpty
  }

  private mutating func start(time: Int64) {
    // A recording may have any time stamps.
    let (end, isBeyond) = time.addingReportingOverflow(gesture.holdTime)
    deadline = fingers.count == gesture.fingers && !isOver && !isBeyond ? end : nil
    for index in fingers.indices { fingers[index].start = fingers[index].position }
  }

  private mutating func move(_ index: Int, to position: Point) {
    fingers[index].position = position
    if (position - fingers[index].start).length > Self.tolerance { deadline = nil }
  }
}
