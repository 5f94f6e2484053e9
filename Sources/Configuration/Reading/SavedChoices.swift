internal import Glibc
internal import System

/// The choices of a user that last: `session.toml` in the user's folder. touchstick-session applies them at each login, and
/// whenever touchstickd starts.
package struct SavedChoices: Equatable, Sendable {
  /// A profile or a file, as for ``NamedLayout``; nil is the configuration's own layout.
  package var layout: String?
  package var isOn: Bool?
  /// What happens while a program has the pad. ``setRule(_:for:path:)`` changes them.
  package private(set) var games: [GameRule] = []
  /// ``setFeel(_:path:)`` changes it.
  package private(set) var feel = FeelSettings()
  /// ``setScreen(_:path:)`` changes it.
  package private(set) var screen = ScreenSettings()

  package init() {}

  package static let fileName = "session.toml"
  package static var path: String? { userFolder.map { "\($0)/\(fileName)" } }

  /// Changes the user's file, as ``write(path:)`` does. Returns its path.
  package static func change(
    _ change: (inout SavedChoices) -> Void
  ) throws(ConfigurationError) -> String {
    guard let path else { throw noHome }
    var settings = try read(path: path)
    change(&settings)
    try settings.write(path: path)
    return path
  }

  private static var noHome: ConfigurationError {
    ConfigurationError(unreadable: fileName, "no-home", "there is no home folder for it")
  }
}

extension SavedChoices: RowTable {
  static let rows: [Row<Self>] = [
    Row(
      "layout", optional: \.layout, .text(limit: 4095), defaultText: "the configuration's layout",
      "The name of a profile, or the path of a file that has the form of a profile."),
    Row(
      "pads", optional: \.isOn, .words(["on": true, "off": false]), defaultText: "as the configuration says",
      "Whether the pads are switched on or off at each login, and when touchstickd starts."),
  ]
}

private struct SessionTable: TableKind {
  let heading = "Top level"
  let location = "at the top level"
  let keyNames = SavedChoices.rows.map(\.key.name) + ["game", FeelSettings.table, ScreenSettings.table]
  let shape = ""
}

extension SavedChoices {
  /// Reads a file. A missing file is an empty one.
  package static func read(path: String) throws(ConfigurationError) -> SavedChoices {
    guard unsafe access(path, F_OK) == 0 else { return SavedChoices() }
    return try parse(Settings.text(ofFile: path), file: path)
  }

  static func parse(_ text: [UInt8], file: String) throws(ConfigurationError) -> SavedChoices {
    var reader = SettingsReader(file: file)
    var settings = SavedChoices()
    let known = reader.known(try Settings.root(of: text, file: file), in: SessionTable())
    _ = reader.values(known, of: SessionTable(), rows, at: SourcePosition(line: 1), into: &settings)
    if let entry = known.first(where: { $0.key == "layout" }), let layout = settings.layout,
      let path = NamedLayout(layout).path, !path.hasPrefix("/") || isStandardInput(path)
    {
      let _: String? = reader.refuse(
        entry, "is \(quoted(layout))", hint: "it must be a profile, or a path that begins with a slash")
    }
    if let entry = known.first(where: { $0.key == FeelSettings.table }),
      let entries = reader.entries(ofTable: entry)
    {
      _ = reader.values(
        reader.known(entries, in: FeelTable()), of: FeelTable(), FeelSettings.rows, at: entry.node.position,
        into: &settings.feel)
    }
    if let entry = known.first(where: { $0.key == ScreenSettings.table }),
      let entries = reader.entries(ofTable: entry)
    {
      _ = reader.values(
        reader.known(entries, in: ScreenTable()), of: ScreenTable(), ScreenSettings.rows,
        at: entry.node.position, into: &settings.screen)
    }
    if let entry = known.first(where: { $0.key == "game" }) { settings.games = reader.gameRules(entry) }
    guard reader.errors.isEmpty else { throw ConfigurationError(reader.errors) }
    return settings
  }

  /// Checks a file, and the layouts that it names.
  package static func check(path: String) -> [Diagnostic] {
    do throws(ConfigurationError) {
      let settings = try read(path: path)
      let layout = settings.layout.map { check(NamedLayout($0), named: nil, in: path) } ?? []
      return layout
        + settings.games.flatMap { rule in
          guard case .profile(let name) = rule.effect else { return [] as [Diagnostic] }
          return check(.profile(name), named: rule.effectPosition, in: path)
        }
    } catch {
      return error.diagnostics.map { $0.file == nil ? $0.located(in: path) : $0 }
    }
  }

  private static func check(
    _ layout: NamedLayout, named position: SourcePosition?, in path: String
  ) -> [Diagnostic] {
    do throws(ConfigurationError) {
      _ = try layout.readProfile()
      return []
    } catch {
      return error.located(in: path, at: position).diagnostics
    }
  }

  /// Changes the values in a file that differ from these, and makes the file and its folder. Everything else stays as it
  /// is written.
  ///
  /// - Throws: The errors of a file that cannot be read or written; it then stays as it was.
  package func write(path: String) throws(ConfigurationError) {
    _ = try Self.changeText(path: path) { text, file throws(ConfigurationError) in
      let old = try Self.parse(text, file: file)
      if layout != old.layout { try text.set("layout", to: layout.map { .text($0) }, file: file) }
      if isOn != old.isOn { try text.set("pads", to: isOn.map { .text($0 ? "on" : "off") }, file: file) }
    }
  }

  /// Changes the text of a file, and makes the file and its folder. Returns its path.
  ///
  /// - Parameter path: Nil is the user's file.
  static func changeText(
    path: String?, _ change: (inout [UInt8], _ file: String) throws(ConfigurationError) -> Void
  ) throws(ConfigurationError) -> String {
    guard let path = path ?? Self.path else { throw noHome }
    let old = unsafe access(path, F_OK) == 0 ? try Settings.text(ofFile: path) : nil
    var text =
      old
      ?? Array(
        "# Your choices for touchstick, which touchstick-session applies at each login: touchstick(1).\n".utf8
      )
    let before = try parse(text, file: path)
    try change(&text, path)
    guard try parse(text, file: path) != before else { return path }
    do throws(SystemError) {
      makeFolders(parent(of: path))
      try writeWhole(text, toFile: path)
    } catch {
      throw ConfigurationError(unreadable: path, "unwritable", "cannot be written: \(error.text)")
    }
    return path
  }
}
