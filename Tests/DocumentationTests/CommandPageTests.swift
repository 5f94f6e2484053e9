import Foundation
import Testing
import TestSupport

@Suite("The manual pages of the programs")
struct CommandPageTests {
  /// What `touchstick --experimental-dump-help` prints, in part.
  private struct Help: Decodable {
    struct Command: Decodable {
      let commandName: String
      let discussion: String?
      let arguments: [Argument]?
      let subcommands: [Command]?
    }

    struct Argument: Decodable {
      struct Name: Decodable {
        let kind: String
        let name: String
      }

      let kind: String
      let valueName: String?
      let names: [Name]?
    }

    let command: Command
  }

  private func help() throws -> Help.Command {
    let (status, output) = try Programs.tool(["--experimental-dump-help"])
    #expect(status == 0)
    return try JSONDecoder().decode(Help.self, from: Data(output.utf8)).command
  }

  private static let common: Set = ["--version", "-h", "--help"]

  @Test("touchstick(1) lists all commands, with their options and arguments")
  func commands() throws {
    let page = try Guide("man/touchstick.1.md")
    let help = try help()
    let commands = try #require(help.subcommands)
    #expect(page.part("COMMANDS").headings == commands.map(\.commandName))
    for command in commands {
      let options = (command.arguments ?? []).flatMap { $0.names ?? [] }.map { name in
        (name.kind == "short" ? "-" : "--") + name.name
      }
      let section = page.section(command.commandName)
      #expect(section.terms == Set(options).subtracting(Self.common), "\(command.commandName)")
      for case let argument? in (command.arguments ?? []).filter({ $0.kind == "positional" }).map(\.valueName)
      where command.commandName != "help" {
        #expect(section.lines.contains { $0.contains("*\(argument)*") }, "\(command.commandName) \(argument)")
      }
    }
    #expect(page.part("OPTIONS").terms == Self.common)
  }

  @Test("The synopsis of touchstick(1) has all options")
  func synopsis() throws {
    let page = try Guide("man/touchstick.1.md")
    let synopsis = page.part("SYNOPSIS").lines
    for command in page.part("COMMANDS").headings where command != "help" {
      let line = try #require(synopsis.first { $0.hasPrefix("**touchstick** **\(command)**") })
      let options = Set(String(line).codeSpans)
      // The short name of an option is enough.
      for term in page.section(command).terms where term.hasPrefix("--") && !options.contains(term) {
        let short = "-\(term.dropFirst(2).prefix(1))"
        #expect(options.contains(short) && page.section(command).terms.contains(short), "\(term)")
      }
      #expect(options.isSubset(of: page.section(command).terms), "\(command)")
    }
  }

  @Test("touchstick(1) lists the exit statuses of --help")
  func toolStatuses() throws {
    let said = try #require(try help().discussion).split { !$0.isNumber }.map(String.init)
    #expect(try Guide("man/touchstick.1.md").part("EXIT STATUS").terms == Set(said))
  }

  @Test(
    "The other pages list the options, signals and exit statuses of --help",
    arguments: [("touchstickd.8", 3), ("touchstick-session.1", 2), ("touchstick-overlay.1", 2)])
  func others(_ name: String, _ count: Int) throws {
    let program = String(name.dropLast(2))
    let (status, help) = try Programs.run(Programs.path(program), ["--help"])
    #expect(status == 0)
    let page = try Guide("man/\(name).md")
    // Lists have a heading.
    let lists = help.components(separatedBy: "\n\n").map { $0.components(separatedBy: ":\n") }
      .filter { $0.count == 2 }
    #expect(lists.count == count)
    for list in lists {
      // The description of a word follows after at least two spaces.
      let words = list[1].split(separator: "\n").flatMap { line in
        let indent = line.prefix { $0 == " " }.count
        return indent > 6 ? [] : String(line.dropFirst(indent)).components(separatedBy: "  ")[0].names
      }
      #expect(page.part(list[0].uppercased()).terms == Set(words), "\(list[0])")
      #expect(words.count > 2)
    }
  }

