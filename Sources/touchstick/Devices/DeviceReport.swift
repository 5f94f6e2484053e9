internal import Configuration
internal import EventPipeline
internal import FoundationEssentials
internal import InputDevices
internal import OperatingSystem

/// The report about the touch devices.
struct DeviceReport {
  let devices: [ListedDevice]
  /// Whether there is any input device.
  private let isBlind: Bool

  init(devices: [DeviceFacts], settings: [Settings], isBlind: Bool = SurveyedDevice.all().isEmpty) {
    let uses = devices.verdicts(for: settings)
    self.devices = zip(devices, uses).map { ListedDevice($0, uses: $1, settings) }
    self.isBlind = isBlind
  }

  /// A paragraph for each device.
  var text: String {
    guard !devices.isEmpty else { return isBlind ? Self.blind : Self.none }
    return devices.map(\.text).joined(separator: "\n")
  }

  /// One object a line.
  var json: String {
    get throws { try devices.jsonLines }
  }

  private static let none = """
    No touchscreen, touchpad or tablet found.
    Permissions are not the cause: devices that you may not read would be listed, too. touchstickd is waiting for one.

    """

  private static let blind = """
    No input devices found.
    The machine has none, or this is a container without /dev/input and /run/udev.

    """
}

extension DeviceFacts {
  /// Its surface according to the first file that asks for it; nil if it is unknown.
  func surface(for settings: [Settings]) -> Surface? {
    guard case .opened(let description) = access, let deviceClass else { return nil }
    let asked = settings.first { $0.device.wants(self) }?.device ?? DeviceSettings()
    return try? asked.surface(of: description, class: deviceClass, on: Screen(size: panelSize))
  }
}

/// A device, and how touchstickd uses it.
struct ListedDevice {
  let facts: DeviceFacts
  let uses: [FileVerdict]
  let surface: Surface?

  init(_ facts: DeviceFacts, uses: [FileVerdict], _ settings: [Settings]) {
    self.facts = facts
    self.uses = uses
    surface = facts.surface(for: settings)
  }

  var text: String {
    var lines = ["\(facts.path)  \(facts.description.name)", properties]
    lines += facts.survey.links.map(\.printable)
    for use in uses {
      let file = use.file.map { "\($0.printable): " } ?? ""
      lines.append(file + use.verdict.sentence(of: facts))
    }
    return lines.joined(separator: "\n    ") + "\n"
  }

  private var properties: String {
    let id = facts.description.id
    let numbers = "\(id.vendor.fourDigits):\(id.product.fourDigits)"
    // A surface has no meaning for devices that touchstick made.
    guard let deviceClass = facts.deviceClass, !facts.survey.isOwn else { return numbers }
    let slots = facts.slotCount.map { $0 == 0 ? "no slots" : "\($0) \($0 == 1 ? "slot" : "slots")" }
    return [deviceClass.rawValue, surface?.phrase, slots, numbers].compactMap { $0 }.joined(separator: ", ")
  }
}

extension ListedDevice: Encodable {
  private enum CodingKeys: String, CodingKey {
    case node, name, `class`, vendor, product, width, height, rotation, slots, links, uses
    case sizeSource = "size_source"
  }

  /// All keys are always present.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(facts.path, forKey: .node)
    try container.encode(facts.description.name, forKey: .name)
    try container.encode(facts.deviceClass?.rawValue, forKey: .class)
    try container.encode(facts.description.id.vendor.fourDigits, forKey: .vendor)
    try container.encode(facts.description.id.product.fourDigits, forKey: .product)
    try container.encode(surface.map { tenths($0.size.width) }, forKey: .width)
    try container.encode(surface.map { tenths($0.size.height) }, forKey: .height)
    try container.encode(surface?.sizeSource.rawValue, forKey: .sizeSource)
    try container.encode(surface?.rotation.rawValue, forKey: .rotation)
    try container.encode(facts.slotCount, forKey: .slots)
    try container.encode(facts.survey.links, forKey: .links)
    try container.encode(uses.map { Use($0, of: facts) }, forKey: .uses)
  }

  private struct Use: Encodable {
    let file: String?
    let use: String
    let message: String

    init(_ fileVerdict: FileVerdict, of device: DeviceFacts) {
      file = fileVerdict.file
      use = fileVerdict.verdict.word
      message = fileVerdict.verdict.sentence(of: device)
    }

    private enum CodingKeys: CodingKey {
      case file, use, message
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(file, forKey: .file)
      try container.encode(use, forKey: .use)
      try container.encode(message, forKey: .message)
    }
  }
}

/// A length in millimetres for JSON, rounded to a tenth.
func tenths(_ length: Double) -> Double { (length * 10).rounded() / 10 }
