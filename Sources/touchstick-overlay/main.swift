internal import Configuration
internal import Diagnostics
internal import EventPipeline
internal import Glibc
internal import OperatingSystem

/// Checks the file with the looks, and prints what is wrong. Returns the status to exit with.
func check(_ file: LooksFile) -> Int32 {
  let errors: [Diagnostic]
  var status = EX_DATAERR
  do throws(ConfigurationError) {
    errors = file.errors(in: try file.read())
  } catch {
    errors = error.diagnostics
    if error.isUnreadable { status = EX_NOINPUT }
  }
  for error in errors { print("\(error.place.map { "\($0): " } ?? "")error: \(error.text)") }
  print(errors.isEmpty ? "no errors" : counted(errors.count, "error"))
  return errors.isEmpty ? EX_OK : status
}

do throws(Options.Wrong) {
  switch try Options.parse(Array(CommandLine.arguments.dropFirst())) {
  case .run(let options):
    // Tests run several at once.
    guard options.readsFeed || ProgramLock("touchstick-overlay").take() else {
      note("another touchstick-overlay is running")
      exit(EX_OK)
    }
    exit(Overlay.run(options))
  case .edit(let options, let profile):
    guard options.readsFeed || ProgramLock("touchstick-overlay-edit").take() else {
      note("another touchstick-overlay --edit is running")
      exit(EX_OK)
    }
    exit(EditMode.run(options, profile: profile))
  case .find(let options):
    guard options.readsFeed || ProgramLock("touchstick-overlay-find").take() else {
      note("another touchstick-overlay --find-output is running")
      exit(EX_OK)
    }
    exit(OutputFinder.run(options))
  case .check(let file): exit(check(LooksFile(file)))
  case .help: print(Options.helpText, terminator: "")
  case .version: print("touchstick-overlay \(touchstickVersion)")
  }
} catch {
  note("\(error.sentence); see: touchstick-overlay --help")
  exit(EX_USAGE)
}
