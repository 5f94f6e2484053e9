internal import EventPipeline

// Settings of a touch device that several files share.
extension Settings {
  /// The contradictions between two files that share a touch device.
  ///
  /// They must agree on ``DeviceSettings/grab``, ``DeviceSettings/passesThrough``, ``DeviceSettings/size``,
  /// ``DeviceSettings/rotation`` and ``toggle``. A file without one of these has its default.
  ///
  /// - Returns: An error for each, in the second file: at the value, else at its table, else without a place. Nil
  ///   when they agree.
  package static func disagreement(between first: Settings, and second: Settings) -> ConfigurationError? {
    let other = first.fileName.map(quoted) ?? "the previous file"
    let (one, two) = (first.device, second.device)
    let keys: [(name: String, isSame: Bool)] = [
      ("grab", one.grab == two.grab),
      // If only one of them grabs, that is the error.
      ("pass_through", one.grab != two.grab || one.passesThrough == two.passesThrough),
      ("size", one.size == two.size), ("rotation", one.effectiveRotation == two.effectiveRotation),
    ]
    var differences = keys.filter { !$0.isSame }.map {
      (name: $0.name, position: two.positions.position(of: $0.name))
    }
    if first.toggle != second.toggle {
      differences.append((name: "[toggle]", position: second.toggle?.position(unlike: first.toggle)))
    }
    let errors = differences.map { name, position in
      Diagnostic(
        .error, "disagreement", "\(name) differs from \(other), which uses the same device",
        hint: "make them match or remove one file", at: position, in: second.fileName)
    }
    return errors.isEmpty ? nil : ConfigurationError(errors)
  }
}

extension DeviceSettings {
  /// Whether both have the same conditions, and so always select the same device.
  package func selectsSame(as other: DeviceSettings) -> Bool {
    (name, type, vendor, product, path) == (other.name, other.type, other.vendor, other.product, other.path)
  }

  /// The rotation, or its default for the type of device that is asked for.
  fileprivate var effectiveRotation: RotationSetting {
    let deviceClass: DeviceClass = if case .one(let only) = type { only } else { .touchscreen }
    return rotationSetting(of: deviceClass)
  }
}
