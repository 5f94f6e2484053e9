import EventPipeline
import Foundation
import Testing

@testable import Configuration

@Suite("The shipped layouts fit")
struct ShippedSizeTests {
  static let folder = String(
    #filePath.dropLast("Tests/ConfigurationTests/ShippedSizeTests.swift".count) + "config/profiles")

  /// From a small phone to a 27-inch screen; those of 60 mm to 75 mm are of phones.
  static let sizes: [(Double, Double)] = [
    (60, 110), (60, 130), (62, 120), (65, 120), (65, 140), (68, 150), (70, 154), (75, 165), (75, 110),
    (90, 160),
    (100, 100), (108, 172), (120, 160), (136, 217), (150, 200), (165, 294), (187, 331), (194, 345),
    (240, 427),
    (340, 600),
  ]

  static let names: [String] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return files.filter { $0.hasSuffix(".toml") }.sorted()
  }()

  @Test(
    "Each layout fits 20 sizes from 60 mm x 110 mm to 600 mm x 340 mm, both ways, without a warning",
    arguments: names)
  func fit(_ name: String) throws {
    let profile = Profile(name: name, path: "\(Self.folder)/\(name)")
    let settings = Settings().with(try profile.read())
    #expect(Self.sizes.count == 20)
    for (short, long) in Self.sizes {
      for (width, height) in [(short, long), (long, short)] {
        let layout = try settings.layout(width: width, height: height, deviceClass: .touchscreen)
        #expect(!layout.controls.isEmpty)
        let warnings = settings.warnings(on: SurfaceSize(width: width, height: height)).map(\.sentence)
        #expect(warnings == [], "\(width) x \(height)")
      }
    }
  }

  @Test("There are six shipped layouts")
  func several() {
    #expect(Self.names.count == 6)
  }
}
