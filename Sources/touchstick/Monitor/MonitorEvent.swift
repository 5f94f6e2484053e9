internal import Configuration
internal import Diagnostics
internal import JoystickModel
internal import OperatingSystem
internal import OverlayFeed

/// Something that happens to a control, to a touch or to all pads.
struct MonitorEvent: Equatable, Encodable {
  /// What happens. The words are those of the JSON.
  enum Kind: String, Encodable {
    /// The pads are off.
    case off
    /// A touch device is used with a layout.
    case layout
    /// A finger holds a stick or a trigger.
    case down
    /// The finger has left it.
    case released
    /// A button of the pad goes down.
    case pressed
    /// A button of the pad goes up.
    case up
    /// A direction pad or a stick changes its direction.
    case direction
    /// A touch that no control holds.
    case touch
    /// That touch has lifted.
    case lifted
  }

  /// Where a touch goes that no control holds.
  enum Destination: String, Encodable { case desktop, nobody }

  let event: Kind
  var device: String?
  /// The pad's number, from 1.
  var pad: Int?
  var control: String?
  var button: String?
  var direction: String?
  /// In millimetres, to a tenth.
  var x, y: Double?
  var to: Destination?
  var reason: String?
  /// In millimetres, to a tenth.
  var width, height: Double?
  var controls: Int?

  init(_ event: Kind, device: String? = nil) {
    self.event = event
    self.device = device
  }

  mutating func place(at position: Point?) {
    (x, y) = (position.map { tenths($0.x) }, position.map { tenths($0.y) })
  }

  /// One line, without its end.
  var text: String {
    switch event {
    case .off: reason ?? "the pads are off"
    case .layout:
      "using \(device?.printable ?? ""), \(whole(width)) x \(whole(height)) mm, "
        + counted(controls ?? 0, "control")
    case .down: subject + " down" + position
    case .released: subject + " released"
    case .pressed: button.map { "\(prefix)\($0) pressed" } ?? ""
    case .up: button.map { "\(prefix)\($0) released" } ?? ""
    case .direction: "\(subject) \(direction ?? "in the middle")"
    case .touch:
      "touch\(position) " + (to.map { "-> \($0.rawValue)" } ?? "ignored until it lifts")
        + " (\(reason ?? ""))"
    case .lifted: "touch lifted" + position
    }
  }

  private var prefix: String { pad.map { $0 > 1 ? "pad \($0): " : "" } ?? "" }
  private var subject: String { prefix + (control?.printable ?? "") }
  private var position: String { x == nil ? "" : " at \(whole(x)), \(whole(y)) mm" }
  private func whole(_ length: Double?) -> String { String(Int((length ?? 0).rounded())) }
}

extension FeedControl {
  /// What users call it.
  var title: String {
    switch kind {
    case .stick(.left): "left stick"
    case .stick(.right): "right stick"
    case .stick(.directions): "stick \(name)"
    case .button(let button): button.label
    case .directionPad: "direction pad"
    case .trigger(.left): "left trigger"
    case .trigger(.right): "right trigger"
    }
  }
}
