import Configuration
import Drawing
import EventPipeline
import Foundation
import JoystickModel
import TestSupport
import Testing

@testable import touchstick_overlay

/// Draws layouts for people to look at:
///
///     TOUCHSTICK_SHEETS=/tmp/sheets swift test --filter ContactSheetTests
///
/// writes a picture NAME-THEME-LETTERS-STATE-WIDTHxHEIGHT.png for each layout in config/profiles. TOUCHSTICK_SHEETS_ONLY has
/// patterns of the names to draw, such as "racing*-glass-xbox-use phone".
@Suite("Contact sheets", .enabled(if: environment["TOUCHSTICK_SHEETS"] != nil))
struct ContactSheetTests {
  private static let sizes = [
    (110.0, 62.0), (140, 68), (155, 87), (217, 136), (345, 194), (62, 110), (68, 140), (87, 155), (136, 217),
    (194, 345),
  ]
  private static let unit = 6.0

  @Test("show something on each surface where the layout has a control")
  func drawn() throws {
    let folder = try #require(environment["TOUCHSTICK_SHEETS"])
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let profiles = Fixtures.project.appending(path: "config/profiles").path
    for file in try FileManager.default.contentsOfDirectory(atPath: profiles).sorted() {
      let settings = try Settings.read(path: "\(profiles)/\(file)")
      for (width, height) in Self.sizes {
        guard
          let bare = try? settings.layout(width: width, height: height, deviceClass: .touchscreen),
          bare.controlCount > 0
        else { continue }
        let layout = bare.hasMenuButton ? bare : bare.withMenuHandle()
        for theme in Theme.shipped {
          for letters in Letters.allCases {
            for isInUse in [false, true] {
              let name =
                "\(file.dropLast(5))-\(theme.key)-\(letters)-\(isInUse ? "use" : "rest")-\(Int(width))x\(Int(height))"
              guard name.contains(environment["TOUCHSTICK_SHEETS_ONLY"] ?? "") || Self.matches(name)
              else { continue }
              var looks = theme.value
              looks.letters = letters
              try draw(layout, looks, isInUse, width, height, to: "\(folder)/\(name).png")
            }
          }
        }
      }
    }
  }

  private static func matches(_ name: String) -> Bool {
    (environment["TOUCHSTICK_SHEETS_ONLY"] ?? "").split(separator: " ").contains { pattern in
      pattern.split(separator: "*").allSatisfy { name.contains($0) }
    }
  }

  private func draw(
    _ layout: Layout, _ theme: Theme, _ isInUse: Bool, _ width: Double, _ height: Double, to path: String
  ) throws {
    let shown = layout.controls.indices.filter(layout.exists)
    let controls = shown.map { FeedControl(layout.controls[$0], pad: 0) }
    let reports = shown.enumerated().map { place, index in
      var report = layout.report(at: index)
      let isRare = [.button(.select), .button(.start), .button(.mode)].contains(controls[place].kind)
      guard isInUse, !isRare, place % 4 == 3 || controls[place].base != nil else { return report }
      report.isTouched = true
      (report.handle, report.pull) = (Point(x: report.base.x + 5, y: report.base.y - 6), 150)
      (report.directionX, report.directionY) = (1, 0)
      report.buttons = controls[place].base == nil ? 0 : 1 << 9
      return report
    }
    var feed = Glasses.layout(controls)
    (feed.width, feed.height) = (Float(width), Float(height))
    var scene = Scene(theme: theme)
    scene.apply(.layout(feed), at: 0)
    scene.apply(
      .state(FeedState(generation: feed.generation, surface: 0, controls: reports)), at: 0)
    let output = OutputPicture(width: Int(width * Self.unit), height: Int(height * Self.unit))
    let canvas = try Canvas(width: output.width, height: output.height, images: ImageLibrary())
    let picture = try #require(scene.picture(on: output, at: 0))
    canvas.draw(picture, in: [output.box])
    let isBlank = picture.controls.allSatisfy(\.isEmpty)
    #expect(!isBlank, "\(path)")
    #expect(canvas.write(toFile: path))
  }
}

private let environment = ProcessInfo.processInfo.environment
