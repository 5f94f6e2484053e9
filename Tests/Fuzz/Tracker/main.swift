import CFuzzer
import Glibc

// Arguments: either `--material FOLDER`, or those of libFuzzer.
if CommandLine.arguments.count == 3, CommandLine.arguments[1] == "--material" {
  try RecordedSeeds.write(to: CommandLine.arguments[2])
} else {
  // libFuzzer ends the process, and prints only the number of inputs.
  atexit { print("frames: \(TrackerCase.frames.load(ordering: .relaxed))") }
  var count = CommandLine.argc
  var arguments = unsafe CommandLine.unsafeArgv
  let status = unsafe LLVMFuzzerRunDriver(&count, &arguments) { bytes, count in
    let bytes = unsafe [UInt8](UnsafeBufferPointer(start: bytes, count: count))
    TrackerCase.run(bytes)
    return 0
  }
  exit(status)
}
