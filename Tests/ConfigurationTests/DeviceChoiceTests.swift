import Configuration
import EventPipeline
import Testing

@Suite("Which file uses which device")
struct DeviceChoiceTests {
  /// A device of 200 mm by 100 mm, or one without a surface.
  private func device(
    _ number: Int, _ deviceClass: DeviceClass, isOpen: Bool = true, hasSurface: Bool = true
  ) -> CandidateDevice {
    let extents: [EventCode: Int32] = hasSurface ? [.absX: 2000, .absY: 1000] : [:]
    let axes = extents.map { ($0.code, AbsoluteAxis(minimum: 0, maximum: $1, resolution: 10)) }
    let description = DeviceDescription(
      name: "device \(number)", id: DeviceID(bus: 3, vendor: 1, product: 2, version: 0), codes: [.btnTouch],
      axes: Dictionary(uniqueKeysWithValues: axes))
    return CandidateDevice(
      node: "/dev/input/event\(number)", links: ["/link\(number)"], description: description,
      class: deviceClass, isOpen: isOpen)
  }

  private func request(
    _ text: String = "", on current: Int? = nil, last: DeviceClass? = nil
  ) throws -> DeviceRequest {
    DeviceRequest(
      try Settings.parse(text, file: "a.toml"), current: current.map { "/dev/input/event\($0)" },
      lastClass: last)
  }

  /// The index of the device that each file uses.
  private func uses(_ requests: [DeviceRequest], _ devices: [CandidateDevice]) -> [Int?] {
    requests.fits(of: devices).map { $0.firstIndex(of: .used) }
  }

  @Test("A file without a type moves to a better class, and one with a type stays")
  func better() throws {
    let devices = [device(1, .tablet), device(2, .touchpad), device(3, .touchscreen)]
    #expect(try uses([request(on: 2)], devices) == [2])
    #expect(try uses([request("device.type = 'any'", on: 2)], devices) == [1])
    #expect(try uses([request("device.type = 'any'")], devices) == [2])
    #expect(try uses([request(on: 3)], devices) == [2])
    // A second device of the same class is not better.
    #expect(try uses([request(on: 2)], [device(1, .touchpad), device(2, .touchpad)]) == [1])
  }

  @Test("A file whose device is gone waits for one of the same class")
  func lastClass() throws {
    let devices = [device(1, .touchpad)]
    #expect(try uses([request(last: .touchscreen)], devices) == [nil])
    #expect(
      try [request(last: .touchscreen)].fits(of: devices) == [[.unlike([.type(.touchscreen)])]])
    #expect(try uses([request(last: .touchpad)], devices) == [0])
  }

  @Test("A device that cannot be opened or has no surface gives way, but not one that does not fit")
  func givingWay() throws {
    let devices = [
      device(1, .touchscreen, isOpen: false), device(2, .touchscreen, hasSurface: false),
      device(3, .touchscreen), device(4, .touchpad),
    ]
    #expect(
      try [request()].fits(of: devices) == [[.unopened, .noSurface(.noPosition), .used, .behind(2)]])
    let far = "[[dpad]]\nregion = { x = 9000, y = 0, width = 9, height = 9 }"
    let fits = try [request(far)].fits(of: devices)[0]
    guard case .misfit = fits[2] else { return #expect(Bool(false), "\(fits[2])") }
    #expect(fits[3] == .behind(2))
    // The file stays on its device if a better one cannot be used.
    #expect(try uses([request(on: 4)], [devices[0], devices[3]]) == [1])
  }

  @Test("Files that share a device must agree, and those already on it come first")
  func sharing() throws {
    let devices = [device(1, .touchscreen)]
    #expect(try uses([request(), request()], devices) == [0, 0])
    #expect(try uses([request(), request("device.grab = false"), request()], devices) == [0, nil, 0])
    #expect(try uses([request("device.grab = false"), request(on: 1)], devices) == [nil, 0])
    // A file that moves to another device does not count on its old one.
    let two = [device(1, .touchpad), device(2, .touchscreen)]
    #expect(
      try uses([request(on: 1), request("device.type = 'touchpad'\ndevice.grab = false")], two) == [1, 0])
  }

  @Test("A file that no longer matches its device leaves it")
  func otherDevice() throws {
    let devices = [device(1, .touchscreen), device(2, .touchscreen)]
    #expect(try uses([request("device.path = '/link2'", on: 1)], devices) == [1])
    #expect(try uses([request("device.path = '/dev/input/event1'", on: 1)], devices) == [0])
    #expect(try uses([request("device.name = 'x'", on: 1)], devices) == [nil])
  }
}
