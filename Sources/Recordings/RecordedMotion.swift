import Configuration
package import EventPipeline
package import JoystickModel

// Samples of motion sensors in a recording. Each has a line of its own, which evemu's tools skip as a comment:
//
//     #M: SECONDS.MICROSECONDS acceleration|rotation X Y Z

/// A sample of a motion sensor, and its place among the events.
package struct RecordedMotion: Equatable, Sendable {
  package let sample: MotionSample
  /// How many of the recording's events are before it.
  package let place: Int

  package init(_ sample: MotionSample, place: Int) { (self.sample, self.place) = (sample, place) }
}

/// What happens next in a recording.
package enum RecordedInput: Equatable, Sendable {
  case event(InputEvent)
  case motion(MotionSample)
}

extension Recording {
  /// Merges some of the events with the samples, in the order of the file. A sample in the middle of a frame comes after it.
  ///
  /// - Parameter isWanted: Whether to use an event; it is called once for each, in their order.
  package func inputs(where isWanted: (InputEvent) -> Bool) -> [RecordedInput] {
    var inputs: [RecordedInput] = []
    inputs.reserveCapacity(events.count + motion.count)
    var waiting = motion[...]
    var isInFrame = false
    for (place, event) in events.enumerated() {
      while !isInFrame, let next = waiting.first, next.place <= place {
        inputs.append(.motion(waiting.removeFirst().sample))
      }
      guard isWanted(event) else { continue }
      inputs.append(.event(event))
      isInFrame = !event.is(.synReport)
    }
    return inputs + waiting.map { .motion($0.sample) }
  }
}

extension MotionSample.Quantity {
  fileprivate static let words: [(word: String, quantity: Self)] = [
    ("acceleration", .acceleration), ("rotation", .rotation),
  ]

  var word: String { Self.words.first { $0.quantity == self }?.word ?? "" }
}

extension MotionSample {
  static let lineStart = Array("#M:".utf8)
  /// What a line can say: more than any sensor measures.
  private static let limit = 1e9

  /// Reads what follows ``lineStart``.
  init(fields: [ArraySlice<UInt8>]) throws(Diagnostic) {
    guard fields.count == 5 else {
      throw Diagnostic(
        .error, "field-count", "the #M: line has \(counted(fields.count, "field"))",
        hint: "write \(Self.form)")
    }
    let time = try EvemuReader.time(fields[0], "a sample's time")
    guard let quantity = Quantity.words.first(where: { fields[1].elementsEqual($0.word.utf8) })?.quantity
    else {
      throw Diagnostic(badNumber: fields[1].excerpt, of: "a sample's quantity", "acceleration or rotation")
    }
    let values = try fields[2...].map { text throws(Diagnostic) in try Self.value(text) }
    self.init(quantity, x: values[0], y: values[1], z: values[2], time: time)
  }

  private static let form = "#M: SECONDS.MICROSECONDS acceleration|rotation X Y Z"

  private static func value(_ text: ArraySlice<UInt8>) throws(Diagnostic) -> Double {
    let digits = text.first == UInt8(ascii: "-") ? text.dropFirst() : text
    let isDecimal =
      digits.first.map(isDigit) ?? false && digits.last.map(isDigit) ?? false
      && digits.allSatisfy { isDigit($0) || $0 == UInt8(ascii: ".") }
    guard isDecimal, let number = Double(String(decoding: text, as: UTF8.self)), abs(number) <= limit else {
      throw Diagnostic(
        badNumber: text.excerpt, of: "a sample's value",
        "a decimal number such as -9.806650, up to 1000000000")
    }
    return number
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}

extension EvemuWriter {
  /// A sample of a motion sensor, which ends in a newline. The format has no negative times; they become 0. Values have six
  /// digits after the point.
  package static func line(for sample: MotionSample) -> String {
    let values = [sample.x, sample.y, sample.z].map(decimal).joined(separator: " ")
    return "#M: \(text(ofTime: sample.time)) \(sample.quantity.word) \(values)\n"
  }

  private static func decimal(_ number: Double) -> String {
    guard number.isFinite else { return "0.000000" }
    let millionths = (max(-1e9, min(number, 1e9)) * 1e6).rounded()
    let size = Int64(abs(millionths))
    return "\(millionths < 0 ? "-" : "")\(size / 1_000_000).\(padded(size % 1_000_000, to: 6))"
  }
}
