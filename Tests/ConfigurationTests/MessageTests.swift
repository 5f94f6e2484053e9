import Configuration
import EventPipeline
import Testing
import TestSupport

@Suite("Messages about configurations")
struct MessageTests {
  /// What `touchstick check` says, without the file's name.
  private func messages(_ text: String, on size: SurfaceSize? = nil) -> [String] {
    diagnostics(text, on: size).map { own in
      #expect(!own.isUnreadable && own.file == "t.toml")
      let place = own.location?.dropFirst("t.toml:".count) ?? "?"
      // What toml++ says is its own affair.
      guard own.code == "not-toml" else { return "\(place): \(own.severity): \(own.text)" }
      #expect(own.message.hasPrefix("this is not TOML ("))
      return "\(place): error: this is not TOML" + (own.hint.map { "; \($0)" } ?? "")
    }
  }

  private func diagnostics(_ text: String, on size: SurfaceSize?) -> [Diagnostic] {
    do throws(ConfigurationError) {
      let settings = try Settings.parse(text, file: "t.toml")
      if let size {
        _ = try settings.layout(width: size.width, height: size.height, deviceClass: .touchscreen)
      } else {
        try settings.checkWithoutSurface()
      }
      return settings.warnings(on: size)
    } catch {
      return error.diagnostics
    }
  }

  @Test("Each example has its messages, with their places", arguments: ConfigurationExample.all)
  func examples(_ example: ConfigurationExample) {
    let size = example.size.map { SurfaceSize(width: $0.width, height: $0.height) }
    #expect(messages(example.text, on: size) == example.messages)
  }

  @Test("There are hundreds of examples, all different")
  func count() {
    let examples = ConfigurationExample.all.map { "\($0.size.map { "\($0)" } ?? "") \($0.text)" }
    #expect(examples.count >= 430)
    #expect(Set(examples).count == examples.count)
  }

  @Test(
    "Control characters are errors, and are not printed",
    arguments: [("a = \"\u{1b}\"", "1:6"), ("\u{1}", "1:1"), ("[\u{1}", "1:2")])
  func controlCharacters(_ text: String, _ place: String) {
    let said = diagnostics(text, on: nil).map(\.sentence)
    #expect(said.count == 1 && said[0].hasPrefix("t.toml:\(place): this is not TOML"))
    #expect(said[0].unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
  }

  @Test("A path has at most 4095 bytes")
  func longPath() {
    let path = "/" + String(repeating: "p", count: 4095)
    #expect(
      messages("[device]\npath = \"\(path)\"") == [
        "2:8: error: path has 4096 bytes; it must have at most 4095"
      ])
    #expect(messages("[device]\npath = \"\(path.dropLast())\"") == [])
  }

  @Test("Bytes that are not UTF-8 are an error")
  func encoding() {
    let text = Array("a = 1\nb = \"é".utf8) + [0xc3, 0x28]
    let error = #expect(throws: ConfigurationError.self) { try Settings.parse(text, file: "t.toml") }
    #expect(error?.diagnostics.map(\.sentence) == ["t.toml:2:7: this is not UTF-8; save the file as UTF-8"])
  }

  @Test(
    "A mebibyte of nesting, or of errors, is read to its end",
    arguments: ["[", "a.", "{a=", "a=[", "[[stick]]\n", "[[button]]\n", "\"", "'", "\\", "#", "é"])
  func large(_ piece: String) {
    let text = String(repeating: piece, count: Settings.sizeLimit / piece.utf8.count)
    #expect(throws: ConfigurationError.self) { try Settings.parse("a=" + text, file: "t.toml") }
  }

  @Test("An error's place is that of the value, or of an unknown key, whatever precedes it")
  func places() {
    let found = diagnostics("\u{feff}[device]\n\t\"n\u{e9}\" = 1\n  type = \"mouse\"\r\n", on: nil)
    #expect(found.map(\.location) == ["t.toml:2:2", "t.toml:3:10"])
    #expect(found.first?.code == "unknown-key")
  }

  @Test("A file that does not fit has no warnings about positions besides its errors")
  func misfit() throws {
    let buttons = [0, 5, 300].map { x in
      "[[button]]\nname = '\(x)'\noutput = 'A'\nregion = { x = \(x), y = 0, width = 9, height = 9 }\n"
    }
    func warnings(_ text: String) throws -> [Diagnostic] {
      try Settings.parse(text, file: "t.toml").warnings(on: SurfaceSize(width: 200, height: 100))
    }
    #expect(try warnings(buttons.prefix(2).joined()).count == 1)
    #expect(try warnings(buttons.joined()) == [])
  }

  @Test("127 warnings of a kind are one, which lists the first of them")
  func many() {
    let one = "region={x=0,y=0,width=9,height=9}\n"
    let text = (0..<128).map { "[[button]]\noutput='A'\nname='\($0)'\n\(one)" }.joined()
    let found = messages(text)
    #expect(
      found.count == 1 && found.first?.contains("\"12\" (line 52), \"13\" (line 56) and 114 others") == true)
  }
}
