internal import EventPipeline
internal import JoystickModel

/// A kind of control in the file: its keys, and all that is made of a table, checked in it and said about it.
///
/// A new kind is a type like these, with a row in ``ConfigurationTable``.
protocol ControlTable: KeyedTable {
  var common: ControlCommon { get set }
  /// The name without the key.
  var defaultName: String { get }
  /// The names that no other control which exists together with it can have; empty if an error in the table leaves them open.
  var uniqueNames: [String] { get }

  /// Makes settings of a table as it is written. Reports errors to the reader.
  static func read(_ table: WrittenTable, _ reader: inout SettingsReader) -> Self
  /// Checks the table by itself and against those before it. Reports errors to the reader.
  func check(_ reader: inout SettingsReader)
  /// The controls that it makes on a surface where it has no errors.
  func controls(on surface: ScaledSurface) -> [Control]
  /// The same controls in another place of a surface.
  func moved(by offset: Vector, on surface: ScaledSurface) -> Self
  /// The regions that it would have on a surface where it has errors.
  func regions(on surface: ScaledSurface) -> [Region]

  /// What keeps it from a surface, if all lengths are in range there.
  func errors(on surface: ScaledSurface) -> [Diagnostic]
  func warnings(on surface: ScaledSurface) -> [Diagnostic]
  /// Warnings that depend neither on the surface nor on the device.
  var warnings: [Diagnostic] { get }
  /// A requirement that a touch device does not meet.
  func warning(for device: DeviceDescription) -> Diagnostic?
  /// The size that decides whether a finger can use it; nil if every size is fine.
  ///
  /// - Parameter box: The visible part of its region.
  func fingerSize(in box: Rectangle) -> FingerSize?

  /// The region that the edit mode gives a new control, around the corner of the surface.
  static var newRegion: Region { get }
  /// The number of its controls.
  var count: Int { get }
  var isOnSurface: Bool { get }
  /// Whether it is moved by the motion of the device, and never on a surface.
  static var isOfMotion: Bool { get }
  /// Whether a control accepts any number of contacts, and so never leaves one to a control behind it.
  var holdsAnyNumber: Bool { get }
  /// Whether a thumb rests on it while nothing happens in a game.
  var holdsRestingThumb: Bool { get }
  /// Whether it is a look pad.
  var turnsCamera: Bool { get }
  /// Whether it has no use if the desktop receives the same touches.
  var needsGrab: Bool { get }
  var movesMouse: Bool { get }
  /// The keys of a keyboard that it presses.
  var keys: [KeyboardKey] { get }
  /// The values of its keys that differ for a user's feel.
  func values(for feel: FeelSettings) -> [(key: String, value: TextChange.Value)]
  /// The key that chooses what it controls on the pad; nil without a choice.
  var outputKey: String? { get }
  /// What it controls on the pad, in the words of that key or in others.
  var outputWord: String { get }
}

/// What all kinds of controls have.
struct ControlCommon: Equatable, Sendable {
  /// The name, for logs and pictures, 1 to 64 bytes; empty is the default.
  var name = ""
  /// Nil for a stick on the whole surface, and for a button of the device.
  var region: RegionSettings?
  var when: SurfaceOrientation?
  /// The layer in which it exists; nil is always.
  var layer: String?
  var appearance = Appearance()
  var positions = SourcePositions()
}

/// A length of a control that a finger needs, in millimetres.
struct FingerSize {
  let length: Double
  let min: Double
  /// The code of the warning.
  let code: String

  /// Half of a fingertip. On smaller buttons, every other touch misses.
  static func button(_ length: Double) -> Self { Self(length: length, min: 6, code: "small-button") }
  /// Where less is there, a thumb's small movements go from end to end.
  static func motion(_ length: Double) -> Self { Self(length: length, min: 15, code: "small-control") }
}

// What holds for most kinds.
extension ControlTable {
  var name: String {
    get { common.name.isEmpty ? defaultName : common.name }
    set { common.name = newValue }
  }
  var isNamed: Bool { name != defaultName }
  var uniqueNames: [String] { [name] }
  var region: RegionSettings? { common.region }
  /// The region of a kind that has one in every table without an error.
  var area: RegionSettings { common.region ?? .rectangle(AreaSettings()) }
  var when: SurfaceOrientation? { common.when }
  var layer: String? { common.layer }
  var appearance: Appearance { common.appearance }
  var positions: SourcePositions {
    get { common.positions }
    set { common.positions = newValue }
  }
  var regionPosition: SourcePosition? { positions.position(of: "region", "input") }

