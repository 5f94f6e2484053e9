// What is said of how the values of a device, or those that two files have for one, go together.

extension DeviceProblem {
  var sentence: String {
    switch self {
    case .passThroughWithoutGrab:
      "pass_through is true, but the desktop sees everything already with grab = false; take one of them out"
    case .disagreement(let setting, let file):
      "\(setting.key) is not what it is in \(file.map(quoted) ?? "the file before"), "
        + "which has the same device; make them say the same"
    }
  }
}

extension SharedSetting {
  /// The key, or the table.
  fileprivate var key: String {
    switch self {
    case .grab: "grab"
    case .passThrough: "pass_through"
    case .size: "size"
    case .rotation: "rotation"
    case .toggle: ConfigurationTable.toggle.heading
    }
  }
}
