internal import Configuration
internal import Drawing
internal import Glibc
internal import System

/// Has the user tap the output that the controls belong on, and saves it. It shows a question on all outputs, and takes
/// all touches meanwhile. It always ends after a while, so that nobody is left without a screen.
final class OutputFinder: OverlayPainter {
  private static let patience: UInt64 = 30

  private let run: OverlayRun
  private let file: OverlayConfigurationFile
  private var sources: [EventSource] = []
  private var screen: HeldTouchscreen?
  /// The finger that is down.
  private var tap: Tap?

  private struct Tap {
    /// The output under it; nil if that has no name.
    let output: String?
  }

  /// Runs until the user has tapped an output, or has not for a while. Returns the status to exit with.
  static func run(_ options: Options.Run) -> Int32 {
    let file = OverlayConfigurationFile(options.file)
    // A file with an error could not be changed.
    return OverlayRun.start(file) { run, _ throws(SystemError) in
      try OutputFinder(run, file).start(options)
    }
  }

  private init(_ run: OverlayRun, _ file: OverlayConfigurationFile) { (self.run, self.file) = (run, file) }

  private func start(_ options: Options.Run) throws(SystemError) -> Int32 {
    guard try run.show(self) else { return EX_UNAVAILABLE }
    if !options.readsFeed { holdTouchscreen() }
    sources.append(
      try run.loop.after(seconds: Self.patience) { [unowned self] in
        log("nobody tapped a screen for \(Self.patience) seconds; nothing has changed")
        run.loop.exit(EX_TEMPFAIL)
      })
    try endBySignals()
    run.askForRedraw()
    return try run.loop.run()
  }

  /// Ends also where the program was started with these signals blocked.
  private func endBySignals() throws(SystemError) {
    let signals = [SIGINT, SIGTERM, SIGHUP]
    EventLoop.block(signals)
    for signal in signals {
      // As a shell reports it.
      sources.append(try run.loop.whenSignalled(signal) { [unowned self] in run.loop.exit(128 + signal) })
    }
  }

  private func holdTouchscreen() {
    do throws(HeldTouchscreen.Failure) {
      screen = try HeldTouchscreen(run.loop)
    } catch {
      // A touchscreen that touchstickd does not use is the desktop's already.
      if !error.isAbsence { log(error.sentence) }
    }
  }
}

// What the display draws, and what it is touched with.
extension OutputFinder {
  var hasPicture: Bool { run.allowsPicture }
  var receivesTouches: Bool { true }

  func choices(among names: [String?], mapping: (_ nodes: [String]) -> String?) -> [Int] {
    Array(names.indices)
  }

  func picture(on output: OutputPicture, screen: Int) -> OverlayPicture? {
    OverlayPicture(
      question: "Tap this screen if the controls belong here",
      hint: "Nothing changes if you tap none for \(Self.patience) seconds", on: output)
  }

  func touch(_ touch: DisplayTouch, by id: Int) {
    switch touch {
    case .began(_, _, let output): tap = Tap(output: output)
    case .moved: break
    case .cancelled: tap = nil
    // Until the finger has lifted, the window below must not be touched.
    case .ended: if let tap { run.loop.exit(finish(tap.output)) }
    }
  }

  /// Prints and saves the output. Returns the status to exit with.
  private func finish(_ output: String?) -> Int32 {
    guard let output else {
      log("the display does not report the names of its outputs")
      return EX_UNAVAILABLE
    }
    print(output)
    do throws(OverlayConfigurationFile.NotSaved) {
      log("saved in \(try file.save(.output(output)))")
      return EX_OK
    } catch {
      log("not saved: \(error.reason); use this option instead: --output \(output)")
      return EX_CANTCREAT
    }
  }
}
