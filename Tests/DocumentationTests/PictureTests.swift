import Foundation
import Pictures
import Testing

@testable import ModelPictures

@Suite("The pictures of the guide")
struct PictureTests {
  @Test("are what the program draws now")
  func current() throws {
    for picture in Picture.all {
      let committed = try? Guide.read("model/\(picture.name).svg")
      // The texts are too long to be shown.
      let isCurrent = committed == picture.svg
      #expect(isCurrent, "docs/model/\(picture.name).svg is another picture: run scripts/pictures")
    }
    #expect(try Guide.pictures() == Set(Picture.all.map { "\($0.name).svg" }), "run scripts/pictures")
  }

  @Test("are all in it")
  func shown() throws {
    let guide = try Guide()
    for picture in Picture.all {
      let link = "](model/\(picture.name).svg)"
      #expect(guide.lines.contains { $0.hasPrefix("![") && $0.hasSuffix(link) }, "\(picture.name)")
    }
  }

  @Test("are written to a folder")
  func written() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    #expect(Command.run(arguments: [folder.path]) == 74)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(Command.run(arguments: [folder.path]) == 0)
    for picture in Picture.all {
      let file = folder.appending(path: "\(picture.name).svg")
      let isSame = try String(contentsOf: file, encoding: .utf8) == picture.svg
      #expect(isSame, "\(picture.name)")
    }
  }

  @Test("are not drawn for a command line that is wrong", arguments: [[], ["a", "b"], [""], ["--fast"]])
  func usage(_ arguments: [String]) {
    #expect(Command.run(arguments: arguments) == 64)
  }

  @Test(
    "have numbers of at most two decimals",
    arguments: [
      (0, "0"), (-0.001, "0"), (1.005, "1.01"), (-1.5, "-1.5"), (2.25, "2.25"), (100, "100"), (0.049, "0.05"),
    ])
  func decimals(_ number: Double, _ text: String) {
    #expect(decimal(number) == text)
  }
}
