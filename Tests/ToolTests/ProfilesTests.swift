import Configuration
import Foundation
import Testing
import TestSupport

@Suite("touchstick profiles")
struct ProfilesTests {
  private func profiles(
    home: URL, _ options: String..., isSilent: Bool = false
  ) throws -> (status: Int32, output: String) {
    let tool = Programs.folder.appending(path: "touchstick").path
    return try Programs.run(
      "XDG_CONFIG_HOME=\(home.path)",
      ["DBUS_SYSTEM_BUS_ADDRESS=unix:path=/nowhere", tool, "profiles"] + options, isSilent: isSilent)
  }

  @Test("A user's own profile is listed with its file")
  func own() throws {
    let home = try Programs.files(["touchstick/profiles/mine.toml": "[[stick]]\n"])
    let (status, output) = try profiles(home: home)
    let line = "  mine  \(home.path)/touchstick/profiles/mine.toml\n"
    #expect(status == 0 && output.contains(line), "\(output)")
    #expect(!output.contains("there are no profiles"))
  }

  @Test(
    "Without any profile, the standard error says so, and names the folders",
    .enabled(if: ProfileFolders().all.isEmpty))
  func none() throws {
    let home = try Programs.files([:])
    #expect(
      try profiles(home: home) == (
        0,
        "there are no profiles in \(home.path)/touchstick/profiles, /etc/touchstick/profiles, "
          + "/usr/local/share/touchstick/profiles or /usr/share/touchstick/profiles\n"
      ))
    #expect(try profiles(home: home, isSilent: true) == (0, ""))
    #expect(try profiles(home: home, "--json") == (0, "[]\n"))
  }
}
