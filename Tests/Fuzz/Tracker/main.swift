import CFuzzer
import Glibc

// Either `--material FOLDER`, or what libFuzzer takes.
if CommandLine.arguments.count == 3, CommandLine.arguments[1] == "--material" {
  try RecordedSeeds.write(to: CommandLine.arguments[2])
} else {
  var count = CommandLine.argc
  var arguments = unsafe CommandLine.unsafeArgv
  let status = unsafe LLVMFuzzerRunDriver(&count, &arguments) { bytes, count in
    let bytes = unsafe [UInt8](UnsafeBufferPointer(start: bytes, count: count))
    TrackerCase.run(bytes)
    return 0
  }
  exit(status)
}
