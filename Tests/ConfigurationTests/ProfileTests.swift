import EventPipeline
import JoystickModel
import Testing

@testable import Configuration

@Suite("Profiles")
struct ProfileTests {
  @Test("A file may press the keys of its profile only if it allows them, and a profile allows none")
  func keys() throws {
    let button = "[[button]]\nregion = { center = [9, 9], radius = 9 }\noutput = 'KEY_A'\n"
    let folder = try folder("profile = 'typing'\n", ["typing.toml": button])
    let error = #expect(throws: ConfigurationError.self) {
      try Settings.read(path: folder.path("a.toml"))
    }
    let diagnostic = try #require(error?.diagnostics.first)
    #expect(error?.diagnostics.count == 1 && diagnostic.code == "forbidden-key")
    #expect(diagnostic.location == folder.path("profiles/typing.toml") + ":3:10")
    #expect(diagnostic.hint?.contains("under [keyboard] in \(folder.path("a.toml"));") == true)
    let permission = "keyboard.keys = ['KEY_A']\n"
    try folder.write("a.toml", permission + "profile = 'typing'\n")
    let allowed = try Settings.read(path: folder.path("a.toml"))
    let layout = try allowed.layout(width: 100, height: 50, deviceClass: .touchscreen)
    #expect(layout.keys.map(\.name) == ["KEY_A"])
    #expect(
      try problems(self.folder("profile = 'b'", ["b.toml": permission + button])) == [
        "profiles/b.toml:1:1: unknown key \"keyboard\" in a profile; the keys are description, made_for, rumble_strength, gamepad, stick, button, "
          + "buttons, dpad, trigger, look, slider, wheel and ignore"
      ])
    // Also without these checks, no pad presses the keys of a profile without permission.
    let device = DeviceDescription.touchscreen()
    let profile = try Settings.parse(profile: Array(button.utf8), file: "typing.toml")
    for (file, isAllowed) in [(Settings(), false), (allowed, true)] {
      do {
        let pipeline = try [file.with(profile)].pipeline(for: device, class: .touchscreen)
        #expect(isAllowed && pipeline.keyboard.keys.count == 1)
      } catch {
        #expect(!isAllowed)
      }
    }
  }

  @Test("The keys that every layout may press are F1 to F24 and 21 others, and no modifier")
  func harmlessKeys() {
    let keys = KeyboardSettings.alwaysAllowed
    #expect(keys.count == 24 + 21 && keys[23].name == "KEY_F24" && keys[24].name == "KEY_ESC")
    #expect(!keys.contains { $0.isModifier })
    #expect(KeyboardSettings.alwaysAllowedPhrase.hasPrefix("KEY_F1 to KEY_F24, KEY_ESC, KEY_PAUSE"))
  }

  private static let button = "[[button]]\noutput = 'B'\nregion = { center = [9, 9], radius = 5 }\n"

  /// A folder with a configuration and profiles.
  private func folder(_ configuration: String, _ profiles: [String: String]) throws -> Folder {
    let folder = try Folder()
    try folder.write("a.toml", configuration)
    try folder.makeFolder("profiles")
    for (name, text) in profiles { try folder.write("profiles/\(name)", text) }
    return folder
  }

  private func problems(_ folder: Folder) -> [String] {
    let error = #expect(throws: ConfigurationError.self) { try Settings.read(path: folder.path("a.toml")) }
    return (error?.diagnostics ?? []).map { diagnostic in
      diagnostic.sentence.replacing(folder.path + "/", with: "")
    }
  }

  @Test("A file has the controls of its profile, and its gamepad if the profile has one")
  func controls() throws {
    let own = "profile = 'b'\n[device]\ngrab = false\n[gamepad]\nname = 'mine'\n[toggle]\nfingers = 4\n"
    let folder = try folder(own, ["b.toml": Self.button])
    let settings = try Settings.read(path: folder.path("a.toml"))
    #expect(settings.profile == "b" && settings.controls.count == 1)
    #expect(settings.gamepad.name == "mine" && !settings.device.grab && settings.toggle?.fingers == 4)
    #expect(settings.fileName == folder.path("a.toml"))
    try folder.write("profiles/b.toml", "[gamepad]\nname = 'theirs'\n" + Self.button)
    #expect(try Settings.read(path: folder.path("a.toml")).gamepad.name == "theirs")
    let files = ConfigurationFiles([folder.path])
    #expect(files.paths == [folder.path("a.toml"), folder.path("profiles/b.toml")])
  }

  @Test("Profiles are listed by name, the first folder first; other files are not profiles")
  func list() throws {
    let files = ["z.toml": "", "b.toml": "", ".c.toml": "", "d.txt": ""]
    let (folder, other) = try (self.folder("", files), self.folder("", ["b.toml": "", "c.toml": ""]))
    let folders = ProfileFolders([folder.path("profiles"), other.path("profiles"), "/nowhere"])
    #expect(folders.all.map(\.name) == ["b", "c", "z"])
    #expect(try folders.profile(named: "b").path == folder.path("profiles/b.toml"))
  }

  @Test("Without any profile, the error says where to put one")
  func none() throws {
    let empty = try folder("", [:]).path("profiles")
    let error = #expect(throws: ConfigurationError.self) {
      try ProfileFolders([empty, "/nowhere"]).profile(named: "b")
    }
    #expect(
      error?.sentence
        == "there is no profile \"b\"; no profiles are installed; put NAME.toml in \(empty)")
  }

  @Test(
    "A name that is not in the list opens no file",
    arguments: ["../a", "/etc/passwd", "b.toml", ".", ".c", " b"])
  func names(_ name: String) throws {
    let folder = try folder("", ["b.toml": Self.button, ".c.toml": Self.button])
    #expect(throws: ConfigurationError.self) {
      try ProfileFolders([folder.path("profiles")]).profile(named: name)
    }
  }

  @Test("Errors of a profile name the file that contains them")
  func mistakes() throws {
    #expect(
      try problems(folder("\nprofile = 'bb'", ["bbb.toml": Self.button])) == [
        "a.toml:2:11: there is no profile \"bb\"; did you mean \"bbb\"?"
      ])
    #expect(
      try problems(folder("profile = 'b'", ["b.toml": "\n[[stick]]\nradius = 0"])) == [
        "profiles/b.toml:3:10: radius is 0 mm; it must be more than 0 mm, at most 10000 mm"
      ])
    #expect(
      try problems(folder("profile = 'b'", ["b.toml": "[device]\n" + Self.button])) == [
        "profiles/b.toml:1:2: unknown key \"device\" in a profile; the keys are description, made_for, rumble_strength, gamepad, stick, button, buttons, "
          + "dpad, trigger, look, slider, wheel and ignore"
      ])
    #expect(
      try problems(folder("profile = 'b'", ["b.toml": ""])) == [
        "profiles/b.toml: this profile has no controls; add one, such as [[stick]]"
      ])
    #expect(
      try problems(folder("profile = 'b'\n" + Self.button, ["b.toml": Self.button])) == [
        "a.toml:1:11: there is a profile, but this file has controls too; remove the controls, or the profile"
      ])
  }

  @Test("A control outside the surface is reported in the profile")
  func misfit() throws {
    let far = "[[button]]\noutput = 'B'\nregion = { center = [900, 9], radius = 5 }\n"
    let folder = try folder("profile = 'b'", ["b.toml": far])
    let settings = try Settings.read(path: folder.path("a.toml"))
    let error = #expect(throws: ConfigurationError.self) {
      try settings.layout(width: 200, height: 100, deviceClass: .touchscreen)
    }
    #expect(error?.diagnostics.map(\.file) == [folder.path("profiles/b.toml")])
  }
}

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
