internal import Configuration
internal import Glibc
internal import System

/// Runs the overlay, whatever it shows, with the looks in a file. Returns the status to exit with.
///
/// - Parameter run: Returns the status that the event loop ended with.
func runOverlay(_ file: OverlayConfigurationFile, _ run: (OverlaySettings) throws(SystemError) -> Int32)
  -> Int32
{
  do throws(ConfigurationError) {
    let looks = try file.read()
    do throws(SystemError) {
      let status = try run(looks)
      // sd-bus ends the loop like this.
      guard status == EXIT_FAILURE else { return status }
      announce("the connection to the system bus has ended")
      return EX_UNAVAILABLE
    } catch {
      announce(error.text)
      return EX_OSERR
    }
  } catch {
    announce(error.sentence)
    return error.isUnreadable ? EX_NOINPUT : EX_DATAERR
  }
}

/// The lock of the program that shows the controls.
let overlayLock = ProgramLock("touchstick-overlay")

/// Writes a line to the log, and has `touchstick status` show it while this program shows nothing, or after its end.
func announce(_ sentence: String) {
  overlayLock.report(sentence)
  log(sentence)
}

/// Writes a line to the standard error, which the journal keeps.
func log(_ sentence: String) {
  try? writeAll("touchstick-overlay: \(sentence)\n".utf8, to: STDERR_FILENO)
}

extension EventLoop {
  /// Exits with a note if the display is gone.
  func endIfFails(_ work: () throws(OverlayError) -> Void) {
    do throws(OverlayError) {
      try work()
    } catch {
      announce(error.sentence)
      exit(EX_UNAVAILABLE)
    }
  }
}
