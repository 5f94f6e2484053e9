internal import ArgumentParser
internal import Configuration
internal import EventPipeline
internal import Glibc
internal import InputDevices
internal import System

@main
struct Touchstick: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "touchstick",
    abstract: "Switches the pads of touchstickd, and checks, tests and diagnoses its configuration.",
    discussion: """
      Exit status: 0 on success; 64 if the command line is wrong; 65 if a file has an error; 66 if a file cannot be \
      read; 69 if the kernel lacks something, a program is missing, touchstickd cannot be reached or doctor found an \
      error; 71 if a system call fails; 74 if the output cannot be written; 75 if something keeps switched-on \
      pads from playing; 77 if permission is denied.
      """,
    version: "touchstick \(touchstickVersion)",
    groupedSubcommands: [
      CommandGroup(
        name: "Pad",
        subcommands: [
          Status.self, On.self, Off.self, Toggle.self, Run.self, Lock.self, Replug.self,
        ]),
      CommandGroup(
        name: "Layout",
        subcommands: [Use.self, Profiles.self, Games.self, Check.self, LayoutCommand.self, Import.self]),
      CommandGroup(
        name: "Diagnostic",
        subcommands: [Doctor.self, Devices.self, Monitor.self, Watch.self, Rumble.self]),
      CommandGroup(name: "Recording", subcommands: [Record.self, Replay.self, Play.self]),
    ])

  /// Runs the command line, and suggests the nearest subcommand for an unknown word.
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.first == "help" {
      checkHelp(of: arguments.dropFirst().filter { !$0.hasPrefix("-") })
    } else if let word = arguments.first, !word.hasPrefix("-") {
      suggestCommand(for: word)
    }
    main(nil)
  }

  /// Ends with an error where the parser would print the help of the whole program instead.
  private static func checkHelp(of words: [String]) {
    guard let word = words.first else { return }
    guard words.count == 1 else { exit(withError: ValidationError("The help of one command at a time.")) }
    suggestCommand(for: word)
    guard isCommand(word) else {
      exit(withError: ValidationError("There is no command “\(word)”. See: touchstick --help"))
    }
  }

  /// Ends with an error if the word is not a command, but like one.
  private static func suggestCommand(for word: String) {
    guard !isCommand(word), let nearest = nearestWord(to: word, among: commandNames) else { return }
    exit(withError: ValidationError("There is no command “\(word)”. Did you mean “\(nearest)”?"))
  }

  private static func isCommand(_ word: String) -> Bool { word == "help" || commandNames.contains(word) }

  private static var commandNames: [String] { configuration.subcommands.compactMap { $0._commandName } }

  /// Runs a subcommand. An error becomes a line on the standard error and an exit status. Other errors pass: those of the
  /// parser, which prints them, and exit statuses.
  static func perform(_ work: () throws -> Void) throws {
    do {
      try work()
    } catch let error as Diagnostic {
      throw failure(error.sentence, status: error.isUnreadable ? EX_NOINPUT : EX_DATAERR)
    } catch let error as ConfigurationError {
      throw failure(error.sentence, status: error.isUnreadable ? EX_NOINPUT : EX_DATAERR)
    } catch let error as DeviceError {
      throw failure(error.sentence, status: error.exitStatus)
    } catch let error as BusError {
      throw failure(error.sentence, status: error.exitStatus)
    } catch let error as FeedError {
      throw failure(error.sentence, status: EX_UNAVAILABLE)
    } catch let error as CommandError {
      throw failure(error.sentence, status: error.exitStatus)
    } catch let error as SystemError {
      throw failure("a system call failed: \(error.text)", status: EX_OSERR)
    }
  }

  private static func failure(_ sentence: String, status: Int32) -> ExitCode {
    printError(sentence)
    return ExitCode(status)
  }

  /// Prints to the standard error. A failure is ignored, because there is nobody to tell.
  static func printError(_ sentence: String) {
    try? writeAll((sentence + "\n").utf8, to: STDERR_FILENO)
  }

  static func printOutput(_ bytes: some Collection<UInt8>) {
    do throws(SystemError) {
      try writeAll(bytes, to: STDOUT_FILENO)
    } catch {
      printError("standard output: cannot be written: \(error.text)")
      Glibc.exit(EX_IOERR)
    }
  }
}

/// An error of a subcommand itself, which ends it.
struct CommandError: Error {
  let sentence: String
  let exitStatus: Int32

  init(_ sentence: String, status: Int32) {
    self.sentence = sentence
    exitStatus = status
  }

  init(unwritable path: String, _ why: SystemError) {
    self.init("\(path): cannot be written: \(why.text)", status: EX_IOERR)
  }
}
