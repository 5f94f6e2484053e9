import Drawing
import Foundation
import TestSupport
import Testing

@testable import Configuration
@testable import touchstick_overlay

@Suite("The overlay's command line and file")
struct OptionTests {
  @Test("options are read in both notations")
  func options() throws {
    #expect(try Options.parse([]) == .run(.init()))
    let all = Options.Run(output: "DP-1", file: "a.toml", readsFeed: true)
    #expect(try Options.parse(["-o", "DP-1", "--config=a.toml", "--feed"]) == .run(all))
    #expect(try Options.parse(["--edit", "-o", "DP-1"]) == .edit(.init(output: "DP-1"), profile: nil))
    #expect(try Options.parse(["--edit", "mine"]) == .edit(.init(), profile: "mine"))
    #expect(try Options.parse(["--check", "-c", "a.toml"]) == .check(file: "a.toml"))
    #expect(try Options.parse(["--find-output", "-c", "a.toml"]) == .find(.init(file: "a.toml")))
    for (arguments, sentence) in [
      (["--outptu"], "“--outptu” is not an option"), (["x"], "“x” is one argument too many"),
      (["-o"], "“-o” needs a value"),
    ] {
      #expect(throws: Options.Wrong(sentence: sentence)) { try Options.parse(arguments) }
    }
  }

  private func errors(_ text: String) -> String {
    do throws(ConfigurationError) {
      _ = try OverlaySettings.parse(Array(text.utf8), file: "overlay.toml")
      return ""
    } catch {
      return error.sentence
    }
  }

  @Test("keys change the theme, whatever their order")
  func keys() throws {
    let text = """
      [stick]
      handle_size_ratio = 0.5
      base_image = "base.png"
      handle_image = "/pictures/handle.png"
      handle_tint_color = "#0000ff80"
      color_fill_handle_image = true
      [button_colors]
      A = "#123456"
      [fade]
      after = "never"
      """
    let settings = try OverlaySettings.parse(
      Array("theme = \"glass\"\n\(text)".utf8), file: "/home/overlay.toml")
    var theme = Theme.glass
    theme.stick.handleSizeRatio = 0.5
    theme.stick.baseImage = PicturePath("base.png", in: "/home")
    theme.stick.handleImage = PicturePath("/pictures/handle.png")
    theme.stick.handleTintColor = Color("#0000ff80")
    theme.stick.colorFillHandleImage = true
    theme.button.colors[0] = Color(0x123456)
    theme.fade.delay = nil
    #expect(settings.theme == theme && settings.output == nil)
    #expect(settings.images.map(\.key) == ["base_image", "handle_image"])
    #expect(try OverlaySettings.parse([], file: "x") == OverlaySettings())
  }

  @Test(
    "errors name the place and the fix",
    arguments: [
      ("theme = \"quite\"", "overlay.toml:1:9: theme is \"quite\"; did you mean \"quiet\"?"),
      (
        "outptu = \"DP-1\"",
        "overlay.toml:1:1: unknown key \"outptu\" at the top level; did you mean \"output\"?"
      ),
      (
        "[stick]\nbase_alpha = 2", "overlay.toml:2:14: base_alpha is 2; it must be 0 to 1"
      ),
      (
        "[stick]\nhandle_tint = \"#fff\"",
        "overlay.toml:2:1: unknown key \"handle_tint\" in [stick]; the keys are "
      ),
      (
        "label_color = \"red\"",
        "overlay.toml:1:15: label_color is \"red\"; it must be a colour such as \"#0072b2\" or, with an opacity, "
          + "\"#0072b280\""
      ),
      (
        "pad_colors = \"#ff0000\"", "overlay.toml:1:14: pad_colors is not a list; it must be colours such as "
      ),
      ("pad_colors = [\"#ff0000\", 3]", "overlay.toml:1:26: pad_colors is an integer; it must be a colour"),
      ("stick = 3", "overlay.toml:1:9: stick is an integer; write [stick], with one bracket"),
      ("[fade]\nafter = \"nevr\"", "overlay.toml:2:9: after is \"nevr\"; it must be "),
      ("labels = ", "overlay.toml:1:"),
    ])
  func mistakes(_ text: String, _ expected: String) {
    #expect(errors(text).hasPrefix(expected), "\(errors(text))")
  }

