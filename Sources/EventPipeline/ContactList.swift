/// The contacts that a device without slots lists in one frame, with all that it says of each.
struct ContactList: Sendable {
  /// What an entry says on one of the ``DeviceState/slotAxes``.
  struct Value: Sendable {
    let code: UInt16
    let value: Int32
    /// The index of the entry.
    let entry: Int
  }

  /// More than any device says in a frame, so that the buffer never grows.
  private static let capacity = 512

  /// The values of all entries, in the order in which they came.
  private(set) var values: [Value] = []
  /// How many entries there are. Like the tracker it leaves out those without a position.
  private(set) var count = 0
  /// Whether the frame lists the contacts at all; a frame of buttons alone does not.
  private(set) var isThere = false

  private var startOfEntry = 0
  /// Whether something had to be left out, and all after it, so that entries keep their numbers.
  private var isFull = false

  init() { values.reserveCapacity(Self.capacity) }

  mutating func startFrame() {
    values.removeAll(keepingCapacity: true)
    startOfEntry = 0
    isFull = false
    count = 0
    isThere = false
  }

  mutating func collect(_ event: InputEvent) {
    guard DeviceState.slotAxes.contains(event.code) else { return }
    isFull = isFull || values.count >= Self.capacity
    guard !isFull else { return }
    values.append(Value(code: event.code, value: event.value, entry: count))
  }

  mutating func endEntry() {
    isThere = true
    if !isFull, has(.absMTPositionX), has(.absMTPositionY), count < UnslottedTracker.mostContacts {
      count += 1
    } else {
      values.removeSubrange(startOfEntry...)
    }
    startOfEntry = values.count
  }

  /// The value of an axis in an entry; nil where the entry does not have it.
  func value(of axis: UInt16, inEntry entry: Int) -> Int32? {
    values.first { $0.entry == entry && $0.code == axis }?.value
  }

  private func has(_ code: EventCode) -> Bool {
    values[startOfEntry...].contains { $0.code == code.code }
  }
}
