import Configuration
import EventPipeline
import TestSupport

struct Source {
  let description: DeviceDescription
  let deviceClass: DeviceClass
  /// The codes that it sends, except those of all devices.
  let codes: [EventCode]

  private init(_ description: DeviceDescription) {
    self.description = description
    deviceClass = DeviceClass(description) ?? .touchscreen
    codes = description.codes.sorted { ($0.type.rawValue, $0.code) < ($1.type.rawValue, $1.code) }
  }

  /// The devices of the recordings, in their order, and those of the tests.
  static let all: [Source] =
    ((try? RecordedCase.all.map { try $0.load().device }) ?? []).map(Source.init) + made.map(Source.init)

  private static let made: [DeviceDescription] = [
    .touchscreen(), .touchscreen(slots: 300), .unslotted, .unslottedWithoutButton, .singleTouch, .pen,
    .twoPairs,
    .semiMultitouchTouchpad,
  ]
}

enum Controls {
  static let all = texts.map { text in
    do throws(ConfigurationError) {
      return try Settings.parse(text, file: "t.toml")
    } catch {
      fatalError(error.sentence)
    }
  }

  private static let texts = [
    "",
    """
    [[stick]]
    origin = "floating"
    region = { x = 0, y = 0, width = "50%", height = "100%" }
    smoothing = true
    home_return = "0.2s"
    tap = "A"
    double_tap = "B"
    hold = "X"
    outer_ring = "L3"
    [[stick]]
    target = "hat"
    region = { x = "50%", y = 0, width = "50%", height = "50%" }
    [[buttons]]
    layout = "diamond"
    region = { center = ["75%", "75%"], radius = "20%" }
    [[button]]
    input = "BTN_STYLUS"
    output = "Y"
    [[button]]
    input = "BTN_LEFT"
    output = "Start"
    """,
    """
    [[trigger]]
    target = "left"
    pull = "pressure"
    region = { x = 0, y = 0, width = "25%", height = "100%" }
    [[trigger]]
    target = "right"
    pull = "slide"
    region = { x = "25%", y = 0, width = "25%", height = "100%" }
    [[dpad]]
    region = { center = ["75%", "25%"], radius = "20%" }
    [[button]]
    output = "A"
    slide = "over"
    region = { x = "50%", y = "50%", width = "25%", height = "50%" }
    [[button]]
    output = "B"
    slide = "over"
    region = { x = "75%", y = "50%", width = "25%", height = "50%" }
    """,
    """
    [[look]]
    region = { x = 0, y = 0, width = "50%", height = "50%" }
    tap = "A"
    hold = "B"
    [[look]]
    name = "mouse"
    target = "mouse"
    region = { x = "50%", y = 0, width = "50%", height = "50%" }
    [[slider]]
    release = "stay"
    region = { x = 0, y = "50%", width = "25%", height = "50%" }
    [[slider]]
    name = "gas"
    output = "RT"
    region = { x = "25%", y = "50%", width = "25%", height = "50%" }
    [[wheel]]
    region = { x = "50%", y = "50%", width = "50%", height = "50%" }
    """,
    """
    [[ignore]]
    region = { x = 0, y = 0, width = "100%", height = "10%" }
    [[button]]
    name = "weapons"
    output = ["LB", "show weapons"]
    reach = "5mm"
    region = { center = ["10%", "25%"], radius = "5%" }
    [[button]]
    output = "next layer"
    region = { x = 0, y = "50%", width = "20%", height = "50%" }
    [[button]]
    output = ["A", "right.x+"]
    mode = "toggle"
    region = { x = "20%", y = "10%", width = "20%", height = "90%" }
    [[button]]
    output = "B"
    mode = "toggle"
    turbo = "12Hz"
    layer = "walk"
    keep = true
    region = { x = "40%", y = "10%", width = "60%", height = "40%" }
    [[button]]
    sequence = [["Down"], ["Down", "Right"], ["Right", "RT"]]
    layer = "walk"
    region = { x = "40%", y = "50%", width = "60%", height = "50%" }
    [[stick]]
    layer = "weapons"
    region = { x = "40%", y = "10%", width = "60%", height = "90%" }
    """,
    """
    [[button]]
    output = ["A", "KEY_F1"]
    region = { x = 0, y = 0, width = "50%", height = "50%" }
    [[button]]
    name = "fast"
    output = ["KEY_F1", "KEY_UP"]
    turbo = 10
    region = { x = "50%", y = 0, width = "50%", height = "50%" }
    [[button]]
    name = "played"
    sequence = ["KEY_ESC", [], ["KEY_F1", "KEY_F2"]]
    region = { x = 0, y = "50%", width = "50%", height = "50%" }
    [[button]]
    input = "BTN_STYLUS"
    output = "KEY_MUTE"
    [[button]]
    input = "BTN_LEFT"
    output = ["KEY_MUTE", "B"]
    """,
  ]
}
