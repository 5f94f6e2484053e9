import Foundation
import Testing
import TestSupport

@Suite("touchstick layout: the surface and the file")
struct LayoutSurfaceTests {
  private static func title(_ svg: String) -> String? {
    svg.split(separator: "\n").first { $0.hasPrefix(" <title") }
      .map { String($0.drop { $0 != ">" }.dropFirst().prefix { $0 != "<" }) }
  }

  private static func device(_ name: String) -> String {
    Fixtures.folder.appending(path: "devices/\(name).desc").path
  }

  @Test(
    "The size is that of --size, else of the configuration, else assumed",
    arguments: [
      ("", ["--size", "90x60.5"], "90 × 60.5", nil), ("", ["--size", "90mm x 60 mm"], "90 × 60", nil),
      ("[device]\nsize = \"120x80\"\n", [], "120 × 80", nil),
      ("[device]\nsize = \"120x80\"\n", ["--size", "90x60"], "90 × 60", nil),
      ("", [], "217 × 136", "217 x 136 mm, the assumed size of a touchscreen"),
      ("[device]\ntype = \"any\"\n", [], "217 × 136", "the assumed size of a touchscreen"),
      (
        "[device]\ntype = \"touchpad\"\n", [], "69 × 50", "69 x 50 mm, the assumed size of a touchpad"
      ),
      ("[device]\ntype = \"tablet\"\n", [], "224 × 140", "the assumed size of a tablet"),
    ] as [(String, [String], String, String?)])
  func size(_ toml: String, _ arguments: [String], _ size: String, _ said: String?) throws {
    let file = try Programs.file("own.toml", toml)
    let (status, output) = try Programs.tool(["layout", file] + arguments)
    #expect(status == 0)
    #expect(Self.title(output) == "own.toml on \(size) mm")
    #expect(output.contains("assumed") == (said != nil))
    if let said { #expect(output.contains(said)) }
  }

  @Test("The size is that of --device, unless the configuration has one, as in the daemon")
  func device() throws {
    let screen = Self.device("ELAN-Touchscreen")
    let (status, output) = try Programs.tool(["layout", "--device", screen])
    #expect(status == 0)
    #expect(Self.title(output) == "the default stick on 331.2 × 187.2 mm")
    let file = try Programs.file("own.toml", "[device]\nsize = \"120x80\"\ntype = \"tablet\"\n")
    let own = try Programs.tool(["layout", file, "--device", screen])
    #expect(Self.title(own.output) == "own.toml on 120 × 80 mm")
    #expect(own.output.contains("touchstickd does not use"))
  }

  @Test("The surface is rotated, wherever the size comes from")
  func rotated() throws {
    let file = try Programs.file("own.toml", "[device]\nsize = \"120x80\"\nrotation = 90\n")
    let own = try Programs.tool(["layout", file])
    #expect(Self.title(own.output) == "own.toml on 80 × 120 mm")
    #expect(own.output.contains("layout: drawn on 80 x 120 mm, from the configuration\n"))
    #expect(
      Self.title(try Programs.tool(["layout", file, "--size", "90x60"]).output) == "own.toml on 60 × 90 mm")
    let turned = try Programs.file("own.toml", "[device]\nrotation = 270\n")
    let screen = try Programs.tool(["layout", turned, "--device", Self.device("ELAN-Touchscreen")])
    #expect(Self.title(screen.output) == "own.toml on 187.2 × 331.2 mm")
    #expect(screen.output.contains("187 x 331 mm (from the device), rotated by 270 degrees"))
  }

  @Test("The built-in layout depends on the device's class")
  func deviceClass() throws {
    let pad = try Programs.tool(["layout", "--device", Self.device("SynPS2-Synaptics-TouchPad.hp8470p")])
    let screen = try Programs.tool(["layout", "--size", "217x136"])
    // The whole touchpad, half of the screen, between outlines.
    #expect(pad.output.contains("<rect x=\"18\" y=\"42\" width=\"684\""))
    #expect(screen.output.contains("<rect x=\"18\" y=\"42\" width=\"340\""))
  }

  @Test("Errors have their exit status")
  func errors() throws {
    let broken = try Programs.file("bad.toml", "[[stick]]\nradius = -1\n")
    let beyond = try Programs.file("far.toml", "[[stick]]\ncenter = [100, 10]\n")
    let cases: [(arguments: [String], status: Int32, said: String)] = [
      ([broken], 65, "\(broken):2:"), ([beyond, "--size", "50x50"], 65, "\(beyond):2:"),
      (["/nonexistent.toml"], 66, "/nonexistent.toml: "),
      (["--device", "/nonexistent"], 66, "/nonexistent: "), (["--device", broken], 65, "bad.toml"),
      (["--size", "0x10"], 64, "each 1 to 10000"), (["--size", "10"], 64, "each 1 to 10000"),
      (["--size", "10x20x30"], 64, "each 1 to 10000"), (["--size", "10x10001"], 64, "each 1 to 10000"),
      (["--size", "10x10", "--device", broken], 64, "use one of them"),
      (["-o", "picture.gif"], 64, ".svg or .png"), (["-o", "svg"], 64, ".svg or .png"),
      (["--size", "10x50", "-o", "/nonexistent/a.svg"], 74, "/nonexistent/a.svg: cannot be written: "),
    ]
    for (arguments, status, said) in cases {
      let result = try Programs.tool(["layout"] + arguments)
      #expect(result.status == status, "\(arguments)")
      #expect(result.output.contains(said), "\(result.output)")
    }
  }

