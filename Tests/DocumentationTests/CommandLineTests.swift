import Foundation
import TestSupport
import Testing

/// The command lines in the documents, as they show them.
@Suite("The command lines in the documents", .serialized)
struct CommandLineTests {
  private static let documents =
    ["../README.md", "../CONTRIBUTING.md", "../SECURITY.md"]
    + (["docs", "docs/man"].flatMap { folder in
      let path = Fixtures.project.appending(path: folder).path
      let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
      return names.filter { $0.hasSuffix(".md") }.sorted().map {
        (folder + "/" + $0).replacing("docs/", with: "")
      }
    })

  private static let programs = ["touchstickd", "touchstick-session", "touchstick-overlay"]

  /// What stands for something of the user's, and what is there in the test.
  private static let placeholders = [
    "COMMAND": "true", "%command%": "true", "FILE": "my.toml", "NAME": "phone", "NODE": "screen.desc",
    "RECORDING": "touch.events",
  ]

  /// The lines of code that begin with one of the programs, perhaps under sudo.
  private static func lines(of document: String) throws -> [String] {
    // Code is indented.
    try Guide(document).lines.filter { $0.hasPrefix("    ") }.map { $0.trimmingCharacters(in: .whitespaces) }
      .filter {
        line in
        let words = line.split(separator: " ").map(String.init)
        let first = words.first == "sudo" ? words.dropFirst().first : words.first
        // A line of prose can begin with the name of the daemon.
        return first.map { (programs + ["touchstick"]).contains($0) } == true && !line.contains("`")
      }
  }

  /// Why a command is not run to its end; nil for one that is.
  private static func obstacle(_ words: [String]) -> String? {
    switch words.first {
    case "play": "it makes a device, which programs of this machine would use"
    case "record": "it reads a device of this machine"
    case "watch": "it waits for a gamepad"
    default: nil
    }
  }

  /// The statuses that a command can end with, without the daemon.
  private static func statuses(_ words: [String]) -> Set<Int32> {
    switch words.first {
    case "check", "layout", "replay", "import", "profiles":
      if words.contains("--current") { return [69] }
      // Without a converter, there is no PNG file.
      if words.contains(where: { $0.hasSuffix(".png") }) { return [0, 69] }
      // There may be such a device, or an installed file.
      return words.contains { $0.hasPrefix("/dev/") || $0.hasPrefix("/etc/") } ? [0, 65, 66, 77] : [0]
    case "devices": return [0, 65, 66]
    case "doctor": return [0, 69]
    case "lock" where words.count > 1 && words[1] == "--": return [0]
    default: return [69]
    }
  }

  /// A home with what the command lines name, and a folder of programs that stand for others.
  private static func home() throws -> URL {
    let profiles = Fixtures.project.appending(path: "config/profiles")
    let own = ".config/touchstick/profiles/"
    let screen = """
      N: screen
      I: 0003 0001 0002 0003
      P: 02 00 00 00 00 00 00 00
      B: 03 00 00 00 00 00 80 60 02
      A: 2f 0 9 0 0 0
      A: 35 0 2170 0 0 10
      A: 36 0 1360 0 0 10
      A: 39 0 65535 0 0 0

      """
    var files = [
      "my.toml": "[[stick]]\n", "screen.desc": screen,
      "touch.events": screen
        + "E: 0.1 0003 0039 1\nE: 0.1 0003 0035 200\nE: 0.1 0003 0036 900\nE: 0.1 0000 0000 0\n",
      "snes.cfg": """
      overlays = 1
      overlay0_name = "all"
      overlay0_full_screen = true
      overlay0_normalized = true
      overlay0_descs = 1
      overlay0_desc0 = "a,0.9,0.7,radial,0.05,0.08"

      """,
      "bin/sudo": "#!/bin/sh\nexec \"$@\"\n", "bin/swaylock": "#!/bin/sh\n",
    ]
    for name in try FileManager.default.contentsOfDirectory(atPath: profiles.path) {
      files[own + name] = try String(contentsOf: profiles.appending(path: name), encoding: .utf8)
    }
    for name in ["my-phone", "zelda"] { files[own + "\(name).toml"] = files[own + "phone.toml"] }
    let home = try Programs.files(files)
    for name in ["sudo", "swaylock"] {
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: home.appending(path: "bin/\(name)").path)
    }
    return home
  }

  /// Runs a line by a shell, without a bus and a display.
  private static func run(_ line: String, in home: URL) throws -> (status: Int32, output: String) {
    let path = "PATH=\(home.path)/bin:\(Programs.folder.path):/usr/bin:/bin"
    return try Programs.run(
      "env",
      [
        "-i", "-C", home.path, path, "HOME=\(home.path)", "DBUS_SYSTEM_BUS_ADDRESS=unix:path=/dev/null/bus",
        "timeout", "60", "sh", "-c", line,
      ], input: "[[stick]]\n")
  }

  @Test("There are as many as expected")
  func count() throws {
    #expect(try Self.documents.flatMap(Self.lines).count > 50)
  }

  @Test("Each one is accepted, and does what it can without a daemon and a device", arguments: documents)
  func accepted(_ document: String) throws {
    let home = try Self.home()
    for shown in try Self.lines(of: document) {
      let line = shown.split(separator: " ", omittingEmptySubsequences: false).map { word in
        Self.placeholders[String(word)] ?? String(word)
      }.joined(separator: " ")
      let code = line.prefix { $0 != "#" && $0 != "&" }
      var words = code.split(separator: " ").map(String.init)
      if words.first == "sudo" { words.removeFirst() }
      let program = words.removeFirst()
      if program != "touchstick" {
        // It would run until somebody ends it. With this option, it reads the whole line.
        let (status, output) = try Self.run("\(program) \(words.joined(separator: " ")) --version", in: home)
        #expect(status == 0, "\(document): \(shown): \(output)")
      } else if Self.obstacle(words) != nil {
        try Self.expectKnown(words, document)
      } else {
        let (status, output) = try Self.run(line, in: home)
        #expect(Self.statuses(words).contains(status), "\(document): \(shown): \(status) \(output)")
      }
    }
  }

  @Test("Commands in the text have the options that they are shown with", arguments: documents)
  func mentioned(_ document: String) throws {
    for line in try Guide(document).lines {
      for span in String(line).codeSpans {
        var words = span.split(separator: " ").map(String.init)
        if words.first == "sudo" { words.removeFirst() }
        // What a message begins with is no command.
        guard words.first == "touchstick", words.count > 1 else { continue }
        try Self.expectKnown(Array(words.dropFirst()), document)
      }
    }
  }

  private static func expectKnown(_ words: [String], _ document: String) throws {
    guard !words[0].hasPrefix("-") else { return }
    let (status, help) = try Programs.tool(["help", words[0]])
    try #require(status == 0, "\(document): \(words[0])")
    let known = help.split { " ,<>[]\n".contains($0) }
    for option in words.prefix(while: { $0 != "--" }) where option.hasPrefix("-") && option != "-" {
      #expect(known.contains { $0 == option }, "\(document): \(words[0]) \(option)")
    }
  }
}
