import EventPipeline
import JoystickModel
import Testing

@testable import Configuration

@Suite("profile = \"auto\"")
struct AutomaticProfileTests {
  @Test(
    "The profile depends on the class of the device, and for a touchscreen on its size and shape",
    arguments: [
      (DeviceClass.touchscreen, 68.0, 150.0, AutomaticProfile.phone), (.touchscreen, 150, 68, .phone),
      (.touchscreen, 85, 128, .phone), (.touchscreen, 86, 150, .touchscreen),
      (.touchscreen, 80, 110, .touchscreen), (.touchscreen, 217, 136, .touchscreen),
      (.touchpad, 100, 65, .touchpad), (.tablet, 224, 140, .tablet),
    ])
  func choice(_ deviceClass: DeviceClass, _ width: Double, _ height: Double, _ profile: AutomaticProfile) {
    #expect(AutomaticProfile(for: deviceClass, on: SurfaceSize(width: width, height: height)) == profile)
  }

  private static func button(_ output: String) -> String {
    "[gamepad]\nname = 'theirs'\n[[button]]\noutput = '\(output)'\nregion = { x = 0, y = 0, width = 9, height = 9 }\n"
  }

  private func folder(_ profiles: [String: String]) throws -> Folder {
    let folder = try Folder()
    try folder.write("a.toml", "profile = 'auto'\n[gamepad]\nname = 'mine'\n")
    try folder.makeFolder("profiles")
    for (name, output) in profiles { try folder.write("profiles/\(name).toml", Self.button(output)) }
    return folder
  }

  @Test("A file has the controls of the profile for the device, and its own gamepad")
  func controls() throws {
    let folder = try folder(["phone": "A", "touchscreen": "B", "touchpad": "X", "tablet": "Y"])
    let settings = try Settings.read(path: folder.path("a.toml"))
    func names(_ deviceClass: DeviceClass, _ width: Double, _ height: Double) throws -> [String] {
      try settings.layout(width: width, height: height, deviceClass: deviceClass).controls.map(\.name)
    }
    #expect(try names(.touchscreen, 68, 150) == ["A"] && names(.touchscreen, 217, 136) == ["B"])
    #expect(try names(.touchpad, 100, 65) == ["X"] && names(.tablet, 224, 140) == ["Y"])
    let resolved = settings.resolved(for: .touchpad, on: SurfaceSize(width: 100, height: 65))
    #expect(resolved.profile == "touchpad" && resolved.gamepad.name == "mine")
    let files = ConfigurationFiles([folder.path])
    #expect(files.paths.count == 5 && files.error == nil)
  }

  @Test("Each of the profiles must exist and be without errors")
  func missing() throws {
    let incomplete = try folder(["phone": "A", "touchscreen": "B", "touchpad": "X"])
    // Profiles that are installed would be used.
    try incomplete.write("profiles/tablet.toml", "[[stick]]\nradius = 0\n")
    let error = #expect(throws: ConfigurationError.self) {
      try Settings.read(path: incomplete.path("a.toml"))
    }
    #expect(error?.diagnostics.map(\.file) == [incomplete.path("profiles/tablet.toml")])
  }
}
