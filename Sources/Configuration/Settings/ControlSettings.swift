internal import Diagnostics
public import EventPipeline
public import JoystickModel

/// A table of the file that controls a part of the pad.
enum ControlSettings: Equatable, Sendable {
  /// `[[stick]]`
  case stick(StickSettings)
  /// `[[button]]`
  case button(ButtonSettings)
  /// `[[buttons]]`
  case buttonGroup(ButtonGroupSettings)
  /// `[[dpad]]`
  case directionPad(DirectionPadSettings)
  /// `[[trigger]]`
  case trigger(TriggerSettings)
}

extension ControlSettings {
  /// The places of the table and its keys in the file.
  var places: Places {
    switch self {
    case .stick(let stick): stick.places
    case .button(let button): button.places
    case .buttonGroup(let group): group.places
    case .directionPad(let pad): pad.places
    case .trigger(let trigger): trigger.places
    }
  }

  /// The region; nil for a stick on the whole surface, and for a button of the device.
  var region: RegionSettings? {
    switch self {
    case .stick(let stick): stick.region
    case .button(let button): button.region
    case .buttonGroup(let group): group.region
    case .directionPad(let pad): pad.region
    case .trigger(let trigger): trigger.region
    }
  }

  /// The place of the value that positions it.
  var regionPlace: SourcePosition? { places.place(of: "region", "input") }
}

extension [ControlSettings] {
  /// The sticks, in the order of their priority.
  var sticks: [StickSettings] {
    compactMap { control in
      if case .stick(let stick) = control { stick } else { nil }
    }
  }
}

/// A `[[button]]` table: a button on the surface, which has a region, or one of the touch device itself, which has an
/// input, such as the button on the side of a pen, or the click of a touchpad.
public struct ButtonSettings: Equatable, Sendable {
  /// The name, for logs and pictures, 1 to 64 bytes. The default is the output, as written in the file.
  public var name = ""
  /// Where a contact presses it; nil for a button of the device.
  var region: RegionSettings?
  /// The device's button, a key; nil for a button on the surface. Tables that exist together have different ones.
  public var input: EventCode?
  /// The button of the pad.
  public var output = GamepadButton.south
  /// How far beyond its region a contact that presses it can move.
  var pressMargin = ButtonSettings.standard.pressMargin
  /// What a sliding finger does.
  var slide = ButtonSettings.standard.slide
  /// The orientation in which it exists; nil is both.
  var when: SurfaceOrientation?

  /// The places of the table and its keys in the file.
  var places = Places()

  /// The defaults of the model.
  static let standard: (pressMargin: Length, slide: Slide) = {
    let model = ButtonControl(name: "", region: StickParameters.standard.region, output: .south)
    return (.millimetres(model.pressMargin), model.slide)
  }()
}

/// A `[[buttons]]` table: a group of four.
struct ButtonGroupSettings: Equatable, Sendable {
  /// The first part of the buttons' names, 1 to 64 bytes. The default is the layout's word.
  var name = ""
  /// The four buttons, and their arrangement in the region.
  var layout = ButtonGroupLayout.diamond
  /// Whether the outputs of `abcd` depend on the positions instead of the labels: X, Y, A and B, which are the diamond
  /// turned by an eighth of a turn.
  var isByPosition = false
  /// The part of the surface that the buttons share.
  var region = RegionSettings.rectangle(AreaSettings())
  /// How far beyond its region a contact that presses a button can move.
  var pressMargin = ButtonSettings.standard.pressMargin
  /// What a sliding finger does.
  var slide = ButtonSettings.standard.slide
  /// The orientation in which it exists; nil is both.
  var when: SurfaceOrientation?

  /// The places of the table and its keys in the file.
  var places = Places()
}

/// The arrangement of a group of buttons.
enum ButtonGroupLayout: String, Sendable, CaseIterable {
  /// A and B over C and D, in the cells of a rectangle. By label, they are the pad's A, B, Y and X: south, east, west
  /// and north.
  case abcd
  /// Y at the top, X on the left, B on the right, A at the bottom, as on an Xbox pad.
  case diamond
}

/// A `[[dpad]]` table.
struct DirectionPadSettings: Equatable, Sendable {
  /// The name, for logs and pictures, 1 to 64 bytes.
  var name = "dpad"
  /// Where a touch lands to hold it.
  var region = RegionSettings.rectangle(AreaSettings())
  /// Four or eight.
  var directions = StickDirections.eight
  /// The dead zone, as a part of the radius or of half the shorter side: 0 or more, below 1.
  var deadZone = DirectionPadControl.standardDeadZone
  /// What it controls. The default is the pad's own direction pad.
  var output = DirectionOutput.hat
  /// The orientation in which it exists; nil is both.
  var when: SurfaceOrientation?

  /// The places of the table and its keys in the file.
  var places = Places()
}

/// A `[[trigger]]` table.
struct TriggerSettings: Equatable, Sendable {
  /// The name, for logs and pictures, 1 to 64 bytes. The default is the target's name.
  var name = ""
  /// Where a touch lands to hold it.
  var region = RegionSettings.rectangle(AreaSettings())
  /// Which of the pad's triggers it pulls.
  var target = TriggerTarget.left
  /// How far a touch pulls it. The default is all the way.
  var pull = TriggerPull.full
  /// How far a finger slides for a full pull, above 0, if it is pulled by sliding. It replaces the distance in
  /// ``pull``.
  var distance = Length.millimetres(15)
  /// The orientation in which it exists; nil is both.
  var when: SurfaceOrientation?

  /// The places of the table and its keys in the file.
  var places = Places()
}

extension TriggerTarget {
  /// The default name of the control.
  public var controlName: String { "\(self) trigger" }
}
