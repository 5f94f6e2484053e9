internal import Diagnostics
internal import EventPipeline

// What holds for a touch device as a whole, when several files make a pad of it each.
extension Settings {
  /// What two files that share a touch device say of it that cannot both be.
  ///
  /// They have to agree on ``DeviceSettings/grab``, on what ``DeviceSettings/passesThrough`` comes to, on
  /// ``DeviceSettings/size``, ``DeviceSettings/rotation`` and on ``toggle``. A file that does not have one of these says its default.
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
  /// Whether both ask for a device in the same words, so that it is the same one, whatever there is.
  public func selectsSame(as other: DeviceSettings) -> Bool {
    (name, type, vendor, product, path) == (other.name, other.type, other.vendor, other.product, other.path)
  }

  /// The rotation, or its default for the type of device that is asked for.
  fileprivate var effectiveRotation: RotationSetting {
    let deviceClass: DeviceClass = if case .one(let only) = type { only } else { .touchscreen }
    return rotationSetting(of: deviceClass)
  }
}

/// What files that share a touch device have to agree on: a key, or a table.
private enum SharedSetting: String, CaseIterable {
  case grab
  case passThrough = "pass_through"
  case size
  case rotation
  case toggle = "[toggle]"

  func isSame(in first: Settings, and second: Settings) -> Bool {
    switch self {
    case .grab: first.device.grab == second.device.grab
    // Where one grabs and the other does not, that is the mistake.
    case .passThrough:
      first.device.grab != second.device.grab || first.device.passesThrough == second.device.passesThrough
    case .size: first.device.size == second.device.size
    case .rotation: first.device.effectiveRotation == second.device.effectiveRotation
    case .toggle: first.toggle == second.toggle
    }
  }

  /// Where the settings say it, if they do.
  func place(in settings: Settings, unlike other: Settings) -> SourcePosition? {
    switch self {
    case .grab: settings.device.places.place(of: "grab")
    case .passThrough: settings.device.places.place(of: "pass_through")
    case .size: settings.device.places.place(of: "size")
    case .rotation: settings.device.places.place(of: "rotation")
    case .toggle: settings.toggle?.place(unlike: other.toggle)
    }
  }
}
