import EventPipeline
import Foundation
import TestSupport

/// The recordings, as inputs.
enum RecordedSeeds {
  /// The longest input.
  private static let maxBytes = 2400

  /// Writes `seeds/` into a folder that exists.
  static func write(to path: String) throws {
    let folder = URL(filePath: path, directoryHint: .isDirectory).appending(path: "seeds")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (device, own) in RecordedCase.all.enumerated() {
      let stream = stream(of: try own.load().recording.events, codes: Source.all[device].codes)
      for layout in Controls.all.indices {
        let input = [UInt8(device), UInt8(layout), UInt8(layout)] + stream
        try Data(input).write(to: folder.appending(path: "recording-\(device)-\(layout)"))
      }
    }
  }

  private static func stream(of events: [InputEvent], codes: [EventCode]) -> [UInt8] {
    var bytes: [UInt8] = []
    var time = events.first?.time ?? 0
    for event in events {
      guard let record = Record.bytes(event, delay: event.time - time, codes: codes) else { continue }
      bytes += record
      time = event.time
    }
    return Array(bytes.prefix((maxBytes - 3) / Record.size * Record.size))
  }
}
