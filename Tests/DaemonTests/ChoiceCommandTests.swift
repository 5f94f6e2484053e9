import Configuration
import EventPipeline
import Foundation
import JoystickModel
import System
import TestSupport
import Testing

@testable import touchstick
@testable import touchstickd

@Suite("Choices that last, and the layout in use", .serialized, .enabled(if: geteuid() == 0))
struct ChoiceCommandTests {
  private let called: CalledService
  private let home: URL

  init() throws {
    called = try CalledService.used()
    home = try Programs.files([
      "touchstick/profiles/mine.toml": "[[dpad]]\nregion = { x = 5, y = 5, width = 30, height = 30 }\n"
    ])
  }

  private func tool(_ arguments: String...) throws -> (status: Int32, output: String) {
    try Programs.run(
      "env",
      [
        "-u", "SUDO_USER", "DBUS_SYSTEM_BUS_ADDRESS=\(called.address)", "XDG_CONFIG_HOME=\(home.path)",
        Programs.path("touchstick"),
      ] + arguments)
  }

  private var choices: String {
    (try? String(contentsOf: home.appending(path: "touchstick/session.toml"), encoding: .utf8)) ?? ""
  }

  @Test("on --forget removes what on or off --keep has kept, and nothing else")
  func forget() throws {
    #expect(try tool("off", "--keep").output.contains("kept in "))
    #expect(try tool("use", "--keep", "mine").output.contains("kept in "))
    #expect(choices.contains("pads = \"off\"") && choices.contains("mine"))
    let (status, output) = try tool("on", "--forget")
    #expect(status == 0 && output.contains("removed from "), "\(output)")
    #expect(!choices.contains("pads") && choices.contains("mine"))
    #expect(try tool("off", "--forget").output.contains("nothing was kept in "))
    try called.service.stop()
  }

  @Test("use --reset --keep says what it removes, and that nothing was kept")
  func reset() throws {
    let first = try tool("use", "--reset", "--keep")
    #expect(first.status == 0, "\(first.output)")
    #expect(first.output.contains("nothing was kept in ") && !first.output.contains("\nkept in "))
    _ = try tool("use", "--keep", "mine")
    #expect(try tool("use", "--reset", "--keep").output.contains("removed from "))
    #expect(!choices.contains("layout"))
    try called.service.stop()
  }

  @Test("layout --current draws the layout in use on the glass of the device in use")
  func current() throws {
    let file = try Programs.file("pad.toml", "[[wheel]]\nregion = { center = [60, 60], radius = 20 }\n")
    try called.use { state in
      state.files[0].pad = PadStatus.Pad(name: "pad", file: file, node: "/dev/input/event6")
    }
    let ofFile = try tool("layout", "--current")
    #expect(ofFile.status == 0 && ofFile.output.contains("wheel"), "\(ofFile.output.prefix(300))")
    // The glass of the device, not that of a tablet that is assumed.
    #expect(ofFile.output.contains("331.2 × 187.2 mm"), "\(ofFile.output.prefix(600))")
    try called.use { $0.layout = PadStatus.Layout("mine", by: .user) }
    try waitUntil("the layout") { try called.client.padStatus().layout.name == "mine" }
    let ofUser = try tool("layout", "--current")
    #expect(ofUser.status == 0 && ofUser.output.contains("dpad"), "\(ofUser.output.prefix(300))")
    #expect(ofUser.output.contains("the layout is \"mine\""))
    try called.use { $0.layout = PadStatus.Layout("-", by: .user) }
    try waitUntil("the layout") { try called.client.padStatus().layout.name == "-" }
    #expect(try tool("layout", "--current").status == 66)
    #expect(try tool("layout", "--current", "--size", "60x100").status == 64)
    try called.service.stop()
  }
}

@Suite("A device that only touchstickd may read")
struct UnreadableDeviceTests {
  private static func used(_ source: SurfaceSizeSource, rotation: UInt32 = 0) -> PadStatus.Device {
    PadStatus.Device(
      name: "screen", node: "/dev/input/event5", deviceClass: "touchscreen", width: 65, height: 140,
      sizeSource: source.rawValue, rotation: rotation, isGrabbed: true)
  }

  /// What everybody may know: the axes without their ranges.
  private static let known: DeviceDescription = {
    let none = AbsoluteAxis(minimum: 0, maximum: 0)
    let codes = [EventCode.absMTSlot, .absMTPositionX, .absMTPositionY, .absMTTrackingID]
    return DeviceDescription(
      name: "screen", id: DeviceID(bus: 3, vendor: 1, product: 2, version: 3), properties: [.direct],
      axes: Dictionary(uniqueKeysWithValues: codes.map { ($0.code, none) }))
  }()

  @Test(
    "has the surface that touchstickd reports, whatever its source and its rotation",
    arguments: [SurfaceSizeSource.device, .panel, .session, .assumption], [0, 90, 180, 270] as [UInt32])
  func surface(_ source: SurfaceSizeSource, _ rotation: UInt32) throws {
    let described = try #require(
      DescribedDevice(file: "/dev/input/event5", Self.known, Self.used(source, rotation: rotation)))
    #expect(described.deviceClass == .touchscreen)
    let size = try described.surface(DeviceSettings()).size
    let isTurned = rotation == 90 || rotation == 270
    let (width, height) = isTurned ? (size.height, size.width) : (size.width, size.height)
    if source == .assumption {
      #expect(abs(height / width - 140.0 / 65) < 0.01)
    } else {
      #expect(abs(width - 65) < 0.01 && abs(height - 140) < 0.01)
    }
  }

  @Test("has no number of slots that a gesture could exceed")
  func slots() throws {
    let described = try #require(DescribedDevice(file: "f", Self.known, Self.used(.device)))
    var settings = Settings()
    settings.toggle = ToggleSettings()
    settings.toggle?.fingers = 10
    let codes = [settings].warnings(for: described.device, class: .touchscreen).map(\.code)
    #expect(!codes.contains("too-few-contacts"))
  }
}
