internal import JoystickModel
internal import OverlayFeed
internal import OverlayTheme

/// The last picture of a scene: most controls are still as they were, and their shapes need not be made anew.
public struct PictureMemory: Sendable {
  /// What the shapes of all controls depend on.
  struct Looks: Equatable {
    let layout: FeedLayout
    let theme: Theme
    let output: OutputPicture
    /// What all opacities are multiplied by.
    let opacity: Double
  }

  private var looks: Looks?
  private var states: [ControlReport] = []
  private var picture = OverlayPicture()

  /// Makes an empty memory.
  public init() {}

  /// The picture of controls in these states, one for each control of the layout.
  mutating func picture(_ looks: Looks, _ states: [ControlReport]) -> OverlayPicture {
    let isKnown = looks == self.looks
    let glass = Glass(looks.layout, looks.output)
    let controls = looks.layout.controls.indices.map { index in
      if isKnown, states[index] == self.states[index] { return picture.controls[index] }
      return ControlShapes(
        control: looks.layout.controls[index], state: states[index], glass: glass, theme: looks.theme,
        opacity: looks.opacity
      ).all
    }
    picture = OverlayPicture(controls)
    (self.looks, self.states) = (looks, states)
    return picture
  }
}
