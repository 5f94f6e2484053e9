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
    let names = configuration.subcommands.compactMap { $0._commandName }
    let words = CommandLine.arguments.dropFirst().filter { !$0.hasPrefix("-") }
    let isHelp = words.first == "help" && CommandLine.arguments.dropFirst().first == "help"
    // The parser prints the help of the whole program instead.
    if isHelp, words.count > 2 { exit(withError: ValidationError("The help of one command at a time.")) }
    if let word = isHelp ? words.dropFirst().first : CommandLine.arguments.dropFirst().first,
      !word.hasPrefix("-"), word != "help", !names.contains(word)
    {
      if let nearest = nearestWord(to: word, among: names) {
        exit(withError: ValidationError("There is no command “\(word)”. Did you mean “\(nearest)”?"))
      }
      if isHelp { exit(withError: ValidationError("There is no command “\(word)”. See: touchstick --help")) }
    }
    main(nil)
  }

  /// Runs a subcommand. An error becomes a line on the standard error and an exit status.
  static func perform(_ work: () throws -> Void) throws {
    do {
      try work()
    } catch let error as Diagnostic {
      throw failure(error.sentence, status: error.isUnreadable ? 66 : 65)
    } catch let error as ConfigurationError {
      throw failure(error.sentence, status: error.isUnreadable ? 66 : 65)
    } catch let error as DeviceError {
      throw failure(error.sentence, status: error.exitStatus)
    } catch let error as BusError {
      throw failure(error.sentence, status: error.exitStatus)
    } catch let error as FeedError {
      throw failure(error.sentence, status: 69)
    } catch let error as CommandError {
      throw failure(error.sentence, status: error.exitStatus)
    } catch let error as SystemError {
      throw failure("a system call failed: \(error.text)", status: 71)  // EX_OSERR
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
      Glibc.exit(74)  // EX_IOERR
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
    self.init("\(path): cannot be written: \(why.text)", status: 74)  // EX_IOERR
  }
}
