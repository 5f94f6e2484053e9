import CFuzzer
import Glibc

// Arguments: either `--material FOLDER`, or those of libFuzzer.
if CommandLine.arguments.count == 3, CommandLine.arguments[1] == "--material" {
  try Material.write(to: CommandLine.arguments[2])
} else {
  var count = CommandLine.argc
  var arguments = unsafe CommandLine.unsafeArgv
  let status = unsafe LLVMFuzzerRunDriver(&count, &arguments) { bytes, count in
    let text = unsafe [UInt8](UnsafeBufferPointer(start: bytes, count: count))
    ConfigurationCase(text: text).run()
    return 0
  }
  exit(status)
}
