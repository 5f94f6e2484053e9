internal import EventPipeline
internal import JoystickModel

/// Things that can exist only once per orientation, and the tables that claim them.
package struct ControlClaims {
  enum Thing: Hashable {
    case name(String)
    case input(EventCode)
    /// One of the pad's two sticks, by its word.
    case stick(String)
  }

  private var claims: [Thing: [(line: Int, when: SurfaceOrientation?, layer: String?)]] = [:]

  /// Claims something for a table. Returns the line that already claims it, if any.
  mutating func claim(
    _ thing: Thing, for table: SourcePositions, when: SurfaceOrientation?, layer: String? = nil
  ) -> Int? {
    let other = claims[thing]?.first { other in
      other.when.overlaps(when) && (layer == nil || other.layer == nil || layer == other.layer)
    }
    if let other { return other.line }
    claims[thing, default: []].append((table.line, when, layer))
    return nil
  }
}

// Things that can exist only once.
extension SettingsReader {
  mutating func claimNames(of control: some ControlTable) {
    claim(control.uniqueNames, of: control.positions, when: control.when, layer: control.layer)
  }

  /// Claims the names of a control. Notes an error if an earlier control has one of them.
  package mutating func claim(
    _ names: [String], of positions: SourcePositions, when: SurfaceOrientation?, layer: String? = nil
  ) {
    guard !positions.misread.contains("name") else { return }
    let clashes = names.compactMap { name in
      claims.claim(.name(name), for: positions, when: when, layer: layer).map { (name, $0) }
    }
    if let (name, line) = clashes.first { report(sameName: name, in: line, at: positions) }
  }

  private mutating func report(sameName name: String, in line: Int, at positions: SourcePositions) {
    report(
      "same-name", "line \(line) already uses the name \(quoted(name))", hint: "use another name",
      at: positions.position(of: "name"))
  }

  /// Claims one of the device's buttons. Notes an error if an earlier table uses it.
  mutating func claim(_ input: EventCode, of positions: SourcePositions, when: SurfaceOrientation?) {
    guard let line = claims.claim(.input(input), for: positions, when: when), let name = input.name
    else { return }
    report(
      "same-input", "line \(line) already uses the input \(name)", hint: "use another button of the device",
      at: positions.position(of: "input"))
  }

  /// Claims the name of a stick, and the stick of the pad that it moves.
  mutating func claimStick(_ stick: StickSettings) {
    let positions = stick.positions
    guard !positions.misread.contains("target") else { return }
    let clash =
      positions.misread.contains("name")
      ? nil : claims.claim(.name(stick.name), for: positions, when: stick.when, layer: stick.layer)
    let target = stick.target
    if target == .left || target == .right,
      let other = claims.claim(.stick(target.word), for: positions, when: stick.when, layer: stick.layer)
    {
      let free: StickTarget = target == .left ? .right : .left
      report(
        "same-target", "line \(other) already moves the \(target.word) stick",
        hint: "use target = \"\(free.word)\"", at: positions.position(of: "target"))
    } else if let clash {
      report(sameName: stick.name, in: clash, at: positions)
    }
  }
}
