internal import Configuration
internal import EventPipeline
internal import InputDevices
internal import JoystickModel
internal import System

// What keeps something from working, for people with a finger: without commands, and with what can be done here.

extension MenuProblem {
  init(_ problem: PadStatus.Problem) {
    let (message, hint) = Self.words(for: problem.obstacle) ?? (Self.sentence(problem.message), "")
    self.init(message: message, hint: hint)
  }

  private static func words(for obstacle: PadStatus.Problem.Obstacle?) -> (String, String)? {
    switch obstacle {
    case .off: ("The pads are off.", "Choose “Pads on” in this menu.")
    case .locked: ("The screen was locked while the pads were on.", "Choose “Pads on” in this menu.")
    case .unlocked: ("The pads are on only while the screen is locked.", "")
    case .away: ("Another user is at the screen.", "")
    case .gamepad: ("The pads rest while a real gamepad is connected.", "Disconnect it.")
    case .noDevice: ("There is no screen for the pads.", "Connect it again, or restart the computer.")
    case .noControls:
      (
        "The layout has no control for the way in which you hold the screen.",
        "Turn the screen, or choose another layout."
      )
    case .grabbed: ("Another program keeps the screen for itself.", "Close that program.")
    case .misfit: ("The layout does not fit the screen.", "Choose another one, or edit this one.")
    case .device: ("The screen does not answer.", "Connect it again, or restart the computer.")
    case .released, nil: nil
    }
  }

  /// What the user's files and programs lack.
  static func ofSession(_ status: PadStatus) -> [MenuProblem] {
    let screen = status.devices.first { $0.deviceClass == DeviceClass.touchscreen.rawValue }
    var problems: [MenuProblem] = []
    if let path = SavedChoices.path {
      do throws(ConfigurationError) {
        _ = try SavedChoices.read(path: path)
      } catch {
        let place = error.diagnostics.first.map { $0.withLine } ?? ""
        problems.append(
          MenuProblem(
            message: "The file with your choices has an error\(place), so that it does not count.",
            hint: "Its name is \(path.printable)."))
      }
    }
    if !ProgramLock("touchstick-session").isHeld {
      problems.append(
        MenuProblem(
          message: "What you keep here is not applied: the program for that does not run.",
          hint: "Log out and in again."))
    }
    if screen?.sizeSource == SurfaceSizeSource.assumption.rawValue {
      problems.append(
        MenuProblem(
          message: "The screen does not report its size, so that the controls may be too large or too small.",
          hint: "Choose the size under “Screen”."))
    }
    return problems
  }

  /// A message as a sentence.
  private static func sentence(_ message: String) -> String {
    let text = message.printable.withWholeMillimetres
    return text.prefix(1).uppercased() + text.dropFirst() + "."
  }
}

extension Diagnostic {
  fileprivate var withLine: String { position.map { " in line \($0.line)" } ?? "" }
}

extension String {
  /// The same with each length rounded: more than whole millimetres says nothing to a finger.
  var withWholeMillimetres: String {
    var words = split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    for index in words.indices.dropFirst() where words[index].hasPrefix("mm") {
      guard let length = Double(words[index - 1]) else { continue }
      words[index - 1] = "\(Int(length.rounded()))"
    }
    return words.joined(separator: " ")
  }
}

extension Settings {
  /// Why a layout is not for a touchscreen; nil if it is.
  func obstacle(to layout: Layout, on size: SurfaceSize) -> String? {
    if let input = deviceButtons(on: size).lazy.compactMap(\.input).first {
      return [.btnStylus, .btnStylus2, .btnStylus3].contains(input) ? "for a pen" : "for a touchpad"
    }
    let corners = [Point(x: 0, y: 0), Point(x: size.width, y: size.height)]
    let whole = layout.controls.first { control in corners.allSatisfy(control.region.contains) }
    return whole.map { "“\($0.name)” would keep the whole screen from the desktop" }
  }
}
