internal import Diagnostics

/// The `[toggle]` table: fingers that land together and stay switch the pad off or on.
public struct ToggleSettings: Equatable, Sendable {
  /// The number of fingers, 2 to 10.
  public var fingers = 2
  /// How long they must stay, in microseconds: 100,000 to 10,000,000.
  public var holdTime: Int64 = 1_000_000
  /// Whether pads are on when the daemon starts.
  public var startsOn = true
  /// Whether pads stay on while the session is locked, or another user is in front.
  public var ignoresLock = false

  /// The places of the table and its keys in the file.
  var places = Places()

  /// Makes the settings of an empty table.
  public init() {}

  /// What to do to make the gesture.
  public var phrase: String {
    "hold \(fingers) fingers still on the device for \(Time(microseconds: holdTime).text)"
  }

  /// The first value that differs from the other settings, or the table.
  func place(unlike other: ToggleSettings?) -> SourcePosition? {
    guard let other else { return places.place(of: "fingers") }
    if fingers != other.fingers { return places.place(of: "fingers") }
    if holdTime != other.holdTime { return places.place(of: "hold_time") }
    return places.place(of: startsOn != other.startsOn ? "start" : "lock")
  }
}

extension [Settings] {
  /// Whether pads are on when the daemon starts with these files: off if one of them says so.
  public var startsOn: Bool { allSatisfy { $0.toggle?.startsOn ?? true } }

  /// Whether pads stay on while the session is locked, or another user is in front: not, if one of these files wants them
  /// off, nor without a file that says so.
  public var ignoresLock: Bool {
    let toggles = compactMap(\.toggle)
    return !toggles.isEmpty && toggles.allSatisfy(\.ignoresLock)
  }
}
