import CFuzzer
import Foundation
import EventPipeline
import TestSupport

// Either `--material FOLDER`, or what libFuzzer takes.
if CommandLine.arguments.count == 3, CommandLine.arguments[1] == "--material" {
  let folder = URL(filePath: CommandLine.arguments[2], directoryHint: .isDirectory).appending(path: "seeds")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  for seed in UInt64(1)...200 {
    var (random, buffer) = (SeededGenerator(seed: seed), FeedBuffer())
    buffer.write(FeedMessage(random: &random))
    try Data(buffer.bytes).write(to: folder.appending(path: "\(seed)"))
  }
} else {
  var count = CommandLine.argc
  var arguments = unsafe CommandLine.unsafeArgv
  let status = unsafe LLVMFuzzerRunDriver(&count, &arguments) { bytes, count in
    let bytes = unsafe [UInt8](UnsafeBufferPointer(start: bytes, count: count))
    guard let message = try? FeedMessage(bytes) else { return 0 }
    // What can be read can be written, and is the same then.
    var buffer = FeedBuffer()
    buffer.write(message)
    precondition((try? FeedMessage(buffer.bytes)) == message, "a message that changes when it is written")
    return 0
  }
  exit(status)
}
