internal import JoystickModel

/// Reads a message of the feed, whoever wrote it.
struct FeedReader {
  private let bytes: [UInt8]
  private var next = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func read() throws(FeedError) -> FeedMessage {
    let version = try readByte("the version")
    guard version == FeedMessage.version else { throw .version(version) }
    let message = try readMessage()
    guard next == bytes.count else { throw .damaged("\(bytes.count - next) bytes too many") }
    return message
  }

  private mutating func readMessage() throws(FeedError) -> FeedMessage {
    let kind = try readByte("the kind")
    guard let kind = FeedKind(rawValue: kind) else { throw .damaged("there is no kind \(kind)") }
    return switch kind {
    case .off: .off
    case .rumble: .rumble(try readRumble())
    case .layout: .layout(try readLayout(readHeader()))
    case .state: .state(try readState(readHeader()))
    case .contacts: .contacts(try readContacts(readHeader()))
    }
  }

  /// What follows the kind in messages about a surface.
  private struct Header {
    let generation: UInt32
    let surface: UInt8
    /// The number of elements.
    let count: Int
  }

  private mutating func readHeader() throws(FeedError) -> Header {
    Header(
      generation: try readUInt32(), surface: try readByte("the surface"),
      count: Int(try readByte("the number of elements")))
  }

  private mutating func readState(_ header: Header) throws(FeedError) -> FeedState {
    let controls = try readList(header.count, limit: FeedMessage.maxControls) { reader throws(FeedError) in
      try reader.readControlState()
    }
    let layerCount = Int(try readByte("the number of layers"))
    let layers = try readList(layerCount, limit: FeedMessage.maxLayers) { reader throws(FeedError) in
      try reader.readByte("a layer")
    }
    return FeedState(
      generation: header.generation, surface: header.surface, controls: controls, layers: layers)
  }

  private mutating func readContacts(_ header: Header) throws(FeedError) -> FeedContacts {
    let contacts = try readList(header.count, limit: FeedMessage.maxContacts) { reader throws(FeedError) in
      try reader.readContact()
    }
    return FeedContacts(generation: header.generation, surface: header.surface, contacts: contacts)
  }

  private mutating func readList<Element>(
    _ count: Int, limit: Int, _ read: (inout FeedReader) throws(FeedError) -> Element
  ) throws(FeedError) -> [Element] {
    guard count <= limit else { throw .damaged("\(count) elements; the limit is \(limit)") }
    var elements: [Element] = []
    for _ in 0..<count { elements.append(try read(&self)) }
    return elements
  }
}

// The parts of messages.
extension FeedReader {
  private mutating func readLayout(_ header: Header) throws(FeedError) -> FeedLayout {
    let surfaceCount = try readByte("the number of surfaces")
    guard header.surface < surfaceCount else {
      throw .damaged("surface \(header.surface) of \(surfaceCount)")
    }
    let deviceClass = try readChoice("the class", FeedDeviceClass.init)
    let rotation = try readUInt16()
    guard [0, 90, 180, 270].contains(rotation) else { throw .damaged("a rotation by \(rotation) degrees") }
    let hidesPositions = try readFlag("whether positions are hidden")
    let (width, height) = (try readSize(), try readSize())
    // No surface in a configuration is smaller. Its millimetres would need too many pixels.
    guard width >= 1, height >= 1 else { throw .damaged("a surface of \(width) x \(height) mm") }
    let device = try readText(limit: FeedBuffer.maxDeviceBytes)
    let node = try readText(limit: FeedBuffer.maxNodeBytes)
    let layerCount = Int(try readByte("the number of layers"))
    let layers = try readList(layerCount, limit: FeedMessage.maxLayers) { reader throws(FeedError) in
      try reader.readText(limit: FeedBuffer.maxNameBytes)
    }
    return FeedLayout(
      generation: header.generation, surface: header.surface, surfaceCount: surfaceCount, width: width,
      height: height, rotation: rotation, deviceClass: deviceClass, device: device, node: node,
      controls: try readList(header.count, limit: FeedMessage.maxControls) { reader throws(FeedError) in
        try reader.readControl()
      }, layers: layers, hidesPositions: hidesPositions)
  }

  private mutating func readControl() throws(FeedError) -> FeedControl {
    let (pad, kind, region) = (try readByte("the pad"), try readKind(), try readRegion())
    let flags = FeedControlFlags(rawValue: try readByte("the flags"))
    guard flags.isSubset(of: .all) else { throw .damaged("flags \(flags.rawValue)") }
    let circle = Circle(center: try readPoint(), radius: Double(try readSize()))
    let reach = try readSize()
    let appearance = try readAppearance()
    let name = try readText(limit: FeedBuffer.maxNameBytes)
    var control = FeedControl(
      pad: pad, kind: kind, region: region, name: name, isNamed: flags.contains(.isNamed),
      base: flags.contains(.hasBase) ? circle : nil, reach: reach, isFloating: flags.contains(.isFloating))
    (control.isToggle, control.isTurbo) = (flags.contains(.isToggle), flags.contains(.isTurbo))
    control.appearance = appearance
    control.appearance.label = try readText(limit: FeedBuffer.maxNameBytes)
    return control
  }

