import Configuration
import Testing

@Suite("Broken files")
struct BrokenFileTests {
  @Test("Each file has its messages, with their places", arguments: BrokenFile.all)
  func sentences(_ file: BrokenFile) {
    let error = #expect(throws: ConfigurationError.self) { try Settings.parse(file.text, file: "t.toml") }
    #expect(error?.diagnostics.map(\.sentence) == file.sentences.map { "t.toml:\($0)" })
    #expect(error?.isUnreadable == false)
  }

  @Test("There are at least sixty files, all different")
  func count() {
    #expect(BrokenFile.all.count >= 60)
    #expect(Set(BrokenFile.all.map(\.text)).count == BrokenFile.all.count)
  }

  @Test("Bytes that are not UTF-8 are an error")
  func encoding() {
    let text = Array("a = 1\nb = \"é".utf8) + [0xc3, 0x28]
    let error = #expect(throws: ConfigurationError.self) { try Settings.parse(text, file: "t.toml") }
    #expect(
      error?.diagnostics.map(\.sentence) == [
        "t.toml:2:7: this is not UTF-8; save the file as UTF-8"
      ])
  }

  @Test(
    "A mebibyte of nesting, or of errors, is read to its end",
    arguments: ["[", "a.", "{a=", "a=[", "[[stick]]\n", "[[button]]\n", "\"", "'", "\\", "#", "é"])
  func large(_ piece: String) throws {
    let text = String(repeating: piece, count: Settings.sizeLimit / piece.utf8.count)
    let problems = {
      do throws(ConfigurationError) {
        _ = try Settings.parse("a=" + text, file: "t.toml")
        return 0
      } catch {
        return error.diagnostics.count
      }
    }()
    #expect(problems > 0)
  }

  @Test("An error's place is that of the value, or of an unknown key")
  func places() throws {
    let error = #expect(throws: ConfigurationError.self) {
      try Settings.parse("\u{feff}[device]\n\t\"n\u{e9}\" = 1\n  type = \"mouse\"\r\n", file: "t.toml")
    }
    let problems = try #require(error?.diagnostics)
    #expect(problems.map(\.position?.line) == [2, 3])
    #expect(problems.map(\.position?.column) == [2, 10])
    #expect(problems.first?.code == "unknown-key")
  }
}
