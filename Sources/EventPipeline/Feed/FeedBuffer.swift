public import JoystickModel

/// Writes messages of the feed into memory of a fixed size. Writing states, contacts and rumble allocates nothing.
public struct FeedBuffer: Equatable, Sendable {
  static let maxDeviceBytes = 127
  static let maxNodeBytes = 63
  static let maxNameBytes = 31

  private static let headerSize = 8
  /// In bytes: the pad 1, the kind 2, the region 17, the flags 1, the base 12, the reach 4, the icon
  /// 1, the colour 1, the visibility 1, and the lengths of name and label 2.
  private static let controlSize = 42 + 2 * maxNameBytes
  /// In bytes. A layout is the longest message. After the header: the number of surfaces 1, the class 1, the rotation 2,
  /// whether it hides positions 1, the size 8, the lengths of two texts 2, and the number of layers 1.
  public static let capacity =
    headerSize + 16 + maxDeviceBytes + maxNodeBytes + FeedMessage.maxControls * controlSize
    + FeedMessage.maxLayers * (1 + maxNameBytes)

  private var memory = [UInt8](repeating: 0, count: capacity)
  public private(set) var count = 0
  private var layerCountIndex = 0

  public init() {}

  public var bytes: [UInt8] { Array(memory[..<count]) }

