/// Something that goes wrong under a finger that holds the stick.
struct Fault: Sendable {
  let name: String
  /// Has it happen. Returns when the finger was released, in microseconds on the clock of the events.
  let happen: @Sendable (FaultGame) throws -> Int64

  /// Whether it is done only where nothing can be broken for anybody.
  let isInMachineOnly: Bool

  init(_ name: String, inMachineOnly: Bool = false, _ happen: @escaping @Sendable (FaultGame) throws -> Int64)
  {
    (self.name, isInMachineOnly, self.happen) = (name, inMachineOnly, happen)
  }

  /// All that leave the daemon running.
  static let others = configurations + signals + unplugged + events + otherPrograms
  static let all = endingDaemons + others
}
