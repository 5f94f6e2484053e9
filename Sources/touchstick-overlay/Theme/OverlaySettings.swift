internal import Configuration
internal import Drawing
internal import Configuration
internal import System

/// What a file for the overlay says.
struct OverlaySettings: Equatable, Sendable {
  /// The file with this name is in the folder `touchstick` of the user's configuration.
  static let fileName = "overlay.toml"

  /// The output to draw on, such as `eDP-1`; nil is the touchscreen's.
  var output: String?
  /// Whether the overlay hides while a gamepad is used that is not one of touchstick's.
  var hidesForGamepads = false
  var handle = HandleVisibility.on
  /// The name of the theme that the others change.
  var themeName = Theme.shipped[0].key {
    didSet { theme = Theme.shipped.first { $0.key == themeName }?.value ?? theme }
  }
  var theme = Theme.shipped[0].value
  /// The pictures that the theme needs, with the keys that name them.
  var images: [ThemeImage] = []

  /// Makes the settings of an empty file.
  init() {}

  /// - Parameter theme: The name of the theme, whatever the file says.
  static func read(path: String, theme: String? = nil) throws(ConfigurationError) -> OverlaySettings {
    try parse(Settings.text(ofFile: path), file: path, theme: theme)
  }

  /// Reads the text of a file.
  ///
  /// - Parameters:
  ///   - text: UTF-8.
  ///   - file: The name of the file in errors. The paths of pictures begin in its folder.
  ///   - theme: The name of the theme, whatever the text says.
  static func parse(
    _ text: [UInt8], file: String, theme: String? = nil
  ) throws(ConfigurationError) -> OverlaySettings {
    let root = try Settings.root(of: text, file: file)
    var reader = SettingsReader(file: file)
    let settings = reader.overlay(root, theme: theme)
    guard reader.errors.isEmpty else { throw ConfigurationError(reader.errors) }
    return settings
  }
}

/// When there is a handle for the menu at the upper edge.
enum HandleVisibility: String, CaseIterable, Sendable {
  /// While the pads are on.
  case on
  /// Also while they are off.
  case always
  case never
}

/// A picture that a file for the overlay names.
struct ThemeImage: Equatable, Sendable {
  let key: String
  let path: PicturePath
  /// Where the file names it.
  let position: SourcePosition
}

/// A table of a file for the overlay.
enum OverlayTable: String, CaseIterable, TableKind {
  case root
  case stick
  case button
  case buttonColors = "button_colors"
  case fade

  /// All keys, but for tables.
  var keys: [Key] {
    switch self {
    case .root: OverlaySettings.rows.map(\.key)
    case .stick: StickLooks.rows.map(\.key)
    case .button: ButtonLooks.rows.map(\.key)
    case .buttonColors: ButtonLooks.colorRows.map(\.key)
    case .fade: FadeLooks.rows.map(\.key)
    }
  }

  var heading: String { self == .root ? "Top level" : "[\(rawValue)]" }
  var location: String { self == .root ? "at the top level" : "in \(heading)" }
  var keyNames: [String] {
    keys.map(\.name) + (self == .root ? Self.allCases.filter { $0 != .root }.map(\.rawValue) : [])
  }
  var shape: String { heading }
}

extension SettingsReader {
  /// The settings in a file for the overlay.
  fileprivate mutating func overlay(_ root: [TOMLEntry], theme: String?) -> OverlaySettings {
    var settings = OverlaySettings()
    var known = known(root, in: OverlayTable.root)
    if let theme {
      known.removeAll { $0.key == "theme" }
      settings.themeName = theme
    }
    // First, because the name of the theme replaces what the tables change.
    _ = values(
      known, of: OverlayTable.root, OverlaySettings.rows, at: SourcePosition(line: 1), into: &settings)
    for entry in known {
      switch OverlayTable(rawValue: entry.key) {
      case .stick: read(entry, .stick, StickLooks.rows, into: &settings.theme.stick)
      case .button: read(entry, .button, ButtonLooks.rows, into: &settings.theme.button)
      case .buttonColors: read(entry, .buttonColors, ButtonLooks.colorRows, into: &settings.theme.button)
      case .fade: read(entry, .fade, FadeLooks.rows, into: &settings.theme.fade)
      case .root?, nil: break
      }
    }
    for (key, path) in StickLooks.imageRows {
      guard
        case .table(let stick)? = known.first(where: { $0.key == OverlayTable.stick.rawValue })?.node.value,
        let entry = stick.first(where: { $0.key == key }), let picture = settings.theme.stick[keyPath: path]
      else { continue }
      settings.images.append(ThemeImage(key: key, path: picture, position: entry.node.position))
    }
    return settings
  }

  /// Reads a table that changes some of the looks, and leaves the others as the theme has them.
  private mutating func read<Looks: RowTable>(
    _ entry: TOMLEntry, _ kind: OverlayTable, _ rows: [Row<Looks>], into looks: inout Looks
  ) {
    guard let entries = entries(ofTable: entry) else { return }
    _ = values(known(entries, in: kind), of: kind, rows, at: entry.node.position, into: &looks)
  }
}

extension OverlaySettings {
  /// The text of a file for the overlay with a change. Everything else stays as it is written.
  ///
  /// - Parameters:
  ///   - text: UTF-8.
  ///   - file: The name of the file in errors.
  static func making(_ change: LooksChange, in text: [UInt8], file: String) throws(ConfigurationError)
    -> [UInt8]
  {
    var changed = text
    let edit = change.edit
    try changed.set(edit.key, in: edit.table, to: edit.value, file: file)
    // The new value may be wrong, such as a name with a character that no name has.
    _ = try parse(changed, file: file)
    return changed
  }
}
