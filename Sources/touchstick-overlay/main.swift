internal import Configuration
internal import EventPipeline
internal import Glibc
internal import System

/// Checks the file with the looks, and prints what is wrong. Returns the status to exit with.
func check(_ file: OverlayConfigurationFile) -> Int32 {
  let errors: [Diagnostic]
  var status = EX_DATAERR
  do throws(ConfigurationError) {
    errors = file.errors(in: try file.read())
  } catch {
    errors = error.diagnostics
    if error.isUnreadable { status = EX_NOINPUT }
  }
  for error in errors { print("\(error.location.map { "\($0): " } ?? "")error: \(error.text)") }
  print(errors.isEmpty ? "no errors" : counted(errors.count, "error"))
  return errors.isEmpty ? EX_OK : status
}

/// Exits if another program holds the lock. Tests, which send the feed, run several at once.
func exitIfAnother(_ command: String, _ options: Options.Run, lock: ProgramLock) {
  guard !options.readsFeed, !lock.acquire() else { return }
  log("another \(command) of this user is running")
  exit(EX_TEMPFAIL)
}

do throws(Options.Wrong) {
  switch try Options.parse(Array(CommandLine.arguments.dropFirst())) {
  case .run(let options):
    exitIfAnother("touchstick-overlay", options, lock: overlayLock)
    exit(Overlay.run(options))
  case .menu(let options):
    let lock = ProgramLock("touchstick-overlay-edit")
    exitIfAnother("touchstick-overlay --menu or --edit", options, lock: lock)
    exit(MenuMode.run(options))
  case .edit(let options, let profile):
    let lock = ProgramLock("touchstick-overlay-edit")
    exitIfAnother("touchstick-overlay --menu or --edit", options, lock: lock)
    exit(EditMode.run(options, profile: profile))
  case .find(let options):
    let lock = ProgramLock("touchstick-overlay-find")
    exitIfAnother("touchstick-overlay --find-output", options, lock: lock)
    exit(OutputFinder.run(options))
  case .check(let file): exit(check(OverlayConfigurationFile(file)))
  case .help: print(Options.helpText, terminator: "")
  case .version: print("touchstick-overlay \(touchstickVersion)")
  }
} catch {
  log("\(error.sentence); see: touchstick-overlay --help")
  exit(EX_USAGE)
}
