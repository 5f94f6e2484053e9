package import EventPipeline
internal import JoystickModel

/// A touchscreen that two hands hold at its sides, or one of them: its size, and its orientation.
package enum HeldScreen: String, CaseIterable, Sendable {
  case phoneLandscape = "phone-landscape"
  case phonePortrait = "phone-portrait"
  case screenLandscape = "screen-landscape"
  case screenPortrait = "screen-portrait"

  package init(of size: SurfaceSize) {
    let isPhone = AutomaticProfile(for: .touchscreen, on: size) == .phone
    self =
      switch SurfaceOrientation(of: size) {
      case .landscape: isPhone ? .phoneLandscape : .screenLandscape
      case .portrait: isPhone ? .phonePortrait : .screenPortrait
      }
  }

  /// A small, a usual and a large one: phones of 5, 6 and 7 inches, and screens of 7, 10 and 15 inches.
  package var sizes: [SurfaceSize] {
    switch self {
    case .phoneLandscape: [(110, 62), (140, 68), (155, 75)].map { SurfaceSize(width: $0, height: $1) }
    case .screenLandscape: [(155, 87), (217, 136), (345, 194)].map { SurfaceSize(width: $0, height: $1) }
    case .phonePortrait: Self.phoneLandscape.sizes.map { SurfaceSize(width: $0.height, height: $0.width) }
    case .screenPortrait: Self.screenLandscape.sizes.map { SurfaceSize(width: $0.height, height: $0.width) }
    }
  }

  var phrase: String {
    switch self {
    case .phoneLandscape: "a phone held sideways"
    case .phonePortrait: "a phone held upright"
    case .screenLandscape: "a screen held sideways"
    case .screenPortrait: "a screen held upright"
    }
  }

  /// How far above the lower edge the joint of a thumb is, in millimetres. It is at the side.
  private var jointHeight: Double {
    switch self {
    case .phoneLandscape: 25
    case .screenLandscape: 40
    case .phonePortrait, .screenPortrait: 45
    }
  }

  /// The joints of the left and the right thumb on a screen of this size.
  static func joints(on size: SurfaceSize) -> (left: Point, right: Point) {
    let y = size.height - HeldScreen(of: size).jointHeight
    return (Point(x: 0, y: y), Point(x: size.width, y: y))
  }
}
