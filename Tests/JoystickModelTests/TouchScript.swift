@testable import JoystickModel

/// A step of a touch; times in milliseconds, positions in millimetres.
enum TouchStep: Sendable {
  case down(Int64, Double, Double)
  case move(Int64, Double, Double)
  case up(Int64)
  case cancel(Int64)
}

/// A stick of 10 mm in the middle of a surface of 100 mm by 100 mm, and a log of its changes.
struct TouchScript {
  static let home = Point(x: 50, y: 50)
  static let everywhere = Region.rectangle(Rectangle(x: 0, y: 0, width: 100, height: 100))

  var parameters: StickParameters
  /// The changes, as `TIME BUTTONS` or `TIME base X Y`. A line without a button says that all are up.
  private(set) var log: [String] = []
  private(set) var stick: Stick
  private var contact: UInt32 = 0
  private var time: Int64 = 0

  /// Runs the steps, and then all timers.
  static func log(_ steps: [TouchStep], _ change: (inout StickParameters) -> Void) -> [String] {
    var script = TouchScript(change)
    for step in steps { script.take(step) }
    script.finish()
    return script.log
  }

  init(_ change: (inout StickParameters) -> Void) {
    parameters = StickParameters(region: Self.everywhere, center: Self.home)
    parameters.radius = 10
    change(&parameters)
    stick = Stick(parameters)
  }

  mutating func take(_ step: TouchStep) {
    switch step {
    case .down(let milliseconds, let x, let y):
      contact += 1
      let id = ContactID(contact)
      at(milliseconds) { $0.begin(id, at: Point(x: x, y: y), time: $1) }
    case .move(let milliseconds, let x, let y):
      at(milliseconds) { $0.move(to: Point(x: x, y: y), time: $1) }
    case .up(let milliseconds): at(milliseconds) { $0.end(time: $1) }
    case .cancel(let milliseconds): at(milliseconds) { $0.cancel(time: $1) }
    }
  }

  /// Runs timers until nothing is due.
  mutating func finish() { pass(before: .max) }

  private mutating func at(_ milliseconds: Int64, _ body: (inout Stick, Int64) -> Void) {
    pass(before: milliseconds * 1000)
    time = milliseconds * 1000
    change { body(&$0, $1) }
  }

  private mutating func pass(before end: Int64) {
    while let deadline = stick.deadline, deadline < end {
      time = deadline
      change { $0.advance(to: $1) }
    }
  }

  private mutating func change(_ body: (inout Stick, Int64) -> Void) {
    let (buttons, base) = (stick.buttons, stick.base)
    body(&stick, time)
    let milliseconds = Double(time) / 1000
    if stick.buttons != buttons {
      let down = GamepadButton.allCases.filter { stick.buttons & $0.mask != 0 }
      log.append(([Self.text(milliseconds)] + down.map { "\($0)" }).joined(separator: " "))
    }
    if stick.base != base {
      log.append("\(Self.text(milliseconds)) base \(Self.text(stick.base.x)) \(Self.text(stick.base.y))")
    }
  }

  private static func text(_ number: Double) -> String {
    number == number.rounded() ? "\(Int(number))" : "\(number)"
  }
}
