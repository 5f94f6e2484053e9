/// The `[toggle]` table: fingers that come down together, and stay, switch the pad off, and on again.
public struct ToggleSettings: Equatable, Sendable {
  /// How many fingers, 2 to 10.
  public var fingers: Int
  /// How long they have to stay, in microseconds, 100,000 to 10,000,000.
  public var holdTime: Int64 = 1_000_000

  /// Where the table and its keys are in the file.
  var places = Places()

  init() {
    self.init(fingers: 2)
  }

  /// Makes the settings of a table that has nothing else.
  public init(fingers: Int) {
    self.fingers = fingers
  }
}
