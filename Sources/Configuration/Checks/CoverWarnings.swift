internal import JoystickModel

/// A control on a surface, and where it is in the file.
struct PlacedControl {
  let control: Control
  let table: SourcePosition?
  /// The place of what says where the control is.
  let place: SourcePosition?
}

// Controls that lie on others which come first.
extension ScaledSurface {
  /// Nobody has room for more, and each is compared with all before it: others are not looked at.
  static let mostControls = 500

  /// What the tables put on the surface.
  func placedControls(_ tables: [ControlSettings]) -> [PlacedControl] {
    tables.prefix(Self.mostControls).flatMap { settings in
      controls(settings).map { control in
        PlacedControl(control: control, table: settings.places.table, place: settings.regionPlace)
      }
    }
  }

  /// What no first touch gets to in one file.
  func coverWarnings(of controls: [PlacedControl]) -> [LocatedWarning] {
    controls.indices.compactMap { index in
      coverWarning(of: controls[index], behind: controls[..<index], in: nil, whereAtMost: 0.5)
    }
  }

  /// What no first touch gets to because a file before it has the same device.
  func coverWarnings(of controls: [PlacedControl], behind others: [PlacedControl], in file: String?)
    -> [LocatedWarning]
  {
    controls.compactMap { coverWarning(of: $0, behind: others[...], in: file, whereAtMost: .infinity) }
  }

  /// - Parameter part: A control on one that a single finger has, such as a stick, is no mistake where it is as
  ///   large a part of that: what a second finger does on a stick's region can well be meant.
  private func coverWarning(
    of control: PlacedControl, behind others: ArraySlice<PlacedControl>, in file: String?,
    whereAtMost part: Double
  ) -> LocatedWarning? {
    let covering = others.filter { covers($0.control.region, control.control.region) }
    let name = control.control.name
    if let button = covering.first(where: \.control.isButton) {
      return (.control(.hidden(name, behind: button.reference(in: file))), control.place)
    }
    let area = visibleArea(of: control.control.region)
    let other = covering.first { area < visibleArea(of: $0.control.region) * part }
    return other.map { other in
      (.control(.needsSecondFinger(name, behind: other.reference(in: file))), control.place)
    }
  }
}

extension PlacedControl {
  fileprivate func reference(in file: String?) -> ControlReference {
    ControlReference(name: control.name, file: file, line: table?.line)
  }
}

extension Control {
  /// Whether it is for any number of fingers.
  fileprivate var isButton: Bool { if case .button = self { true } else { false } }
}
