internal import Configuration
internal import Drawing
internal import Glibc
internal import System

/// Has the user tap the output that the controls belong on, and saves it. It shows a question on all outputs, and takes
/// all touches meanwhile. It always ends after a while, so that nobody is left without a screen.
final class OutputFinder: OverlayPainter {
  private static let patience: UInt64 = 30

  private let loop: EventLoop
  private let file: OverlayConfigurationFile
  private let images = ImageLibrary()
  private var display: (any OverlayDisplay)?
  private var sources: [EventSource] = []
  private var screen: HeldTouchscreen?
  private var lockScreen: LockScreenWatch?
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
    return runOverlay(file) { _ throws(SystemError) in
      try OutputFinder(file).run(options)
    }
  }

  private init(_ file: OverlayConfigurationFile) throws(SystemError) {
    loop = try EventLoop()
    self.file = file
  }

  private func run(_ options: Options.Run) throws(SystemError) -> Int32 {
    display = openOverlayDisplay(self, images)
    guard let display else { return EX_UNAVAILABLE }
    if !options.readsFeed { holdTouchscreen() }
    sources.append(
      try loop.after(seconds: Self.patience) { [unowned self] in
        log("nobody tapped a screen for \(Self.patience) seconds; nothing has changed")
        loop.exit(EX_TEMPFAIL)
      })
    try endBySignals()
    sources.append(
      try loop.whenReadable(display.fileDescriptor) { [unowned self] in
        loop.endIfFails { () throws(OverlayError) in try display.read() }
      })
    lockScreen = LockScreenWatch(loop) { [unowned self] in
      if !hasPicture { touch(.cancelled, by: 0) }
      update(display)
    }
    update(display)
    return try loop.run()
  }

  private func update(_ display: any OverlayDisplay) {
    loop.endIfFails { () throws(OverlayError) in try display.update() }
  }

  /// Ends also where the program was started with these signals blocked.
  private func endBySignals() throws(SystemError) {
    let signals = [SIGINT, SIGTERM, SIGHUP]
    EventLoop.block(signals)
    for signal in signals {
      // As a shell reports it.
      sources.append(try loop.whenSignalled(signal) { [unowned self] in loop.exit(128 + signal) })
    }
  }

  private func holdTouchscreen() {
    do throws(HeldTouchscreen.Failure) {
      screen = try HeldTouchscreen(loop)
    } catch {
      // A touchscreen that touchstickd does not use is the desktop's already.
      if !error.isAbsence { log(error.sentence) }
    }
  }
}

// What the display draws, and what it is touched with.
extension OutputFinder {
  var hasPicture: Bool { lockScreen?.allowsPicture == true }
  var receivesTouches: Bool { true }

  func choices(among names: [String?], mapping: (_ nodes: [String]) -> String?) -> [Int] {
    Array(names.indices)
  }

  func picture(on output: OutputPicture) -> OverlayPicture? {
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
    case .ended: if let tap { loop.exit(finish(tap.output)) }
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
      log("saved in \(try file.save(output: output))")
      return EX_OK
    } catch {
      log("not saved: \(error.reason); use this option instead: --output \(output)")
      return EX_CANTCREAT
    }
  }
}
