import Configuration
import Foundation
import Testing
import TestSupport

@Suite("touchstick profiles")
struct ProfilesTests {
  private func profiles(
    home: URL, _ options: [String] = [], isSilent: Bool = false
  ) throws -> (status: Int32, output: String) {
    try tool(home: home, ["profiles"] + options, isSilent: isSilent)
  }

  private func tool(
    home: URL, _ arguments: [String], isSilent: Bool = false
  ) throws -> (status: Int32, output: String) {
    let tool = Programs.path("touchstick")
    return try Programs.run(
      "XDG_CONFIG_HOME=\(home.path)",
      ["DBUS_SYSTEM_BUS_ADDRESS=unix:path=/nowhere", tool] + arguments, isSilent: isSilent)
  }

  private static let stick = "[[stick]]\n"

  /// A home with a profile that has a description, one without, and one with an error.
  private func home() throws -> URL {
    try Programs.files([
      "touchstick/profiles/mine.toml": "description = 'a stick for races'\n" + Self.stick,
      "touchstick/profiles/short.toml": Self.stick,
      "touchstick/profiles/wrong.toml": "[device]\n" + Self.stick,
    ])
  }

  @Test("A user's own profiles are listed with their descriptions or files", arguments: [true, false])
  func own(_ withFiles: Bool) throws {
    let home = try home()
    let (status, output) = try profiles(home: home, withFiles ? ["--files"] : [])
    let lines = output.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
    let folder = "\(home.path)/touchstick/profiles"
    let expected =
      withFiles
      ? ["mine", "short", "wrong"].map { "\($0) \(folder)/\($0).toml" }
      : ["mine a stick for races", "short", "wrong has an error: touchstick check wrong"]
    #expect(status == 0 && expected.allSatisfy(lines.contains), "\(output)")
  }

  @Test("use without a name lists the profiles, and says how to use one")
  func choice() throws {
    let (status, output) = try tool(home: home(), ["use"])
    #expect(status == 0 && output.contains("a stick for races\n"))
    #expect(output.hasSuffix("\nTo use one, run: touchstick use NAME\n"))
    #expect(try tool(home: home(), ["use", "mine", "--reset"]).status == 64)
  }

  @Test("check reads a word that is no path as the name of a profile")
  func check() throws {
    let home = try home()
    #expect(try tool(home: home, ["check", "mine", "short"]) == (0, "2 files, no errors\n"))
    let wrong = try tool(home: home, ["check", "wrong"])
    #expect(
      wrong.status == 65
        && wrong.output.contains("wrong.toml:1:2: error: unknown key \"device\" in a profile"))
    let typing = try Programs.files([
      "touchstick/profiles/typing.toml":
        "[[button]]\nregion = { center = ['50%', '50%'], radius = '9mm' }\noutput = ['KEY_F1', 'KEY_A']\n"
    ])
    let permitted = try tool(home: typing, ["check", "typing"])
    #expect(
      permitted.status == 0
        && permitted.output.contains(
          "typing.toml:3:10: warning: \"KEY_F1+KEY_A\" presses KEY_A, which layouts may press only with permission; "
            + "the administrator can write keys = [\"KEY_A\"] under [keyboard] in a file of /etc/touchstick"),
      "\(permitted)")
    let unknown = try tool(home: home, ["check", "mime"])
    #expect(
      unknown == (
        66, "error: there is no profile \"mime\"; did you mean \"mine\"?\nno files, 1 error\n"
      ))
    // A folder in the current folder comes first.
    let script = #"cd "$1"; mkdir -p mine; exec "$0" check mine"#
    let tool = Programs.path("touchstick")
    let folder = try Programs.run("sh", ["-c", script, tool, home.path])
    #expect(folder.status == 66 && folder.output.hasPrefix("mine: error: contains no configuration"))
  }

  @Test("layout draws a profile by its name")
  func layout() throws {
    let home = try home()
    let drawn = try tool(home: home, ["layout", "mine", "--size", "100x50"])
    #expect(drawn.status == 0 && drawn.output.contains("mine, 100 × 50 mm"))
    #expect(
      try tool(home: home, ["layout", "mime"]) == (
        66, "there is no profile \"mime\"; did you mean \"mine\"?\n"
      ))
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
    #expect(try profiles(home: home, ["--json"]) == (0, "[]\n"))
  }
}
