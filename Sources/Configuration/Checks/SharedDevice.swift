// What holds for a touch device as a whole, when several files make a pad of it each.
extension Settings {
  /// What two files that share a touch device say of it that cannot both be.
  ///
  /// They have to agree on ``DeviceSettings/grab``, on what ``DeviceSettings/passesThrough`` comes to, on
  /// ``DeviceSettings/size``, ``DeviceSettings/rotation`` and on ``toggle``. A file that does not have one of these says its default.
  ///
  /// - Returns: A problem for each, in the second file: at the value, else at its table, else without a place. Nil
  ///   when they agree.
  public static func disagreement(between first: Settings, and second: Settings) -> ConfigurationError? {
    let problems = SharedSetting.allCases.filter { !$0.isSame(in: first, and: second) }.map { setting in
      ConfigurationProblem(
        file: second.fileName, position: setting.place(in: second, unlike: first),
        kind: .device(.disagreement(setting, with: first.fileName)))
    }
    return problems.isEmpty ? nil : ConfigurationError(problems)
  }
}

extension DeviceSettings {
  /// Whether both ask for a device in the same words, so that it is the same one, whatever there is.
  public func selectsSame(as other: DeviceSettings) -> Bool {
    (name, type, vendor, product, path) == (other.name, other.type, other.vendor, other.product, other.path)
  }

  /// The rotation, or its default for the type of device that is asked for.
  fileprivate var effectiveRotation: RotationSetting {
    switch type {
    case .one(.touchpad), .one(.tablet): rotation ?? .fixed(.topUp)
    case nil, .any, .one(.touchscreen): rotation ?? .screen
    }
  }
}

extension SharedSetting {
  fileprivate func isSame(in first: Settings, and second: Settings) -> Bool {
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
  fileprivate func place(in settings: Settings, unlike other: Settings) -> SourcePosition? {
    switch self {
    case .grab: settings.device.places.place(of: "grab")
    case .passThrough: settings.device.places.place(of: "pass_through")
    case .size: settings.device.places.place(of: "size")
    case .rotation: settings.device.places.place(of: "rotation")
    case .toggle:
      settings.toggle?.places.place(
        of: settings.toggle?.fingers == other.toggle?.fingers ? "hold_time" : "fingers")
    }
  }
}
