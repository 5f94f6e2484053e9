internal import Pictures

/// One picture of the documentation.
struct Picture {
  /// Pixels from the left edge of every picture to its right edge.
  static let width = 720.0
  private static let margin = 16.0

  /// The name of its file, without the ending.
  let name: String
  /// What it shows, in a few words.
  let title: String
  /// What there is to see, for those who do not.
  let summary: String
  /// Pixels from the top edge to the bottom edge.
  let height: Double
  /// What is drawn within ``area(height:)``.
  let elements: [SVGElement]

  /// Where a picture of this height draws.
  static func area(height: Double) -> Box {
    Box(x: margin, y: margin, width: width - 2 * margin, height: height - 2 * margin)
  }

  /// The text of its file.
  var svg: String {
    Card(title: title, summary: summary, width: Self.width, height: height, elements: elements).svg
  }
}

extension Picture {
  /// All pictures, in the order of the documentation.
  static var all: [Picture] {
    [
      region, smoothing, origin, movingBase, travel, movedTolerance, deadZone, response, directions, output,
      gestures, outerRing, homeReturn,
    ]
  }
}
