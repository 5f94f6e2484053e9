internal import Configuration
internal import Glibc
internal import System

/// A program that shows something above all others: its loop, its display, and what wakes it.
final class OverlayRun {
  let loop: EventLoop
  let images = ImageLibrary()
  private(set) var display: (any OverlayDisplay)?
  private var displaySource: EventSource?
  private var redraw: EventSource?
  private var lockScreen: LockScreenWatch?

  private init() throws(SystemError) { loop = try EventLoop() }

  /// Runs a program with the looks in a file, whatever it shows. Returns the status to exit with.
  ///
  /// - Parameter work: Returns the status that the event loop ended with.
  static func start(
    _ file: OverlayConfigurationFile, _ work: (OverlayRun, OverlaySettings) throws(SystemError) -> Int32
  ) -> Int32 {
    do throws(ConfigurationError) {
      let looks = try file.read()
      do throws(SystemError) {
        let status = try work(OverlayRun(), looks)
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

  /// Connects the painter with the session's display. Returns whether there is one; otherwise that was announced.
  func show(_ painter: any OverlayPainter) throws(SystemError) -> Bool {
    guard let display = openOverlayDisplay(painter, images) else { return false }
    self.display = display
    displaySource = try loop.whenReadable(display.fileDescriptor) { [unowned self, unowned painter] in
      endIfFails { () throws(OverlayError) in try display.read() }
      painter.didRead()
    }
    // However many messages come at once, they lead to one picture.
    redraw = try loop.whenIdle { [unowned self, unowned painter] in update(painter) }
    guard painter.receivesTouches else { return true }
    lockScreen = LockScreenWatch(loop, lockFollows: { [unowned painter] in painter.lockFollows() }) {
      [unowned self, unowned painter] in
      // Without its window, nobody reports the ends of touches.
      if !allowsPicture { painter.touch(.cancelled, by: 0) }
      askForRedraw()
    }
    return true
  }

  /// Whether something that receives all touches may be shown.
  var allowsPicture: Bool { lockScreen?.allowsPicture == true }

  func askForRedraw() { redraw?.ask() }

  func update(_ painter: any OverlayPainter) {
    painter.willUpdate()
    endIfFails { () throws(OverlayError) in try display?.update() }
    painter.didUpdate()
  }

  /// Exits with a note if the display is gone.
  private func endIfFails(_ work: () throws(OverlayError) -> Void) {
    do throws(OverlayError) {
      try work()
    } catch {
      announce(error.sentence)
      loop.exit(EX_UNAVAILABLE)
    }
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
