internal import Configuration
internal import EventPipeline
internal import InputDevices
internal import System

struct DeviceReport {
  let devices: [ListedDevice]
  let sensors: [SensorFacts]
  private let needsSensors: Bool
  private let isBlind: Bool

  init(
    devices: [DeviceFacts], sensors: [SensorFacts] = [], settings: [Settings],
    isBlind: Bool = SurveyedDevice.all().isEmpty
  ) {
    self.sensors = sensors
    needsSensors = settings.contains { !$0.requiredSensors.isEmpty }
    let uses = devices.verdicts(for: settings)
    self.devices = zip(devices, uses).map { ListedDevice($0, uses: $1, settings) }
    self.isBlind = isBlind
  }

  var text: String {
    let noSensors = sensors.isEmpty && needsSensors ? [SensorFacts.none] : []
    let touch = devices.isEmpty ? [isBlind ? Self.blind : Self.none] : devices.map(\.text)
    return (touch + sensors.map(\.text) + noSensors).joined(separator: "\n")
  }

  /// One object a line.
  var json: String {
    get throws { try (devices.map(\.object) + sensors.map(\.object)).jsonLines }
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
    guard case .success(let description) = access, let deviceClass else { return nil }
    let asked = settings.first { $0.device.wants(self) }?.device ?? DeviceSettings()
    return try? asked.surface(of: description, class: deviceClass, on: Screen(size: panelSize))
  }
}

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
    let slots = facts.slotCount.map { $0 == 0 ? "no slots" : counted($0, "slot") }
    return [deviceClass.rawValue, surface?.phrase, slots, numbers].compactMap { $0 }.joined(separator: ", ")
  }
}

extension ListedDevice {
  fileprivate var object: JSONObject {
    let uses = uses.map { use -> JSONObject in
      ["file": use.file, "use": use.verdict.word.rawValue, "message": use.verdict.sentence(of: facts)]
    }
    return [
      "node": facts.path, "name": facts.description.name, "class": facts.deviceClass?.rawValue,
      "vendor": facts.description.id.vendor.fourDigits, "product": facts.description.id.product.fourDigits,
      "width": surface.map { tenths($0.size.width) }, "height": surface.map { tenths($0.size.height) },
      "size_source": surface?.sizeSource.rawValue, "rotation": surface?.rotation.rawValue,
      "slots": facts.slotCount, "links": facts.survey.links, "uses": uses,
    ]
  }
}

/// A length in millimetres for JSON, rounded to a tenth.
func tenths(_ length: Double) -> Double { (length * 10).rounded() / 10 }
