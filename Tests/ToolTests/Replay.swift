import Foundation
import Testing
import TestSupport

/// A frame that `touchstick replay --json` prints.
struct ReplayedFrame: Decodable {
  struct Stick: Decodable {
    let active: Bool
    let changed: Bool
    let angle: Double
    let displacement: Double
    let x: Double
    let y: Double
    let base: [Double]
    let handle: [Double]
  }

  let time: Double
  let sticks: [String: Stick]
  let axes: [String: Int]
  let buttons: [String]

  var isAtRest: Bool {
    axes.values.allSatisfy { $0 == 0 } && buttons == []
      && sticks.values.allSatisfy { !$0.active && $0.displacement == 0 }
  }

  /// Replays a recording, which is a file with options or `-`, the input.
  static func all(
    config path: String? = nil, _ arguments: [String] = ["-"], input: String = ""
  ) throws -> [ReplayedFrame] {
    let options = ["replay", "--json"] + (path.map { ["--config", $0] } ?? [])
    let (status, output) = try Programs.tool(options + arguments, input: input, isSilent: true)
    #expect(status == 0, "\(output.prefix(300))")
    return try output.split(separator: "\n").map(Self.init)
  }

  init(_ line: Substring) throws {
    self = try JSONDecoder().decode(Self.self, from: Data(line.utf8))
  }
}

/// A touchscreen with ten slots, as evemu describes it.
enum Screen {
  /// - Parameters:
  ///   - width: In the device's units.
  ///   - height: In the device's units.
  ///   - resolution: Units per millimetre.
  static func description(width: Int, height: Int, resolution: Int) -> String {
    """
    N: screen
    I: 0003 0001 0002 0003
    P: 02 00 00 00 00 00 00 00
    B: 03 00 00 00 00 00 80 60 02
    A: 2f 0 9 0 0 0
    A: 35 0 \(width) 0 0 \(resolution)
    A: 36 0 \(height) 0 0 \(resolution)
    A: 39 0 65535 0 0 0

    """
  }

  /// A finger at these times, in milliseconds; nil is the lift.
  static func events(_ touches: [(time: Int, place: (x: Int, y: Int)?)]) -> String {
    var (text, isDown) = ("", false)
    for (time, place) in touches {
      let event = "E: \(time / 1000).\(String(1000 + time % 1000).dropFirst())000"
      if let place {
        if !isDown { text += "\(event) 0003 0039 \(time)\n" }
        text += "\(event) 0003 0035 \(place.x)\n\(event) 0003 0036 \(place.y)\n"
      } else {
        text += "\(event) 0003 0039 -1\n"
      }
      isDown = place != nil
      text += "\(event) 0000 0000 0\n"
    }
    return text
  }
}