  @Test("--check prints the errors, also those of pictures, and exits with 65 or 66")
  func check() throws {
    func check(_ text: String) throws -> (status: Int32, output: String) {
      let file = try Programs.file("overlay.toml", text)
      let program = Programs.path("touchstick-overlay")
      let (status, output) = try Programs.run(program, ["--check", "--config", file])
      return (status, output.replacing(file, with: "FILE"))
    }
    #expect(try check("theme = \"high_contrast\"\n") == (0, "no errors\n"))
    let unknown = try check("lables = true\n")
    #expect(
      unknown.status == EX_DATAERR && unknown.output.hasPrefix("FILE:1:1: error: unknown key \"lables\""))
    let picture = try check("[stick]\nbase_image = \"overlay.toml\"\n")
    #expect(picture.status == EX_DATAERR)
    #expect(picture.output.hasPrefix("FILE:2:14: error: base_image: \""))
    #expect(picture.output.hasSuffix("is not a PNG file; use another picture, or remove the key\n1 error\n"))
    let program = Programs.path("touchstick-overlay")
    #expect(try Programs.run(program, ["--check", "-c", "/nonexistent"]).status == EX_NOINPUT)
    #expect(try Programs.run(program, ["--chekc"]).status == EX_USAGE)
  }
}

@Suite("The overlay's guide")
struct OverlayGuideTests {
  private static let lines = try? String(
    contentsOf: Fixtures.project.appending(path: "docs/overlay.md"), encoding: .utf8
  ).split(separator: "\n").map(String.init)

  @Test("has every key of its tables, with its default and its meaning", arguments: OverlayTable.allCases)
  func keys(_ table: OverlayTable) throws {
    let lines = try #require(Self.lines)
    guard table != .buttonColors else {
      #expect(table.keyNames.allSatisfy { key in lines.contains { $0.contains("`\(key)`") } })
      return
    }
    let heading = table == .root ? "| key at the top level |" : "| key of `\(table.heading)` |"
    let start = try #require(lines.firstIndex { $0.hasPrefix(heading) })
    let rows = lines[start...].prefix { $0.hasPrefix("|") }
    for key in table.keys {
      let row = try #require(rows.first { $0.hasPrefix("| `\(key.name)` |") }, "\(key.name)")
      let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      #expect(cells.contains(key.defaultText()), "\(key.name): \(key.defaultText())")
      let meaning = key.meaning.split(separator: "\n").joined(separator: " ").trimmingSuffix(".")
      #expect(cells.last?.hasPrefix(meaning) == true, "\(key.name)")
    }
  }

  @Test("its example is right")
  func example() throws {
    let lines = try #require(Self.lines)
    let start = try #require(lines.firstIndex { $0.hasPrefix("    theme = ") })
    let text = lines[start...].prefix { $0.hasPrefix("    ") }.joined(separator: "\n")
    let settings = try OverlaySettings.parse(Array(text.utf8), file: "/home/overlay.toml")
    #expect(settings.theme.stick.handleImage?.whole == "/home/thumb.png")
  }
}

extension String {
  /// The text without this at its end.
  fileprivate func trimmingSuffix(_ suffix: String) -> String {
    hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
  }
}

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
    let text = try OverlaySettings.making(.output("DP-1"), in: Array(old.utf8), file: "overlay.toml")
    #expect(String(decoding: text, as: UTF8.self) == new)
    #expect(try OverlaySettings.parse(text, file: "overlay.toml").output == "DP-1")
  }

  @Test("writes every name that the file can have, and refuses others")
  func names() throws {
    for name in ["1", "true", "a \"b\" \\c", "HEADLESS-1"] {
      let text = try OverlaySettings.making(.output(name), in: [], file: "overlay.toml")
      #expect(try OverlaySettings.parse(text, file: "overlay.toml").output == name)
    }
    for name in ["a\nb", String(repeating: "a", count: 65)] {
      #expect(throws: ConfigurationError.self) {
        try OverlaySettings.making(.output(name), in: [], file: "overlay.toml")
      }
    }
  }
}
