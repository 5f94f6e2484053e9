import Testing

@testable import touchstick_overlay
@testable import Configuration

@Suite("Another output in the overlay's file")
struct OverlayOutputTests {
  @Test(
    "changes one value, or adds one key before all tables",
    arguments: [
      ("", "output = \"DP-1\"\n"),
      ("output = 'eDP-1' # here\n[stick]\n", "output = \"DP-1\" # here\n[stick]\n"),
      ("[fade]\nafter = \"1s\"\n", "output = \"DP-1\"\n[fade]\nafter = \"1s\"\n"),
      (
        "# Mine.\r\nlabels = false # none\r\n\r\n# Sticks.\r\n[stick]\r\n",
        "# Mine.\r\nlabels = false # none\r\noutput = \"DP-1\"\r\n\r\n# Sticks.\r\n[stick]\r\n"
      ),
      (
        "pad_colors = [\n  \"#ff0000\",\n]\n[stick]\n",
        "pad_colors = [\n  \"#ff0000\",\n]\noutput = \"DP-1\"\n[stick]\n"
      ),
      ("labels = false", "labels = false\noutput = \"DP-1\""),
      ("stick.shaded = true\n", "output = \"DP-1\"\nstick.shaded = true\n"),
      ("fade = { after = \"1s\" }\n", "output = \"DP-1\"\nfade = { after = \"1s\" }\n"),
      ("\u{feff}[stick]\n", "\u{feff}output = \"DP-1\"\n[stick]\n"),
    ])
  func change(_ old: String, _ new: String) throws {
    let text = try OverlaySettings.settingOutput("DP-1", in: Array(old.utf8), file: "overlay.toml")
    #expect(String(decoding: text, as: UTF8.self) == new)
    #expect(try OverlaySettings.parse(text, file: "overlay.toml").output == "DP-1")
  }

  @Test("writes every name that the file can have, and refuses others")
  func names() throws {
    for name in ["1", "true", "a \"b\" \\c", "HEADLESS-1"] {
      let text = try OverlaySettings.settingOutput(name, in: [], file: "overlay.toml")
      #expect(try OverlaySettings.parse(text, file: "overlay.toml").output == name)
    }
    for name in ["a\nb", String(repeating: "a", count: 65)] {
      #expect(throws: ConfigurationError.self) {
        try OverlaySettings.settingOutput(name, in: [], file: "overlay.toml")
      }
    }
  }
}