  public func withBytes<Result>(_ work: (UnsafeRawBufferPointer) -> Result) -> Result {
    unsafe memory.withUnsafeBytes { unsafe work(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
  }

  public static func == (one: FeedBuffer, other: FeedBuffer) -> Bool {
    one.memory[..<one.count] == other.memory[..<other.count]
  }

  /// Writes a message. Texts and lists that are too long are cut, and numbers out of range are limited.
  public mutating func write(_ message: FeedMessage) {
    switch message {
    case .off:
      count = 0
      append(FeedMessage.version)
      append(FeedKind.off.rawValue)
    case .layout(let layout): write(layout)
    case .rumble(let rumble): write(rumble)
    case .state(let state):
      startState(generation: state.generation, surface: state.surface)
      for control in state.controls { append(control) }
      startLayers()
      for layer in state.layers { append(layer: layer) }
    case .contacts(let contacts):
      startContacts(generation: contacts.generation, surface: contacts.surface)
      for contact in contacts.contacts { append(contact) }
    }
  }
}

// All messages but the layout.
extension FeedBuffer {
  public mutating func write(_ rumble: FeedRumble) {
    count = 0
    append(FeedMessage.version)
    append(FeedKind.rumble.rawValue)
    append(rumble.strong)
    append(rumble.weak)
    append(UInt8(rumble.hasMotor ? 1 : 0))
  }

  public mutating func startState(generation: UInt32, surface: UInt8) {
    start(.state, generation: generation, surface: surface)
  }

  /// Adds a control to the state, unless it has ``FeedMessage/maxControls``.
  public mutating func append(_ control: ControlReport) {
    guard countElement(limit: FeedMessage.maxControls) else { return }
    append(control.flags.rawValue)
    append(control.base)
    append(control.handle)
    append(control.buttons)
    append(UInt8(bitPattern: control.directionX.signum()))
    append(UInt8(bitPattern: control.directionY.signum()))
    append(control.pull)
  }

  public mutating func append(controlsOf layout: Layout, hidesPositions: Bool) {
    for index in 0..<layout.controlCount {
      append(layout.report(at: index, hidesPositions: hidesPositions))
    }
  }

  /// Ends the list of controls. ``append(layer:)`` adds the layers that exist.
  public mutating func startLayers() {
    layerCountIndex = count
    append(UInt8(0))
  }

  /// Adds a layer that exists to the state, unless there are ``FeedMessage/maxLayers``.
  public mutating func append(layer: UInt8) {
    guard memory[layerCountIndex] < FeedMessage.maxLayers else { return }
    memory[layerCountIndex] += 1
    append(layer)
  }

  public mutating func startContacts(generation: UInt32, surface: UInt8) {
    start(.contacts, generation: generation, surface: surface)
  }

  /// Adds a contact to the list, unless it has ``FeedMessage/maxContacts``.
  public mutating func append(_ contact: FeedContact) {
    guard countElement(limit: FeedMessage.maxContacts) else { return }
    append(contact.id)
    append(contact.reason.rawValue)
    append(UInt8(contact.position == nil ? 0 : 1))
    append(contact.position ?? Point(x: 0, y: 0))
  }

  private mutating func start(_ kind: FeedKind, generation: UInt32, surface: UInt8) {
    count = 0
    append(FeedMessage.version)
    append(kind.rawValue)
    append(generation)
    append(surface)
    // The number of elements.
    append(UInt8(0))
  }

  /// Counts one more element in the header. Returns whether there is room for it.
  private mutating func countElement(limit: Int) -> Bool {
    let index = Self.headerSize - 1
    guard memory[index] < limit else { return false }
    memory[index] += 1
    return true
  }
}

// Layouts.
extension FeedBuffer {
  private mutating func write(_ layout: FeedLayout) {
    start(.layout, generation: layout.generation, surface: layout.surface)
    append(layout.surfaceCount)
    append(layout.deviceClass.rawValue)
    append(layout.rotation)
    append(UInt8(layout.hidesPositions ? 1 : 0))
    append(layout.width)
    append(layout.height)
    append(layout.device, limit: Self.maxDeviceBytes)
    append(layout.node, limit: Self.maxNodeBytes)
    let layers = layout.layers.prefix(FeedMessage.maxLayers)
    append(UInt8(layers.count))
    for layer in layers { append(layer, limit: Self.maxNameBytes) }
    for control in layout.controls {
      guard countElement(limit: FeedMessage.maxControls) else { break }
      append(control)
    }
  }

  private mutating func append(_ control: FeedControl) {
    append(control.pad)
    let (kind, detail) = control.kind.bytes
    append(kind)
    append(detail)
    append(control.region)
    append(control.flags.rawValue)
    append(control.base?.center ?? Point(x: 0, y: 0))
    append(Float(control.base?.radius ?? 0))
    append(control.reach)
    append(Self.choice(control.appearance.icon))
    append(Self.choice(control.appearance.color))
    append(UInt8(ControlVisibility.allCases.firstIndex(of: control.appearance.visibility) ?? 0))
    append(control.name, limit: Self.maxNameBytes)
    append(control.appearance.label, limit: Self.maxNameBytes)
  }

  /// From 1; 0 is none.
  private static func choice<Value: CaseIterable & Equatable>(_ value: Value?) -> UInt8 {
    var number: UInt8 = 1
    for other in Value.allCases {
      if other == value { return number }
      number += 1
    }
    return 0
  }

  private mutating func append(_ region: Region) {
    switch region {
    case .circle(let circle):
      append(UInt8(0))
      append(circle.center)
      append(Float(circle.radius))
      // A circle has no height.
      append(Float(0))
    case .rectangle(let rectangle):
      append(UInt8(1))
      append(Point(x: rectangle.x, y: rectangle.y))
      append(Float(rectangle.width))
      append(Float(rectangle.height))
    }
  }
}

extension FeedControl {
  fileprivate var flags: FeedControlFlags {
    var flags: FeedControlFlags = []
    if base != nil { flags.insert(.hasBase) }
    if isFloating { flags.insert(.isFloating) }
    if isNamed { flags.insert(.isNamed) }
    if isToggle { flags.insert(.isToggle) }
    if isTurbo { flags.insert(.isTurbo) }
    return flags
  }
}

extension ControlReport {
  fileprivate var flags: FeedStateFlags {
    var flags: FeedStateFlags = []
    if isTouched { flags.insert(.isTouched) }
    if isHidden { flags.insert(.isHidden) }
    return flags
  }
}

// Numbers and texts.
extension FeedBuffer {
  private mutating func append(_ byte: UInt8) {
    memory[count] = byte
    count += 1
  }

  private mutating func append(_ number: UInt16) {
    append(UInt8(truncatingIfNeeded: number))
    append(UInt8(truncatingIfNeeded: number >> 8))
  }

  private mutating func append(_ number: UInt32) {
    append(UInt16(truncatingIfNeeded: number))
    append(UInt16(truncatingIfNeeded: number >> 16))
  }

  private mutating func append(_ number: Float) {
    let limit = FeedMessage.maxMillimetres
    append((number.isNaN ? 0 : max(-limit, min(number, limit))).bitPattern)
  }

  private mutating func append(_ point: Point) {
    append(Float(point.x))
    append(Float(point.y))
  }

  /// Cuts the text between two Unicode scalars.
  private mutating func append(_ text: String, limit: Int) {
    var size = 0
    for scalar in text.unicodeScalars {
      let next = size + UTF8.width(scalar)
      guard next <= limit else { break }
      size = next
    }
    append(UInt8(size))
    for byte in text.utf8.prefix(size) { append(byte) }
  }
}
