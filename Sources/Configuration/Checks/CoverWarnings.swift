package import EventPipeline
package import JoystickModel
internal import System

struct PlacedControl {
  let control: Control
  let fingerSize: FingerSize?
  let holdsAnyNumber: Bool
  /// Whether a thumb may land and rest anywhere in its region, which is not drawn: that of a stick or a look pad.
  let isWide: Bool
  let table: SourcePosition?
  let position: SourcePosition?
  /// The layers in which it exists; nil is always. A button exists in the layer that it shows, too.
  let layers: [String]?
  /// Those in which a finger must reach it: not the layer that it shows only while a finger holds it.
  let reachedLayers: [String]?
  /// That of the control. To ask the control for it would copy the control, for each pair of them.
  let region: Region

  fileprivate init(_ control: Control, of settings: ControlSettings, on surface: ScaledSurface) {
    self.control = control
    fingerSize = settings.table.fingerSize(in: surface.visibleBox(of: control.region))
    (holdsAnyNumber, isWide) = (settings.table.holdsAnyNumber, settings.table.holdsRestingThumb)
    table = settings.positions.table
    position = settings.table.regionPosition
    region = control.region
    let own = settings.layer.map { [$0] }
    if let button = settings.table as? ButtonSettings, case .show(let shown) = button.action.layerChange {
      layers = own.map { $0 + [shown] }
      reachedLayers = button.action.mode == .toggle ? layers : own
    } else {
      (layers, reachedLayers) = (own, own)
    }
  }

  /// Whether it exists when a finger must reach another control of the same file.
  func meets(_ other: PlacedControl) -> Bool {
    // Most have none, and a comparison with nil retains nothing.
    if layers == nil || other.reachedLayers == nil { return true }
    return layers?.contains { other.reachedLayers?.contains($0) == true } ?? true
  }
}

extension Settings {
  /// The region of each table of controls on a surface, in the order of the file; nil for one that has none there.
  package func regions(on size: SurfaceSize) -> [Region?] {
    let surface = ScaledSurface(size: size)
    return controls.map { settings in
      surface.errors(of: settings).isEmpty ? settings.table.controls(on: surface).first?.region : nil
    }
  }
}

// Controls that are covered by earlier ones, completely or partly.
extension ScaledSurface {
  /// The controls without those that have errors on this surface, and cannot be made.
  func placedControls(_ tables: [ControlSettings]) -> [PlacedControl] {
    tables.filter { errors(of: $0).isEmpty }.flatMap { settings in
      settings.table.controls(on: self).map { PlacedControl($0, of: settings, on: self) }
    }
  }

  /// The controls of one file that a first touch cannot reach.
  func coverWarnings(of controls: [PlacedControl]) -> [Diagnostic] {
    controls.indices.compactMap { index in
      coverWarning(of: controls[index], behind: controls[..<index], in: nil, whereAtMost: 0.5)
        ?? overlapWarning(of: controls[index], behind: controls[..<index], in: nil)
    }
  }

  /// The controls that a first touch cannot reach because of an earlier file for the same device. Any layer of one file
  /// can exist together with any of another.
  func coverWarnings(of controls: [PlacedControl], behind others: [PlacedControl], in file: String?)
    -> [Diagnostic]
  {
    controls.compactMap { control in
      coverWarning(of: control, behind: others[...], in: file, whereAtMost: .infinity)
        ?? overlapWarning(of: control, behind: others[...], in: file)
    }
  }

  /// Warns of the largest overlap with an earlier control. A control that fills a quarter of the surface is a background, and
  /// may be overlapped; a stick or a look pad also by what is a quarter of it or less.
  private func overlapWarning(
    of control: PlacedControl, behind others: ArraySlice<PlacedControl>, in file: String?
  ) -> Diagnostic? {
    let region = control.region
    // Controls on top of ignored glass are meant.
    if case .ignore = control.control { return nil }
    let area = visibleArea(of: region)
    guard area < size.width * size.height / 4 - Self.slack else { return nil }
    var (largest, length): (Int?, Double) = (nil, Self.slack)
    for index in others.indices where file != nil || others[index].table != control.table {
      let overlap = region.overlap(with: others[index].region)
      let isBackground = control.isWide && 4 * visibleArea(of: others[index].region) <= area
      if overlap > length, !isBackground, file != nil || others[index].meets(control) {
        (largest, length) = (index, overlap)
      }
    }
    guard let largest else { return nil }
    let (name, other) = (control.control.name, others[largest].reference(in: file))
    return Diagnostic(
      .warning, "overlap",
      "\(quoted(name)) overlaps \(other) by \(rounded(length)) mm, and receives no touches there",
      hint: "move them apart", about: [name, other], at: control.position)
  }

  /// - Parameter part: From this part of the covering control's area on, there is no warning. A large control under a
  ///   stick may be meant for a second finger.
  private func coverWarning(
    of control: PlacedControl, behind others: ArraySlice<PlacedControl>, in file: String?,
    whereAtMost part: Double
  ) -> Diagnostic? {
    let region = control.region
    let covering = others.indices.lazy.filter { index in
      covers(others[index].region, region) && (file != nil || others[index].meets(control))
    }
    let name = control.control.name
    if let index = covering.first(where: { others[$0].holdsAnyNumber }) {
      let other = others[index]
      return Diagnostic(
        .warning, "hidden",
        "\(other.control.isButton ? "the button " : "")\(other.reference(in: file)) covers \(quoted(name)) and gets all its touches",
        hint: "put \(quoted(name)) before it, or move it away",
        about: [name, other.reference(in: file)],
        at: control.position)
    }
    let area = visibleArea(of: region)
    let second = covering.first { area < visibleArea(of: others[$0].region) * part }
    return second.map { index in
      let other = others[index]
      return Diagnostic(
        .warning, "second-finger",
        "\(other.reference(in: file)) covers \(quoted(name)) and gets its touches, unless another finger holds it",
        hint: "put \(quoted(name)) before it", about: [name, other.reference(in: file)],
        at: control.position)
    }
  }
}

extension PlacedControl {
  fileprivate func reference(in file: String?) -> String {
    let name = quoted(control.name)
    return switch (file, table?.line) {
    case (let file?, let line?): "\(name) (\(file.escaped):\(line))"
    case (let file?, nil): "\(name) (\(file.escaped))"
    case (nil, let line?): "\(name) (line \(line))"
    case (nil, nil): name
    }
  }
}

extension Control {
  fileprivate var isButton: Bool { if case .button = self { true } else { false } }
}

extension Region {
  /// How far, in millimetres, one of the two must move so that they do not overlap; negative or 0 if they do not
  /// overlap.
  package func overlap(with other: Region) -> Double {
    switch (self, other) {
    case (.circle(let one), .circle(let other)):
      one.radius + other.radius - (one.center - other.center).length
    case (.rectangle(let one), .rectangle(let other)):
      min(
        min(one.x + one.width, other.x + other.width) - max(one.x, other.x),
        min(one.y + one.height, other.y + other.height) - max(one.y, other.y))
    case (.circle(let circle), .rectangle(let rectangle)), (.rectangle(let rectangle), .circle(let circle)):
      circle.radius - (rectangle.clamp(circle.center) - circle.center).length
    }
  }
}
