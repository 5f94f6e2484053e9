import Configuration
import Foundation
import LayoutImport
import TestSupport
import Testing

@Suite("Skins in archives")
struct ImportedArchiveTests {
  /// A skin with four buttons, its picture and a file of macOS, packed by another program.
  private static let skin = archive(
    "UEsDBBQAAAAIANxUe12DFtyMAwAAAAEAAAASAAAAX19NQUNPU1gvaW5mby5qc29uqwAAUEsDBBQAAAAIANxUe11zjAUpBQEA"
      + "AAABAAAMAAAAc2tpbi9waWMucG5nAQAB//4AAQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyAhIiMkJSYnKCkqKywt"
      + "Li8wMTIzNDU2Nzg5Ojs8PT4/QEFCQ0RFRkdISUpLTE1OT1BRUlNUVVZXWFlaW1xdXl9gYWJjZGVmZ2hpamtsbW5vcHFyc3R1"
      + "dnd4eXp7fH1+f4CBgoOEhYaHiImKi4yNjo+QkZKTlJWWl5iZmpucnZ6foKGio6SlpqeoqaqrrK2ur7CxsrO0tba3uLm6u7y9"
      + "vr/AwcLDxMXGx8jJysvMzc7P0NHS09TV1tfY2drb3N3e3+Dh4uPk5ebn6Onq6+zt7u/w8fLz9PX29/j5+vv8/f7/UEsDBBQA"
      + "AAAIANxUe13hV4MG0AAAAPIBAAAOAAAAc2tpbi9pbmZvLmpzb26dj0FrwzAMhf9K0XmEdCPp6D/ouTtt9KDWaiJIHGGrbGnI"
      + "f6+cUOggh1If7Pf09D7wAB5bgu0KvlmEHLytoLLJVy+0c+SVz0wh5aeuzQI31CtFvWjmqFHM0m5WHTH1AkmgaB1U7ny00gAs"
      + "dedpklHROwxuMo3peEKZoxZF2Fd7vs7+l53WpspyY9yauKrV7MemGM2zUpvoP4b3ctFJA8LBsnOYvzPAn925TXp713lSd2qR"
      + "P0KLfDToP9RxAVW+yGoWWOv3F2FhCfb5LOwwpnMDUEsBAhQDFAAAAAgA3FR7XYMW3IwDAAAAAQAAABIAAAAAAAAAAAAAAIAB"
      + "AAAAAF9fTUFDT1NYL2luZm8uanNvblBLAQIUAxQAAAAIANxUe11zjAUpBQEAAAABAAAMAAAAAAAAAAAAAACAATMAAABza2lu"
      + "L3BpYy5wbmdQSwECFAMUAAAACADcVHtd4VeDBtAAAADyAQAADgAAAAAAAAAAAAAAgAFiAQAAc2tpbi9pbmZvLmpzb25QSwUG"
      + "AAAAAAMAAwC2AAAAXgIAAAAA")
  /// 300,000 blanks.
  private static let bomb = archive(
    "UEsDBBQAAAAIANxUe13fKh9UNAEAAOCTBAAJAAAAaW5mby5qc29u7cEBDQAAAMKgKu+f0h4OKAAAAAAAAAAAAAAAAAAAAAAA"
      + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
      + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
      + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
      + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA+DFQSwECFAMUAAAACADc"
      + "VHtd3yofVDQBAADgkwQACQAAAAAAAAAAAAAAgAEAAAAAaW5mby5qc29uUEsFBgAAAAABAAEANwAAAFsBAAAAAA==")

  private static func archive(_ text: String) -> [UInt8] { Array(Data(base64Encoded: text) ?? Data()) }

  private static func sentences(_ bytes: [UInt8]) -> [String] {
    ImportedLayout(bytes, file: "t").diagnostics.map(\.sentence)
  }

  @Test("info.json is read, also in a folder, and messages name it")
  func info() {
    let layout = ImportedLayout(Self.skin, file: "t.deltaskin")
    #expect(layout.count == 4 && layout.profile?.contains("output = \"RB\"") == true)
    #expect(
      layout.diagnostics.map(\.sentence) == [
        "t.deltaskin/info.json:1:1: there is no representation for portrait; held so, the pad has no controls"
      ])
  }

  @Test("A text that unpacks to many times its size is refused, and so is an archive without it")
  func refused() {
    #expect(
      Self.sentences(Self.bomb) == [
        "t: info.json in this archive is too large; it can have at most 1048576 bytes"
      ])
    let name = Array("info.json".utf8)
    var other = Self.skin
    for index in other.indices.dropLast(name.count) where other[index...].starts(with: name) {
      other[index] = 0x49
    }
    #expect(Self.sentences(other) == ["t: this archive has no info.json; it must be a skin for Delta"])
  }

  @Test("A damaged archive is an error, whatever is wrong, and never more than that")
  func damaged() {
    for count in stride(from: 4, to: Self.skin.count, by: 7) {
      let layout = ImportedLayout(Array(Self.skin.prefix(count)), file: "t")
      #expect(layout.profile == nil && layout.diagnostics.count == 1)
    }
    var random = SeededGenerator(seed: 59)
    for _ in 0..<2000 {
      var changed = Self.skin
      for _ in 0..<random.integer(1...4) {
        changed[random.integer(4...changed.count - 1)] = random.integer(0...255)
      }
      let layout = ImportedLayout(changed, file: "t")
      #expect(layout.profile != nil || layout.diagnostics.last?.severity == .error)
    }
  }

  @Test("The tool reads an archive, makes the folder of the profile, and ends with one line")
  func command() throws {
    let folder = try Programs.files(["empty": ""])
    let file = folder.appending(path: "t.deltaskin")
    // Something can follow.
    var large = Self.skin
    large.append(contentsOf: [UInt8](repeating: 0, count: 10))
    try Data(large).write(to: file)
    let result = folder.appending(path: "new/folder/t.toml").path
    let (status, output) = try Programs.tool(["import", file.path, "-o", result])
    #expect(status == 0 && output == "import: 4 controls; --verbose lists what is not kept\n")
    #expect(try String(contentsOfFile: result, encoding: .utf8).contains("[[button]]"))
  }

  @Test(
    "The standard input can be as large an archive as a file, and a larger one is refused with that limit")
  func size() throws {
    // What lies between the files and the list of them does not matter.
    var large = Self.skin
    let listOffset = large.count - 22 + 16
    let start = Int(large[listOffset]) | Int(large[listOffset + 1]) << 8
    let moved = start + (2 << 20)
    for index in 0..<4 { large[listOffset + index] = UInt8(truncatingIfNeeded: moved >> (8 * index)) }
    large.insert(contentsOf: [UInt8](repeating: 0, count: moved - start), at: start)
    let file = try Programs.files(["empty": ""]).appending(path: "t.deltaskin")
    try Data(large).write(to: file)
    let command = "exec '\(Programs.path("touchstick"))' import -o /dev/null - < '\(file.path)'"
    let (status, output) = try Programs.run("sh", ["-c", command])
    #expect(status == 0 && output.contains("import: 4 controls"), "\(output)")

    try #require(unsafe truncate(file.path, 65 << 20) == 0)
    #expect(
      try Programs.tool(["import", file.path]) == (
        66, "\(file.path): is too large; it can have at most 67108864 bytes\n"
      ))
  }
}
