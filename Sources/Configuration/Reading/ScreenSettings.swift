package import EventPipeline

/// What a user says of the session's screen: `[screen]` in `session.toml`. touchstick-session reports it to touchstickd in place
/// of what the desktop says.
package struct ScreenSettings: Equatable, Sendable {
  /// Nil is that of the picture.
  package var rotation: Rotation?
  /// Of the glass, with or without the rotation; nil is what the desktop says.
  package var size: SurfaceSize?

  package init() {}

  /// That of this program's user. A file with an error has none: whoever reads it for its own sake reports that.
  package static var ofUser: ScreenSettings {
    SavedChoices.path.flatMap { try? SavedChoices.read(path: $0) }?.screen ?? ScreenSettings()
  }
}

extension ScreenSettings: RowTable {
  package static let table = "screen"

  static let rows: [Row<Self>] = [
    Row(
      "rotation", optional: \.rotation, .words(Rotation.allCases.map { (word: "\($0.rawValue)", $0) }),
      defaultText: "that of the picture", "How the screen is held, in degrees clockwise."),
    Row(
      "size", optional: \.size, .size, defaultText: "what the desktop says",
      "The size of the glass, if neither the configuration nor the device nor the panel says one."),
  ]
}

struct ScreenTable: TableKind {
  let heading = "[screen]"
  let location = "in [screen]"
  let keyNames = ScreenSettings.rows.map(\.key.name)
  let shape = ""
}

/// A change of what a user says of the screen.
package enum ScreenChange: Equatable, Sendable {
  case rotation(Rotation?)
  /// Rounded to whole millimetres.
  case size(SurfaceSize?)

  fileprivate var edit: (key: String, value: TextChange.Value?) {
    switch self {
    case .rotation(let rotation): ("rotation", rotation.map { .number(Double($0.rawValue)) })
    case .size(let size):
      ("size", size.map { .text("\(Int($0.width.rounded()))mm x \(Int($0.height.rounded()))mm") })
    }
  }
}

extension SavedChoices {
  /// Changes what is said of the screen in the user's file, and nothing else.
  package static func setScreen(_ change: ScreenChange, path: String? = nil) throws(ConfigurationError) {
    _ = try changeText(path: path) { text, file throws(ConfigurationError) in
      let (key, value) = change.edit
      try text.set(key, in: ScreenSettings.table, to: value, file: file)
    }
  }
}