  @Test("-o writes the same picture, and nothing else")
  func output() throws {
    let file = URL(filePath: try Programs.file("a.svg", "old")).path
    let printed = try Programs.tool(["layout", "--size", "100x50", "-o", "-"])
    let saved = try Programs.tool(["layout", "--size", "100x50", "-o", file])
    #expect(saved.status == 0 && saved.output == "")
    #expect(try String(contentsOfFile: file, encoding: .utf8) == printed.output)
    let folder = URL(filePath: file).deletingLastPathComponent().path
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["a.svg"])
  }
}

@Suite("touchstick layout: the file that it writes")
struct LayoutFileTests {
  @Test("A link and the permissions of its file stay")
  func link() throws {
    let file = try Programs.file("a.svg", "old")
    let link = try Programs.file("b.svg", "")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file)
    try FileManager.default.removeItem(atPath: link)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
    #expect(try Programs.tool(["layout", "--size", "100x50", "-o", link]).status == 0)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == file)
    #expect(try String(contentsOfFile: file, encoding: .utf8).hasPrefix("<svg"))
    let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
    #expect(mode == 0o640)
  }

  @Test("A FIFO stays, and its reader gets the picture")
  func fifo() throws {
    let file = try Programs.file("a.svg", "")
    let script =
      #"rm "$2" && mkfifo "$2" && { "$1" layout --size 100x50 -o "$2" & cat "$2" && test -p "$2"; }"#
    let tool = Programs.path("touchstick")
    let (status, output) = try Programs.run("sh", ["-c", script, "sh", tool, file])
    #expect(status == 0)
    #expect(output.hasPrefix("<svg"))
  }

  @Test("A file that its user may not write stays", .disabled(if: getuid() == 0, "root may write all files"))
  func readOnly() throws {
    let file = try Programs.file("a.svg", "old")
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: file)
    let (status, output) = try Programs.tool(["layout", "--size", "100x50", "-o", file])
    #expect(status == 74 && output.hasSuffix("\(file): cannot be written: Permission denied\n"))
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "old")
  }
}

@Suite("touchstick layout: PNG")
struct LayoutPNGTests {
  private static let signature = Data([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  private static let converters = ["/usr/bin", "/usr/local/bin"].map { "\($0)/rsvg-convert" }
  private static let tool = Programs.path("touchstick")

  /// Draws with only these folders in PATH. The picture exists before, as text.
  private static func draw(path: String) throws -> (status: Int32, output: String, picture: Data) {
    let file = try Programs.file("a.png", "old")
    let (status, output) = try Programs.run(
      "env", ["PATH=\(path)", Self.tool, "layout", "--size", "100x50", "-o", file])
    return (status, output, try Data(contentsOf: URL(filePath: file)))
  }

  @Test(
    "rsvg-convert makes the PNG",
    .enabled(if: converters.contains { FileManager.default.isExecutableFile(atPath: $0) }))
  func png() throws {
    let (status, output, picture) = try Self.draw(path: "/usr/local/bin:/usr/bin:/bin")
    #expect(status == 0 && output == "")
    #expect(picture.starts(with: Self.signature))
    // The width in IHDR: twice 720 pixels.
    #expect(Array(picture.dropFirst(16).prefix(4)) == [0, 0, UInt8(1440 >> 8), UInt8(1440 & 0xff)])
  }

  @Test("Without rsvg-convert, its package is named, and the file does not change")
  func missing() throws {
    let (status, output, picture) = try Self.draw(path: "/nonexistent")
    #expect(status == 69 && output.contains("librsvg2-bin"))
    #expect(picture == Data("old".utf8))
  }

  @Test(
    "A converter that fails does not change the file",
    arguments: ["#!/bin/sh\nexit 1\n", "#!/bin/sh\n/bin/cat\n", "#!/nonexistent\n"])
  func failing(_ script: String) throws {
    let converter = try Programs.file("rsvg-convert", script)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: converter)
    let folder = URL(filePath: converter).deletingLastPathComponent().path
    let (status, output, picture) = try Self.draw(path: folder)
    #expect(status == 69 && output.contains("rsvg-convert could not make a PNG"))
    #expect(picture == Data("old".utf8))
  }
}
