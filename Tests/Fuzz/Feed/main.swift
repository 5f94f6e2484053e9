import EventPipeline
import FuzzRun
import TestSupport

try Fuzzer.run { folder in
  let seeds = (UInt64(1)...200).map { seed in
    var (random, buffer) = (SeededGenerator(seed: seed), FeedBuffer())
    buffer.write(FeedMessage(random: &random))
    return ("\(seed)", buffer.bytes)
  }
  try Fuzzer.writeSeeds(seeds, to: folder)
} _: { bytes in
  guard let message = try? FeedMessage(bytes) else { return }
  // What can be read can be written, and is the same then.
  var buffer = FeedBuffer()
  buffer.write(message)
  precondition((try? FeedMessage(buffer.bytes)) == message, "a message that changes when it is written")
}
