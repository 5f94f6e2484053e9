import EventPipeline
import Foundation
import System
import TestSupport
import Testing

@testable import touchstick

/// The words in the output for programs, which the help and the manual list.
@Suite("The words of JSON")
struct OutputWordTests {
  private static func help(_ command: String) throws -> String {
    let (status, help) = try Programs.tool(["help", command])
    #expect(status == 0)
    return help.split { $0.isWhitespace }.joined(separator: " ")
  }

  private static func page(_ command: String) throws -> String {
    try Guide("man/touchstick.1.md").section(command).lines.joined(separator: "\n")
  }

  @Test(
    "The help and the manual list all uses of devices, all sources of their sizes and all events of monitor")
  func words() throws {
    let uses = DeviceVerdict.Word.allCases.map(\.rawValue)
    let events = MonitorEvent.Kind.allCases.map(\.rawValue)
    let sources = SurfaceSizeSource.allCases.map(\.rawValue)
    for (command, words) in [("devices", uses), ("devices", sources), ("monitor", events)] {
      let (help, page) = (try Self.help(command), try Self.page(command))
      for word in words {
        #expect(help.contains(word), "\(command) \(word)")
        #expect(page.contains("`\(word)`"), "\(command) \(word)")
      }
    }
    let ofStatus = try Self.help("status")
    for word in sources { #expect(ofStatus.contains("\"\(word)\""), "\(word)") }
  }

  @Test("The help and the manual list all keys of status, monitor and replay")
  func keys() throws {
    let status = PadStatus(
      isOn: true, reason: "start", profile: "", devices: [], pads: [], profiles: [], version: "1")
    let keys = try JSONSerialization.jsonObject(with: Data(status.json.utf8)) as? [String: Any]
    let ofStatus = try #require(keys).keys.sorted()
    #expect(ofStatus.count >= 10)
    for key in ofStatus {
      #expect(try Self.help("status").contains("\"\(key)\":"), "\(key)")
      #expect(try Self.page("status").contains("*\(key)*"), "\(key)")
    }
    var event = MonitorEvent(.held, device: "d")
    (event.pad, event.control, event.button, event.layer, event.direction) = (1, "c", "b", "l", "up")
    (event.x, event.y, event.to, event.reason) = (1, 1, .desktop, "r")
    (event.width, event.height, event.controls) = (1, 1, 1)
    let ofEvent = try JSONSerialization.jsonObject(with: Data(try event.jsonLine.utf8)) as? [String: Any]
    for key in try #require(ofEvent).keys {
      #expect(try Self.help("monitor").contains("\"\(key)\":"), "\(key)")
      #expect(try Self.page("monitor").contains("*\(key)*"), "\(key)")
    }
    for key in ["time", "layer", "mouse", "sticks", "axes", "buttons", "keys"] {
      #expect(try Self.help("replay").contains("\"\(key)\":"), "\(key)")
      #expect(try Self.page("replay").contains("\"\(key)\":"), "\(key)")
    }
  }
}

@Suite("The help of touchstick")
struct HelpTests {
  @Test(
    "help with an unknown command, or with two, is an error",
    arguments: [["help", "nope"], ["help", "reply"], ["help", "use", "x"], ["help", "zzzzzz"]])
  func unknown(_ words: [String]) throws {
    let (status, output) = try Programs.tool(words)
    #expect(status == 64 && output.hasPrefix("Error: "), "\(output)")
    if words[1] == "reply" { #expect(output.contains("Did you mean “replay”?")) }
  }

  @Test("help is that of a command, and a command's option is no second one")
  func known() throws {
    #expect(try Programs.tool(["help", "use"]).output.hasPrefix("OVERVIEW: Changes the layout"))
    #expect(try Programs.tool(["help", "help"]).status == 0)
    #expect(try Programs.tool(["help"]).output.contains("PAD SUBCOMMANDS:"))
  }

  @Test("The commands are in groups")
  func groups() throws {
    let help = try Programs.tool(["--help"]).output
    for group in ["PAD", "LAYOUT", "DIAGNOSTIC", "RECORDING"] {
      #expect(help.contains("\n\(group) SUBCOMMANDS:\n"))
    }
    #expect(!help.contains("\nSUBCOMMANDS:\n"))
  }

  @Test("Only the commands that keep a choice promise it")
  func keep() throws {
    #expect(!(try Programs.tool(["toggle", "--help"]).output.contains("--keep")))
    for command in ["on", "off"] {
      let help = try Programs.tool([command, "--help"]).output
      #expect(help.contains("--keep") && help.contains("--forget"))
      #expect(try Programs.tool([command, "--keep", "--forget"]).status == 64)
    }
  }

  @Test("touchstickd --help and layout name the right layout without a configuration")
  func defaults() throws {
    let daemon = try Programs.run(Programs.path("touchstickd"), ["--help"]).output
    #expect(daemon.contains("profile = \"auto\"") && !daemon.contains("left stick"))
    let page = try Guide("man/touchstick.1.md").section("layout").lines.joined(separator: " ")
    #expect(!page.contains("touchstickd has without a configuration"))
  }
}