  /// The appearance without its label, which comes after the name.
  private mutating func readAppearance() throws(FeedError) -> Appearance {
    let (icon, color) = (Int(try readByte("the icon")), Int(try readByte("the color")))
    let visibility = Int(try readByte("the visibility"))
    guard icon <= ControlIcon.allCases.count, color <= ControlColor.allCases.count,
      visibility < ControlVisibility.allCases.count
    else { throw .damaged("icon \(icon), color \(color), visibility \(visibility)") }
    var appearance = Appearance()
    appearance.icon = icon == 0 ? nil : ControlIcon.allCases[icon - 1]
    appearance.color = color == 0 ? nil : ControlColor.allCases[color - 1]
    appearance.visibility = ControlVisibility.allCases[visibility]
    return appearance
  }

  private mutating func readKind() throws(FeedError) -> FeedControl.Kind {
    let bytes = (try readByte("the control's kind"), try readByte("the control's detail"))
    guard let kind = FeedControl.Kind(bytes) else { throw .damaged("the control's kind is \(bytes)") }
    return kind
  }

  private mutating func readRegion() throws(FeedError) -> Region {
    let isRectangle = try readFlag("the region")
    let (point, size, height) = (try readPoint(), Double(try readSize()), Double(try readSize()))
    guard isRectangle else { return .circle(Circle(center: point, radius: size)) }
    return .rectangle(Rectangle(x: point.x, y: point.y, width: size, height: height))
  }

  private mutating func readControlState() throws(FeedError) -> ControlReport {
    var state = ControlReport()
    let flags = FeedStateFlags(rawValue: try readByte("the flags of a state"))
    guard flags.isSubset(of: .all) else { throw .damaged("flags \(flags.rawValue) of a state") }
    (state.isTouched, state.isHidden) = (flags.contains(.isTouched), flags.contains(.isHidden))
    state.base = try readPoint()
    state.handle = try readPoint()
    state.buttons = try readUInt16()
    state.directionX = try readDirection()
    state.directionY = try readDirection()
    state.pull = try readByte("the pull")
    return state
  }

  private mutating func readRumble() throws(FeedError) -> FeedRumble {
    FeedRumble(
      strong: try readByte("the strong magnitude"), weak: try readByte("the weak magnitude"),
      hasMotor: try readFlag("whether a motor shakes"))
  }

  private mutating func readContact() throws(FeedError) -> FeedContact {
    let (id, reason) = (try readUInt32(), try readChoice("the reason", FeedContact.Reason.init))
    let (isKnown, position) = (try readFlag("whether the position is known"), try readPoint())
    return FeedContact(id: id, position: isKnown ? position : nil, reason: reason)
  }
}

// Numbers and texts.
extension FeedReader {
  private mutating func readByte(_ part: String) throws(FeedError) -> UInt8 {
    guard next < bytes.count else { throw .damaged("it ends before \(part)") }
    defer { next += 1 }
    return bytes[next]
  }

  private mutating func readUInt16() throws(FeedError) -> UInt16 {
    UInt16(try readByte("the end of a number")) | UInt16(try readByte("the end of a number")) << 8
  }

  private mutating func readUInt32() throws(FeedError) -> UInt32 {
    UInt32(try readUInt16()) | UInt32(try readUInt16()) << 16
  }

  private mutating func readFlag(_ part: String) throws(FeedError) -> Bool {
    let byte = try readByte(part)
    guard byte <= 1 else { throw .damaged("\(part) is \(byte)") }
    return byte == 1
  }

  private mutating func readChoice<Choice>(
    _ part: String, _ make: (UInt8) -> Choice?
  ) throws(FeedError) -> Choice {
    let byte = try readByte(part)
    guard let choice = make(byte) else { throw .damaged("\(part) is \(byte)") }
    return choice
  }

  private mutating func readDirection() throws(FeedError) -> Int8 {
    let direction = Int8(bitPattern: try readByte("a direction"))
    guard (-1...1).contains(direction) else { throw .damaged("a direction is \(direction)") }
    return direction
  }

  private mutating func readMillimetres() throws(FeedError) -> Float {
    let number = Float(bitPattern: try readUInt32())
    // It is false for what is no number, too.
    guard abs(number) <= FeedMessage.maxMillimetres else { throw .damaged("a length of \(number) mm") }
    return number
  }

  private mutating func readSize() throws(FeedError) -> Float {
    let size = try readMillimetres()
    guard size >= 0 else { throw .damaged("a size of \(size) mm") }
    return size
  }

  private mutating func readPoint() throws(FeedError) -> Point {
    Point(x: Double(try readMillimetres()), y: Double(try readMillimetres()))
  }

  private mutating func readText(limit: Int) throws(FeedError) -> String {
    let count = Int(try readByte("the size of a text"))
    guard count <= limit, count <= bytes.count - next else { throw .damaged("a text of \(count) bytes") }
    defer { next += count }
    guard let text = String(validating: bytes[next..<next + count], as: UTF8.self) else {
      throw .damaged("a text that is not UTF-8")
    }
    return text
  }
}
