/// A control on the surface, which a contact can hold. A layout consists of controls.
public enum Control: Equatable, Sendable {
  case stick(StickControl)
  case button(ButtonControl)
  case directionPad(DirectionPadControl)
  case trigger(TriggerControl)
  case look(LookControl)
  case slider(SliderControl)
  case wheel(WheelControl)
  /// A part of the surface where contacts do nothing.
  case ignore(IgnoreControl)

  /// The name, for logs, reports and pictures.
  public var name: String { read(TraitReader()).name }
  /// Whether the name is the user's, and not a default.
  public var isNamed: Bool { read(TraitReader()).isNamed }
  public var appearance: Appearance { read(AppearanceReader()) }
  /// Where a contact must land to hold it.
  public var region: Region { read(TraitReader()).region }

  @inline(__always) private func read<Reader: ControlReader>(_ reader: Reader) -> Reader.Answer {
    var reader = reader
    return switch self {
    case .stick(let control): reader.read(control)
    case .button(let control): reader.read(control)
    case .directionPad(let control): reader.read(control)
    case .trigger(let control): reader.read(control)
    case .look(let control): reader.read(control)
    case .slider(let control): reader.read(control)
    case .wheel(let control): reader.read(control)
    case .ignore(let control): reader.read(control)
    }
  }
}

/// The location of a control in its layout: its kind, and its index among the controls of that kind.
enum ControlIndex: Equatable {
  case stick(Int)
  case button(Int)
  case directionPad(Int)
  case trigger(Int)
  case look(Int)
  case slider(Int)
  case wheel(Int)
  case ignore(Int)
}

/// The controls of a layout. Each kind has an array of its own, so that controls change in place: the payload of an enum
/// is copied.
struct ControlStore: Equatable, Sendable {
  var sticks: [StickControl] = []
  var buttons: [ButtonControl] = []
  var directionPads: [DirectionPadControl] = []
  var triggers: [TriggerControl] = []
  var looks: [LookControl] = []
  var sliders: [SliderControl] = []
  var wheels: [WheelControl] = []
  var ignored: [IgnoreControl] = []

  mutating func append(_ control: Control) -> ControlIndex {
    func add<Kind>(_ control: Kind, to kind: inout [Kind]) -> Int {
      kind.append(control)
      return kind.count - 1
    }
    return switch control {
    case .stick(let control): .stick(add(control, to: &sticks))
    case .button(let control): .button(add(control, to: &buttons))
    case .directionPad(let control): .directionPad(add(control, to: &directionPads))
    case .trigger(let control): .trigger(add(control, to: &triggers))
    case .look(let control): .look(add(control, to: &looks))
    case .slider(let control): .slider(add(control, to: &sliders))
    case .wheel(let control): .wheel(add(control, to: &wheels))
    case .ignore(let control): .ignore(add(control, to: &ignored))
    }
  }

  @inline(__always)
  func read<Reader: ControlReader>(_ index: ControlIndex, _ reader: Reader) -> Reader.Answer {
    var reader = reader
    return read(index, with: &reader)
  }

  @inline(__always)
  func read<Reader: ControlReader>(_ index: ControlIndex, with reader: inout Reader) -> Reader.Answer {
    switch index {
    case .stick(let index): reader.read(sticks[index])
    case .button(let index): reader.read(buttons[index])
    case .directionPad(let index): reader.read(directionPads[index])
    case .trigger(let index): reader.read(triggers[index])
    case .look(let index): reader.read(looks[index])
    case .slider(let index): reader.read(sliders[index])
    case .wheel(let index): reader.read(wheels[index])
    case .ignore(let index): reader.read(ignored[index])
    }
  }

  @inline(__always) mutating func change(_ index: ControlIndex, _ event: ControlEvent, time: Int64) {
    switch index {
    case .stick(let index): sticks[index].apply(event, time: time)
    case .button(let index): buttons[index].apply(event, time: time)
    case .directionPad(let index): directionPads[index].apply(event, time: time)
    case .trigger(let index): triggers[index].apply(event, time: time)
    case .look(let index): looks[index].apply(event, time: time)
    case .slider(let index): sliders[index].apply(event, time: time)
    case .wheel(let index): wheels[index].apply(event, time: time)
    case .ignore(let index): ignored[index].apply(event, time: time)
    }
  }
}
