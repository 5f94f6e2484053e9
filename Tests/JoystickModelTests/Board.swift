import Testing

@testable import JoystickModel

/// Controls on a surface of 100 mm by 100 mm, with fingers.
struct Board {
  private(set) var layout: Layout

  init(_ controls: Control...) {
    layout = Layout(surface: Rectangle(x: 0, y: 0, width: 100, height: 100), controls: controls)
  }

  // Each takes what the pad shows afterwards.

  mutating func down(
    _ finger: UInt32, _ x: Double, _ y: Double, pressure: Double? = nil, pad expected: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    apply(.began, finger, Point(x: x, y: y), pressure)
    expect(expected, sourceLocation)
  }

  mutating func move(
    _ finger: UInt32, _ x: Double, _ y: Double, pressure: Double? = nil, pad expected: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    apply(.moved, finger, Point(x: x, y: y), pressure)
    expect(expected, sourceLocation)
  }

  mutating func up(
    _ finger: UInt32, pad expected: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    apply(.ended, finger)
    expect(expected, sourceLocation)
  }

  mutating func cancel(
    _ finger: UInt32, pad expected: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    apply(.cancelled, finger)
    expect(expected, sourceLocation)
  }

  mutating func reset() { layout.reset(time: 0) }

  private mutating func apply(
    _ phase: ContactPhase, _ finger: UInt32, _ position: Point = .zero, _ pressure: Double? = nil
  ) {
    layout.apply(
      ContactEvent(id: ContactID(finger), phase: phase, position: position, pressure: pressure), time: 0)
  }

  private func expect(_ expected: String?, _ sourceLocation: SourceLocation) {
    if let expected { #expect(pad == expected, sourceLocation: sourceLocation) }
  }

  /// The pad's state, without axes and buttons at rest.
  var pad: String {
    let state = layout.gamepadState
    let axes = [
      ("lx", Int(state.leftStick.x)), ("ly", Int(state.leftStick.y)), ("rx", Int(state.rightStick.x)),
      ("ry", Int(state.rightStick.y)), ("lt", Int(state.leftTrigger)), ("rt", Int(state.rightTrigger)),
      ("hx", Int(state.hatX)), ("hy", Int(state.hatY)),
    ]
    return
      (axes.filter { $0.1 != 0 }.map { "\($0.0) \($0.1)" }
      + GamepadButton.allCases.filter(state.isDown).map { "\($0)" }).joined(separator: " ")
  }
}

extension Control {
  static func circle(_ x: Double, _ y: Double, _ radius: Double) -> Region {
    .circle(Circle(center: Point(x: x, y: y), radius: radius))
  }

  /// A round button, of 5 mm radius unless said otherwise, with a margin of 2 mm.
  static func button(
    _ output: GamepadButton, _ x: Double, _ y: Double, radius: Double = 5, slide: Slide = .over
  ) -> Control {
    var control = ButtonControl(name: "\(output)", region: circle(x, y, radius), output: output)
    control.slide = slide
    return .button(control)
  }

  /// A stick of 10 mm that deflects at once.
  static func stick(_ target: StickTarget, _ x: Double, _ y: Double, _ radius: Double = 10) -> Control {
    var parameters = StickParameters(region: circle(x, y, radius))
    parameters.radius = 10
    parameters.origin = .fixed
    parameters.movable = false
    parameters.movedTolerance = 0
    return .stick(StickControl(name: "stick", target: target, stick: Stick(parameters)))
  }
}
