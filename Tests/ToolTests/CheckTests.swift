import Foundation
import Testing
import TestSupport

@Suite("touchstick check")
struct CheckTests {
  /// A file that only its owner can change, in a folder of its own.
  static func file(_ text: String, _ name: String = "t.toml") throws -> String {
    let file = try Programs.file(name, text)
    let folder = URL(filePath: file).deletingLastPathComponent().path
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder)
    return file
  }

  static func run(_ arguments: [String]) throws -> (status: Int32, output: String, errors: String) {
    let said = try Programs.file("errors", "")
    let script = #"said=$1; shift; exec "$0" check "$@" 2> "$said""#
    let tool = Programs.path("touchstick")
    let (status, output) = try Programs.run("sh", ["-c", script, tool, said] + arguments)
    return (status, output, try String(contentsOfFile: said, encoding: .utf8))
  }

  /// The output for a file with this text, with F as its name.
  private func printed(_ text: String, status: Int32) throws -> String {
    let file = try Self.file(text)
    let result = try Self.run([file])
    #expect(result.status == status)
    #expect(result.errors == "")
    return result.output.replacing(file, with: "F")
  }

  @Test("Errors are printed like a compiler's, on standard output")
  func mistakes() throws {
    #expect(
      try printed("[device]\ngrab = 1\n\n[[stick]]\nradius = 5\ntap_time = 100\ntravel = 0", status: 65)
        == """
        F:2:8: error: grab is an integer; it must be true or false
            grab = 1
                   ^
        F:7:10: error: travel is 0; it must be more than 0, at most 10
            travel = 0
                     ^
        1 file, 2 errors

        """)
  }

  @Test("A file without errors says so, and warnings do not change the exit status")
  func success() throws {
    #expect(try printed("", status: 0) == "1 file, no errors\n")
    #expect(
      try printed("[[stick]]\ntap_time = 100", status: 0) == """
        F:2:12: warning: tap_time has no effect here; it needs tap
            tap_time = 100
                       ^
        1 file, no errors, 1 warning

        """)
  }

  @Test("The mark is under the column, whatever precedes it")
  func marks() throws {
    // A tab stop is every eight columns.
    #expect(
      try printed("[device]\n\tgrab\t=\t1", status: 65) == """
        F:2:9: error: grab is an integer; it must be true or false
                    grab    =       1
                                    ^
        1 file, 1 error

        """)
    let wide = try printed("device = { name = '日本é', grab = 1 }", status: 65).split(separator: "\n")
    #expect(wide[0].hasPrefix("F:1:33: "))
    #expect(wide[1] == "    device = { name = '日本é', grab = 1 }")
    // The first two are two columns wide each, the third one.
    #expect(wide[2] == "    \(String(repeating: " ", count: 34))^")
    let end = try printed("[device\r\ngrab = true", status: 65).split(separator: "\n")
    #expect(end[1] == "    [device")
    #expect(end[2].hasSuffix("^"))
  }

  @Test("Control characters of a file are never printed")
  func controlCharacters() throws {
    let name = "a\u{1b}[2J\u{202e}.toml"
    let file = try Self.file("[device]\n# \u{1b}\n'\u{7f}\u{9b}' = \"\u{202e}\u{0}\" # \u{8}", name)
    for arguments in [[file], ["--json", file]] {
      let output = try Self.run(arguments).output
      #expect(output.contains("error"))
      let isClean = output.unicodeScalars.allSatisfy { scalar in
        scalar == "\n" || ![.control, .format].contains(scalar.properties.generalCategory)
      }
      #expect(isClean, "\(output.debugDescription)")
    }
  }

  @Test("A long line is cut around the column")
  func longLine() throws {
    let comment = String(repeating: "é", count: 200_000)
    let text = try printed("device = { type = '\(comment)', grab = 1 } # \(comment)", status: 65)
    let lines = text.split(separator: "\n").filter { !$0.hasPrefix("F:") }
    #expect(lines.allSatisfy { $0.count < 140 })
    #expect(lines[0].hasPrefix("    device = { type = 'é") && lines[0].hasSuffix("é..."))
    #expect(lines[2].hasPrefix("    ...é") && lines[2].hasSuffix("é..."))
    let mark = lines[3].count - 1
    #expect(Array(lines[2])[mark] == "1")
  }

  @Test("Files and folders are read as the daemon does, and unreadable ones are reported")
  func paths() throws {
    let one = try Self.file("", "a.toml")
    let folder = URL(filePath: one).deletingLastPathComponent().path
    try "grab = 1".write(toFile: folder + "/b.conf", atomically: true, encoding: .utf8)
    #expect(try Self.run([folder]) == (0, "1 file, no errors\n", ""))
    #expect(
      try Self.run([folder, folder + "/b.conf", one, folder + "/"]).output.hasSuffix("2 files, 1 error\n"))
    let missing = "\(folder)/none"
    let unread = try Self.run([missing, one])
    #expect(unread.status == 66 && unread.errors == "")
    #expect(
      unread.output == "\(missing): error: cannot be read: No such file or directory\n1 file, 1 error\n")
    let broken = try Self.file("a")
    #expect(try Self.run([broken, missing]).status == 66)
    #expect(try Self.run(["/dev/null"]).status == 66)
    #expect(try Self.run(["--nonsense"]).status == 64)
  }

  @Test("The standard input is read, and its lines are quoted", arguments: ["-", "/dev/stdin"])
  func standardInput(_ path: String) throws {
    let (status, output) = try Programs.run(
      Programs.path("touchstick"), ["check", path], input: "[device]\ngrab = 1\n")
    #expect(status == 65)
    #expect(
      output == """
        \(path):2:8: error: grab is an integer; it must be true or false
            grab = 1
                   ^
        1 file, 1 error

        """)
  }

  @Test("A name that is not UTF-8 is explained, and a misspelt command gets a suggestion")
  func wrongWords() throws {
    let script = #"f=$(printf '\377.toml'); exec "$0" check "$f""#
    let tool = Programs.path("touchstick")
    #expect(
      try Programs.run("sh", ["-c", script, tool]).output.contains(
        "cannot be read: its name is not UTF-8; rename the file"))
    let (status, output) = try Programs.run(tool, ["chekc"])
    #expect(status == 64)
    #expect(output.hasPrefix("Error: There is no command “chekc”. Did you mean “check”?\n"))
  }

  @Test(
    "Without a file, the daemon's configuration is checked", .disabled(if: hasConfiguration, "there is one"))
  func usual() throws {
    let expected = "no /etc/touchstick (touchstickd uses its built-in defaults), no errors\n"
    #expect(try Self.run([]) == (0, expected, ""))
    #expect(try Self.run(["--json"]) == (0, "[]\n", ""))
  }

  private static let hasConfiguration = FileManager.default.fileExists(atPath: "/etc/touchstick")

  @Test("A file that others can change is reported with a command")
  func permissions() throws {
    let file = try Self.file("")
    try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: file)
    #expect(
      try Self.run([file]) == (
        0,
        "\(file): warning: its group and everybody else can change this file; run: chmod go-w \(file)\n"
          + "1 file, no errors, 1 warning\n", ""
      ))
  }

  @Test(
    "The shipped files have no errors and no warnings", arguments: ShippedLayoutTests.names)
  func shipped(_ name: String) throws {
    let text = try String(contentsOf: ShippedLayoutTests.file(name), encoding: .utf8)
    let need = name == "racing-tilt" ? "; needs an accelerometer" : ""
    #expect(try printed(text, status: 0) == "1 file, no errors\(need)\n")
  }
}

