internal import ArgumentParser
internal import Configuration
internal import EventPipeline
internal import Foundation
internal import InputDevices
internal import Recordings

/// The command-line tool. Each subcommand has a file of its own.
@main
struct Touchstick: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "touchstick",
    abstract: "Tries out what touchstickd, the daemon, makes of touches.",
    discussion: """
      Exit status: 0 when all went well, 64 for a wrong command line, 65 for a file with a mistake in it, \
      66 for one that cannot be read, 69 where the kernel cannot do what is asked for, 77 where permission \
      is denied.
      """,
    version: "touchstick \(touchstickVersion)",
    subcommands: [Replay.self, Play.self, Watch.self])

  /// Does the work of a subcommand; an error becomes a line on the standard error and an exit status.
  static func perform(_ work: () throws -> Void) throws {
    do {
      try work()
    } catch let error as RecordingError {
      throw failure(error.description, status: error.isUnreadable ? 66 : 65)
    } catch let error as ConfigurationError {
      throw failure(error.sentence, status: error.isUnreadable ? 66 : 65)
    } catch let error as DeviceError {
      throw failure(error.sentence, status: error.exitStatus)
    } catch let error as UnusableRecording {
      throw failure(error.sentence, status: 65)
    }
  }

  private static func failure(_ sentence: String, status: Int32) -> ExitCode {
    FileHandle.standardError.write(Data((sentence + "\n").utf8))
    return ExitCode(status)
  }
}
