@testable import touchstick_overlay
import Testing

@Suite("Themes")
struct ThemeTests {
  @Test("colours are read and written as #rrggbb, or #rrggbbaa with an opacity")
  func colors() throws {
    for text in ["#000000", "#ffffff", "#0072b2", "#0072b280", "#0072b200"] {
      #expect(ThemeColor(text)?.description == text)
    }
    #expect(ThemeColor("#FFaa00") == ThemeColor(0xffaa00))
    for text in ["", "#", "0072b2", "#0072b", "#0072b2f", "#0072b2000", "#00g2b2", "red", "#-10000", "#ÄÄÄ"] {
      #expect(ThemeColor(text) == nil, "\(text)")
    }
  }

  @Test("black contrasts with light colours, white with dark ones, and the opacity stays")
  func contrasting() {
    for light in [0xffffff, 0x56b4e9, 0x009e73, 0xff0000, 0x808080] as [UInt32] {
      #expect(ThemeColor(light).faded(to: 0.5).contrasting == .black.faded(to: 0.5))
    }
    for dark in [0, 0x0000ff, 0x30363d, 0x800000] as [UInt32] {
      #expect(ThemeColor(dark).faded(to: 0.5).contrasting == .white.faded(to: 0.5))
    }
  }

  @Test("are three, each with all opacities from 0 to 1, and more visible in use than at rest")
  func shipped() {
    #expect(Theme.shipped.map(\.key) == ["quiet", "knob", "high_contrast"])
    for (name, theme) in Theme.shipped {
      let (stick, button) = (theme.stick, theme.button)
      let pairs = [
        (stick.baseAlpha, stick.baseAlphaInUse), (stick.handleAlpha, stick.handleAlphaInUse),
        (button.alpha, button.alphaInUse),
      ]
      #expect(pairs.allSatisfy { $0 >= 0 && $0 <= $1 && $1 <= 1 }, "\(name)")
      #expect(stick.handleSizeRatio == 0.85 && theme.padColors.count == 4, "\(name)")
    }
  }

  @Test("pads after the last colour begin again")
  func pads() {
    let theme = Theme()
    #expect(theme.color(ofPad: 5) == theme.padColors[1])
    var bare = theme
    bare.padColors = []
    #expect(bare.color(ofPad: 3) == .white)
  }
}