@Suite("touchstick check --json")
struct CheckJSONTests {
  private struct Finding: Decodable, Equatable {
    let code: String
    let file: String?
    let line: Int?
    let column: Int?
    let severity: String
    let message: String
    let hint: String?
  }

  @Test("The output is an array of all findings, and nothing else")
  func array() throws {
    let good = try CheckTests.file("")
    #expect(try CheckTests.run(["--json", good]) == (0, "[]\n", ""))
    let broken = try CheckTests.file("[device]\nname = \"\"")
    let odd = try CheckTests.file("[[stick]]\nhold_time = 600")
    let result = try CheckTests.run(["--json", broken, odd, "/nonexistent"])
    #expect(result.status == 66 && result.errors == "")
    let findings = try JSONDecoder().decode([Finding].self, from: Data(result.output.utf8))
    #expect(
      findings == [
        Finding(
          code: "unreadable", file: "/nonexistent", line: nil, column: nil, severity: "error",
          message: "cannot be read: No such file or directory", hint: nil),
        Finding(
          code: "bad-value", file: broken, line: 2, column: 8, severity: "error",
          message: "name is empty", hint: "give it a value or remove it"),
        Finding(
          code: "useless-key", file: odd, line: 2, column: 13, severity: "warning",
          message: "hold_time has no effect here", hint: "it needs hold"),
      ])
    // Every object has all keys, on a line of its own.
    let lines = result.output.split(separator: "\n")
    #expect(lines.count == 5 && lines.first == "[" && lines.last == "]")
    #expect(lines[1].contains("\"line\":null"))
  }

  @Test("The path of a file is unchanged")
  func path() throws {
    let file = try CheckTests.file("a", "a \"\u{1b}\u{e0041}\u{202e}é.toml")
    let output = try CheckTests.run(["--json", file]).output
    #expect(try JSONDecoder().decode([Finding].self, from: Data(output.utf8)).map(\.file) == [file])
  }
}
