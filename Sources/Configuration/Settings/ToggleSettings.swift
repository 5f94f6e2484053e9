internal import Diagnostics

/// The `[toggle]` table: fingers that come down together, and stay, switch the pad off, and on again.
public struct ToggleSettings: Equatable, Sendable {
  /// How many fingers, 2 to 10.
  public var fingers: Int
  /// How long they have to stay, in microseconds, 100,000 to 10,000,000.
  public var holdTime: Int64 = 1_000_000
  /// Whether pads are on when the daemon starts.
  public var startsOn = true

  /// Where the table and its keys are in the file.
  var places = Places()

  init() {
    self.init(fingers: 2)
  }

  /// Makes the settings of a table that has nothing else.
  public init(fingers: Int) {
    self.fingers = fingers
  }

  /// The first value that is not what it is in others, or the table.
  func place(unlike other: ToggleSettings?) -> SourcePosition? {
    guard let other else { return places.place(of: "fingers") }
    if fingers != other.fingers { return places.place(of: "fingers") }
    return places.place(of: holdTime != other.holdTime ? "hold_time" : "start")
  }
}

extension [Settings] {
  /// Whether pads are on when the daemon starts with these files: off, if one of them says so.
  public var startsOn: Bool { allSatisfy { $0.toggle?.startsOn ?? true } }
}
