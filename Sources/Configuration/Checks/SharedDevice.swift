internal import Diagnostics
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
  public static func disagreement(between first: Settings, and second: Settings) -> ConfigurationError? {
    let other = first.fileName.map(quoted) ?? "the previous file"
    let errors = SharedSetting.allCases.filter { !$0.isSame(in: first, and: second) }.map { setting in
      Diagnostic(
        .error, "disagreement",
        "\(setting.rawValue) differs from \(other), which uses the same device",
        hint: "make them match or remove one file", at: setting.place(in: second, unlike: first),
        in: second.fileName)
    }
    return errors.isEmpty ? nil : ConfigurationError(errors)
  }
}

extension DeviceSettings {
  /// Whether both have the same conditions, and so always select the same device.
  public func selectsSame(as other: DeviceSettings) -> Bool {
    (name, type, vendor, product, path) == (other.name, other.type, other.vendor, other.product, other.path)
  }

  /// The rotation, or its default for the type of device that is asked for.
  fileprivate var effectiveRotation: RotationSetting {
    let deviceClass: DeviceClass = if case .one(let only) = type { only } else { .touchscreen }
    return rotationSetting(of: deviceClass)
  }
}

/// A setting that files with the same touch device must agree on: a key or a table.
private enum SharedSetting: String, CaseIterable {
  case grab
  case passThrough = "pass_through"
  case size
  case rotation
  case toggle = "[toggle]"

  func isSame(in first: Settings, and second: Settings) -> Bool {
    switch self {
    case .grab: first.device.grab == second.device.grab
    // If only one of them grabs, that is the error.
    case .passThrough:
      first.device.grab != second.device.grab || first.device.passesThrough == second.device.passesThrough
    case .size: first.device.size == second.device.size
    case .rotation: first.device.effectiveRotation == second.device.effectiveRotation
    case .toggle: first.toggle == second.toggle
    }
  }

  /// The place of the setting, if the file has it.
  func place(in settings: Settings, unlike other: Settings) -> SourcePosition? {
    switch self {
    case .grab, .passThrough, .size, .rotation: settings.device.places.place(of: rawValue)
    case .toggle: settings.toggle?.place(unlike: other.toggle)
    }
  }
}