  static func read(_ table: WrittenTable, _ reader: inout SettingsReader) -> Self {
    reader.table(table.entries, at: table.position)
  }
  func check(_ reader: inout SettingsReader) { reader.claimNames(of: self) }
  func moved(by offset: Vector, on surface: ScaledSurface) -> Self {
    var moved = self
    moved.common.region = region.map { RegionSettings(surface.region($0), movedBy: offset) }
    return moved
  }
  func regions(on surface: ScaledSurface) -> [Region] { region.map { [surface.region($0)] } ?? [] }
  func errors(on surface: ScaledSurface) -> [Diagnostic] {
    region.map { surface.errors(ofRegion: $0, at: regionPosition) } ?? []
  }
  func warnings(on surface: ScaledSurface) -> [Diagnostic] { [] }
  var warnings: [Diagnostic] { [] }
  var allWarnings: [Diagnostic] { positions.useless + warnings }
  func warning(for device: DeviceDescription) -> Diagnostic? { nil }
  func fingerSize(in box: Rectangle) -> FingerSize? { nil }
  static var newRegion: Region { .around(radius: 8) }
  var count: Int { 1 }
  var isOnSurface: Bool { true }
  static var isOfMotion: Bool { false }
  var holdsAnyNumber: Bool { false }
  var holdsRestingThumb: Bool { false }
  var turnsCamera: Bool { false }
  var needsGrab: Bool { false }
  var movesMouse: Bool { false }
  var keys: [KeyboardKey] { [] }
  func values(for feel: FeelSettings) -> [(key: String, value: TextChange.Value)] { [] }
  var outputKey: String? { nil }

  /// The words that choose what it controls on the pad; empty if there is no choice.
  ///
  /// - Parameter layers: The layers that a button can change.
  func outputs(layers: [String]) -> [String] {
    switch Self.keys.first(where: { $0.name == outputKey })?.accepts {
    case .outputs?: OutputWords.choices(layers: layers)
    case .words(let words)?: words
    case .either(let choices)?:
      choices.lazy.compactMap { if case .words(let words) = $0 { words } else { nil } }.first ?? []
    default: []
    }
  }

  fileprivate func isEqual(to other: any ControlTable) -> Bool { self == other as? Self }
}

extension Region {
  /// A circle around the corner of the surface.
  static func around(radius: Double) -> Region { .circle(Circle(center: Point(x: 0, y: 0), radius: radius)) }

  /// A rectangle around the corner of the surface.
  static func around(width: Double, height: Double) -> Region {
    .rectangle(Rectangle(x: -width / 2, y: -height / 2, width: width, height: height))
  }
}

/// A table of a control, of any kind.
struct ControlSettings: Equatable, Sendable {
  let table: any ControlTable

  init(_ table: any ControlTable) { self.table = table }

  static func == (one: Self, other: Self) -> Bool { one.table.isEqual(to: other.table) }
  var name: String { table.name }
  var when: SurfaceOrientation? { table.common.when }
  var layer: String? { table.common.layer }
  var positions: SourcePositions { table.common.positions }
  /// Whether it is only glass where touches do nothing.
  var isIgnored: Bool { type(of: table).kind == .ignore }
}

extension [ControlSettings] {
  var sticks: [StickSettings] { compactMap { $0.table as? StickSettings } }
}

// The keys that all kinds have.
extension Row where Table: ControlTable {
  static func name(
    of control: String, defaultText: String? = nil, _ meaning: String? = nil
  ) -> Self {
    Row(
      "name", \.common.name, .text(limit: 64), defaultText: defaultText ?? "`\(quoted(Table().defaultName))`",
      meaning
        ?? """
        The \(control)'s name in logs and pictures, and its label on the overlay if you set it.
        Controls that exist together must have different names.
        """)
  }

  static func region(_ meaning: String) -> Self {
    Row("region", optional: \.common.region, .region, isRequired: true, defaultText: "required", meaning)
  }

  static var when: Self {
    Row(
      "when", optional: \.common.when, .words(["portrait": .portrait, "landscape": .landscape]),
      defaultText: "both",
      """
      The orientation in which this control exists: `"portrait"` (the surface is taller than wide) or `"landscape"`
      (wider than tall, or square). Controls that never exist together can have the same name, target or input.
      """)
  }

  static var layer: Self { layer(only: nil) }

  static func layer(only: Condition<Table>?) -> Self {
    Row(
      "layer", optional: \.common.layer, .text(limit: OutputWords.maxLayerBytes), defaultText: "none",
      only: only,
      """
      The layer in which this control exists. A control without a layer always exists. One layer exists at a time, at
      first the one that the file names first, of those with a control in the surface's orientation. Controls that
      disappear with their layer release, and their fingers do nothing until they lift. Controls of different layers
      can have the same name or target.
      """)
  }

  static var label: Self {
    Row(
      "label", \.common.appearance.label, .text(limit: 31), defaultText: "the name, if you set one",
      """
      What is written on the control in the overlay, on two lines if it has two words. `" "` writes nothing.
      """)
  }

  static var icon: Self {
    Row(
      "icon", optional: \.common.appearance.icon, .words(ControlIcon.allCases.map { ($0.rawValue, $0) }),
      defaultText: "none", "What is drawn on the control instead of the label.")
  }

  static var show: Self {
    Row(
      "show", \.common.appearance.visibility, .rawValues,
      """
      When the overlay draws the control: `"touched"` only while a finger is on it, `"never"` not at all. It works in
      any case.
      """)
  }

  static func reach(_ path: Field<Table, Length>, only: Condition<Table>? = nil) -> Self {
    // Farther, a touch that is meant for the desktop would be handled.
    Row(
      "reach", path, .length(.from(0, to: 20)), only: only,
      """
      How far beside the region a touch can land that still counts, if it lands in no control's region. It belongs to the
      nearest control that reaches it.
      """)
  }
}
