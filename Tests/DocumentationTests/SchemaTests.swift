import Foundation
import Testing
import TestSupport

@testable import Configuration

@Suite("The schema of configuration files")
struct SchemaTests {
  private static let file = Guide.package.appending(path: "config/touchstick.schema.json")

  /// The schema's error for each of these files; nil if it conforms.
  private func problems(_ texts: [String]) throws -> [String?] {
    let script = Guide.package.appending(path: "Tests/DocumentationTests/conform.py").path
    let input = String(decoding: try JSONEncoder().encode(texts), as: UTF8.self)
    let (status, output) = try Programs.run("/usr/bin/python3", [script, Self.file.path], input: input)
    #expect(status == 0, "\(output)")
    return try JSONDecoder().decode([String?].self, from: Data(output.utf8))
  }

  /// Whether the reader finds no error in any single key or value.
  private func reads(_ text: String) -> Bool {
    do throws(ConfigurationError) {
      _ = try Settings.parse(text, file: "schema")
    } catch {
      // Conditions on several keys.
      let codes = [
        "same-name", "same-input", "same-target", "input-and-region", "keys-out-of-order",
        "pass-through-without-grab",
      ]
      return error.diagnostics.allSatisfy { codes.contains($0.code) }
    }
    return true
  }

  @Test("The file with all settings names it in the first line")
  func directive() throws {
    let file = try Guide.read("../config/touchstick.toml")
    #expect(file.hasPrefix("#:schema ./\(Self.file.lastPathComponent)\n\n"))
  }

  @Test("The shipped files, and the examples of the guides and manual pages conform")
  func examples() throws {
    let folder = Guide.package.appending(path: "config/profiles")
    let profiles = try FileManager.default.contentsOfDirectory(atPath: folder.path).map { "profiles/\($0)" }
    let shipped = try (profiles + ["touchstick.toml"]).map { try Guide.read("../config/\($0)") }
    let pages = ["joystick-model.md", "controls.md", "configuration.md", "man/touchstick.toml.5.md"]
    let examples = try pages.flatMap { try Guide($0).blocks("toml") }
    #expect(shipped.count > 5 && examples.count > 6)
    for (text, problem) in try zip(shipped + examples, problems(shipped + examples)) {
      #expect(problem == nil, "\(text.prefix(200))")
    }
  }

  @Test("Files with errors do not conform")
  func broken() throws {
    let stick = "[[stick]]\n"
    let region = "region = { center = [9, 9], radius = 9 }\n"
    let texts = [
      "stick = 1", "[stick]\n", "[devise]\n", "[device]\nnam = \"a\"", "[device]\nrotation = 45",
      "[device]\ngrab = false\npass_through = true", "[toggle]\nhold_time = 500", "\(stick)radius = 0",
      "\(stick)origin = \"float\"", "\(stick)region = { x = 0, y = 0, width = 9 }",
      "\(stick)region = { x = 0, y = 0, width = 9, height = 9, radius = 9 }",
      "\(stick)target = { up = \"A\" }", "\(stick)hold_time = \"5 minutes\"", "[[button]]\noutput = \"A\"",
      "[[button]]\n\(region)", "[[button]]\ninput = \"BTN_LEFT\"\noutput = \"A\"\n\(region)",
      "[[button]]\ninput = \"BTN_LEFT\"\noutput = \"A\"\nslide = \"of\"", "[[buttons]]\n\(region)",
      "[[dpad]]\n", "[[trigger]]\n\(region)",
    ]
    for (text, problem) in try zip(texts, problems(texts)) {
      #expect(problem != nil, "\(text)")
      // A schema that is stricter than the reader would be wrong, too.
      #expect(throws: ConfigurationError.self, "\(text)") { try Settings.parse(text, file: "schema") }
    }
  }

  @Test("The schema agrees with the reader about values of all sorts for every key")
  func everyKey() throws {
    var files: [String] = []
    for place in KeyPlace.all {
      let values = KeyPlace.values + KeyPlace.bounds(of: place)
      files += values.map { place.file(with: $0) }
    }
    #expect(files.count > 5000)
    for (file, problem) in try zip(files, problems(files)) {
      let agree = (problem == nil) == reads(file)
      #expect(agree, "\(file): \(problem ?? "it conforms")")
    }
  }
}
