/// A fault under a finger that holds the stick.
struct Fault: Sendable {
  let name: String
  /// Causes the fault. Returns the time of the release, in microseconds on the clock of the events.
  let happen: @Sendable (FaultGame) throws -> Int64

  /// Whether it runs only in the virtual machine, where it cannot break anything.
  let isInMachineOnly: Bool

  init(_ name: String, inMachineOnly: Bool = false, _ happen: @escaping @Sendable (FaultGame) throws -> Int64)
  {
    (self.name, isInMachineOnly, self.happen) = (name, inMachineOnly, happen)
  }

  /// The faults that leave the daemon running.
  static let others = configurations + signals + unplugged + events + otherPrograms
  static let all = endingDaemons + others
}