  @Test("org.touchstick.Pads1(5) and SECURITY.md list the methods and properties of the interface")
  func interface() throws {
    let xml = try Guide.read("org.touchstick.Pads1.xml").replacing(/<!--(?s:.*?)-->/, with: "")
    var methods: [(name: String, taken: [String], returned: [String])] = []
    var properties: [String] = []
    for tag in xml.matches(of: /<(method|property|arg) ([^>]*)>/) {
      let values = tag.2.matches(of: /(\w+)="([^"]*)"/).map { (String($0.1), String($0.2)) }
      let value = Dictionary(uniqueKeysWithValues: values)
      let (name, type) = (try #require(value["name"]), value["type"] ?? "")
      switch (tag.1, value["direction"]) {
      case ("method", _): methods.append((name, [], []))
      case ("property", _): properties.append("**\(name)** (\(type))")
      case (_, "in"): methods[methods.count - 1].taken.append("*\(name)*: \(type)")
      default: methods[methods.count - 1].returned.append("*\(name)*: \(type)")
      }
    }
    let calls = methods.map { method in
      "**\(method.name)**(\(method.taken.joined(separator: ", ")))"
        + (method.returned.isEmpty ? "" : " → (\(method.returned.joined(separator: ", ")))")
    }
    let page = try Guide("man/org.touchstick.Pads1.5.md")
    func terms(_ heading: String) -> [String] {
      let lines = page.part(heading).lines
      return zip(lines, lines.dropFirst()).filter { $1.hasPrefix(":   ") }.flatMap { term, _ in
        term.replacing(", **", with: "\n**").split(separator: "\n").map(String.init)
      }
    }
    #expect(Set(terms("METHODS")) == Set(calls) && calls.count > 5)
    #expect(Set(terms("PROPERTIES")) == Set(properties) && properties.count > 5)
    // What each row lets somebody do.
    let security = try Guide.read("../SECURITY.md")
    func members(_ verb: String) -> [String] {
      security.matches(of: /(?m)^\| (\w+) (`[^|]*) \|/).filter { $0.1 == verb }
        .flatMap { $0.2.matches(of: /\w+/).map { String($0.0) } }.sorted()
    }
    let names = properties.compactMap { $0.firstMatch(of: /\w+/).map { String($0.0) } }.sorted()
    #expect(members("calls") == methods.map(\.name).sorted())
    #expect(members("reads") == names && members("writes") == names)
  }

  @Test("The pages are made without a warning, and have every part of a manual page")
  func pages() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let script = Fixtures.project.appending(path: "scripts/documents").path
    let (status, output) = try Programs.run(script, ["manuals", folder.path])
    #expect(status == 0 && output == "", "\(output)")
    let names = try FileManager.default.contentsOfDirectory(
      atPath: Fixtures.project.appending(path: "docs/man").path
    ).filter { $0.hasSuffix(".md") }.map { String($0.dropLast(3)) }
    #expect(names.count == 6)
    for name in names {
      let page = folder.appending(path: "man\(name.suffix(1))/\(name)").path
      #expect(try Programs.run("mandoc", ["-Tlint", "-W", "warning", page]) == (0, ""), "\(name)")
      let (status, text) = try Programs.run("groff", ["-k", "-ww", "-t", "-man", "-Tascii", "-P-cbou", page])
      #expect(status == 0)
      let lines = text.split(separator: "\n")
      #expect(!lines.contains { $0.contains("warning:") || $0.contains("error:") }, "\(name)")
      for heading in try Guide("man/\(name).md").lines where heading.hasPrefix("# ") {
        #expect(lines.contains(heading.dropFirst(2)), "\(name): \(heading)")
      }
    }
  }
}

extension Guide {
  fileprivate var headings: [String] {
    lines.filter { $0.hasPrefix("## ") }.map { String($0.dropFirst(3)) }
  }

  /// The code spans in the terms of its definitions, without placeholders.
  fileprivate var terms: Set<String> {
    let terms = zip(lines, lines.dropFirst()).filter { $1.hasPrefix(":   ") }.map { String($0.0) }
    return Set(terms.flatMap(\.codeSpans))
  }
}

extension String {
  /// The names in `-c, --config FILE` or `TERM, INT`, or the one number.
  fileprivate var names: [String] {
    components(separatedBy: ", ").map { String($0.prefix { $0 != " " }) }
  }
}
