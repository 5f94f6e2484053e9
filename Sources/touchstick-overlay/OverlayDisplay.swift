internal import Drawing
internal import Glibc
internal import System
internal import EventPipeline
internal import Display

/// What the overlay is shown on: a Wayland compositor or an X server.
protocol OverlayDisplay: AnyObject {
  /// Is readable when ``read()`` has something to do.
  var fileDescriptor: Int32 { get }

  /// Processes what the display has sent.
  func read() throws(OverlayError)

  /// Shows what the ``OverlayPainter`` wants now, where it wants it, as soon as the display is ready for a frame.
  func update() throws(OverlayError)

  /// Has the next ``update()`` draw everything anew, on the output that is wanted then.
  func forget()

  /// Frees memory for changes that was not needed since the last call.
  func discardSpareBuffers()

  /// The last change on one of these outputs for which the display has not asked for the next frame; nil if there is none.
  ///
  /// - Parameter screens: Their places among ``OverlayPainter/choices(among:mapping:)``.
  func awaitedFrame(on screens: [Int]) -> AwaitedFrame?

  /// Has the display ask for the next frame, although nothing changes.
  func requestFrame()

  /// Calls the handler when the display has processed all requests so far.
  func ping(_ answered: @escaping () -> Void)
}

extension OverlayDisplay {
  func discardSpareBuffers() {}
  // X asks for no frames.
  func awaitedFrame(on screens: [Int]) -> AwaitedFrame? { nil }
  func requestFrame() {}
  func ping(_ answered: @escaping () -> Void) {}
}

/// Who knows what the overlay shows.
protocol OverlayPainter: AnyObject {
  /// The indices of the outputs to show it on.
  ///
  /// - Parameters:
  ///   - names: The names of all outputs.
  ///   - mapping: ``SessionDisplay/output(mappedFrom:)``
  func choices(among names: [String?], mapping: (_ nodes: [String]) -> String?) -> [Int]

  /// Whether there is something to show. Otherwise there is no window.
  var hasPicture: Bool { get }

  /// The picture for an output; nil if there is nothing to show.
  ///
  /// - Parameter screen: The output's place among ``choices(among:mapping:)``.
  func picture(on output: OutputPicture, screen: Int) -> OverlayPicture?

  /// The part of the picture that receives touches, where not all of it does; nil is none.
  func touchArea(on output: OutputPicture) -> PixelRectangle?

  /// Whether a control is touched, so that the picture changes all the time.
  var isInUse: Bool { get }

  /// Are called before and after the display shows the picture, and after it has been read.
  func willUpdate()
  func didUpdate()
  func didRead()

  /// Whether nobody sees what is shown. It stays as it is until the display asks for a frame.
  var isHidden: Bool { get }

  /// Is called when logind asks for a lock of the session, which nobody may report, or the system is about to sleep.
  func lockFollows()

  /// Is called when the display reports that a lock screen covers the session, and when that is gone.
  func setLocked(_ isLocked: Bool)

  /// Whether all touches are for the overlay, instead of the windows below it.
  var receivesTouches: Bool { get }

  /// Handles a touch.
  ///
  /// - Parameter id: The finger's number.
  func touch(_ touch: DisplayTouch, by id: Int)
}

extension OverlayPainter {
  func touchArea(on output: OutputPicture) -> PixelRectangle? { nil }
  func willUpdate() {}
  func didUpdate() {}
  func didRead() {}
  var isInUse: Bool { false }
  var isHidden: Bool { false }
  func setLocked(_ isLocked: Bool) {}
  func lockFollows() {}
  var receivesTouches: Bool { false }
  func touch(_ touch: DisplayTouch, by id: Int) {}
}

/// What a finger does, or a pointer with a button that is down.
enum DisplayTouch {
  case began(PixelPoint, OutputPicture, output: String?)
  case moved(PixelPoint, OutputPicture)
  case ended
  /// All fingers are gone, and what they did does not count.
  case cancelled
}

/// A change that the display has yet to show.
struct AwaitedFrame: Equatable {
  /// Counts the changes of this output.
  let number: Int
  /// The output's place among ``OverlayPainter/choices(among:mapping:)``.
  let screen: Int
}

/// Who shows something on one output.
protocol OneOutputPainter: OverlayPainter {
  /// The output that the user wants.
  var wantedOutput: String? { get }

  /// The event node of the touchscreen that it is for.
  var deviceNode: String? { get }

  /// Is called when an output was chosen, with its name and the reason; nil if none could be chosen, which was announced.
  func use(output phrase: String?)
}

extension OneOutputPainter {
  func use(output phrase: String?) {}

  /// One output: the one that the user wants, or the one that the touchscreen is mapped to, or the built-in one, or the
  /// only one. None, with a note, if none or several are possible.
  func choices(among names: [String?], mapping: (_ nodes: [String]) -> String?) -> [Int] {
    choice(among: names, mapping: mapping)
  }

  func choice(among names: [String?], mapping: (_ nodes: [String]) -> String?) -> [Int] {
    guard let (index, why) = choice(among: names, mapping) else {
      use(output: nil)
      return []
    }
    use(output: names[index].map { "\($0), \(why)" } ?? why)
    return [index]
  }

  private func choice(among names: [String?], _ mapping: ([String]) -> String?) -> (Int, why: String)? {
    guard !names.isEmpty else {
      announce("there is no output to show the controls on")
      return nil
    }
    let list = names.compactMap(\.self).joined(separator: ", ")
    if let wantedOutput {
      let index = names.firstIndex(of: wantedOutput)
      if index == nil {
        announce("there is no output \(wantedOutput); choose one of these: \(list)")
      }
      return index.map { ($0, "the one that you chose") }
    }
    let choice = names.output(ofTouchscreen: deviceNode, mapping)
    if choice == nil, names.count > 1 {
      announce("several outputs are possible; choose one with --find-output or --output: \(list)")
    }
    return choice
  }
}

/// Why there is no overlay.
enum OverlayError: Error, Equatable {
  case display(DisplayError)
  /// The compositor lacks what an overlay needs.
  case missing(String)
  /// The X server lacks what an overlay needs.
  case lacking(String)
  /// There is no compositing manager on the X server.
  case notComposited
  /// gamescope shows another program's overlay, and has no place for two.
  case slotTaken
  /// This version of GNOME would let the overlay take all touches; nil is an unknown one, which may do so.
  case oldGNOME(String?)
  /// There is not enough memory for a picture.
  case noMemory

  /// What has happened, in one sentence.
  var sentence: String {
    switch self {
    case .display(let error): error.sentence
    case .missing(let what):
      "this compositor has no overlays for programs (\(what)), and DISPLAY does not name an XWayland to use instead"
    case .lacking(let what): "the X server lacks \(what), which an overlay needs"
    case .notComposited:
      "the X server has no compositing manager, so the overlay would hide the game; switch on compositing in the settings "
        + "of the window manager (Xfce: Window Manager Tweaks, Compositor), or start picom"
    case .slotTaken:
      "gamescope has only one overlay, which is another program's; end that one, such as mangoapp"
    case .oldGNOME(nil):
      "the session bus does not report the version of GNOME, and one before 44.9 would send all touches to the "
        + "overlay instead of the game; run the overlay as the user of the session"
    case .oldGNOME(let version?):
      "GNOME \(version) would send all touches to the overlay instead of the game; it needs GNOME 44.9 or newer"
    case .noMemory: "there is not enough memory for the picture"
    }
  }

  /// Does some work with a connection to the display.
  static func of<Value>(_ work: () throws(DisplayError) -> Value) throws(OverlayError) -> Value {
    do throws(DisplayError) { return try work() } catch { throw .display(error) }
  }
}

/// Connects to the session's display: the Wayland compositor in WAYLAND_DISPLAY, or else the X server in DISPLAY. A
/// compositor without layers may have an X server that shows windows above all others. Returns nil, with a note, if
/// there can be no overlay.
func openOverlayDisplay(_ painter: any OverlayPainter, _ images: ImageLibrary) -> (any OverlayDisplay)? {
  let x = environment("DISPLAY")
  do throws(OverlayError) {
    if let name = environment("WAYLAND_DISPLAY") {
      do throws(OverlayError) {
        return try WaylandOverlay(name, painter, images)
      } catch {
        guard case .missing = error, x != nil else { throw error }
      }
    }
    guard let x else { throw .display(.none) }
    let display = try XOverlay(x, painter, images)
    // The session bus does not answer everybody: not root, for example.
    let version = shellVersion()
    if version?.stealsTouches ?? (display.windowManager == "GNOME Shell") { throw .oldGNOME(version?.text) }
    return display
  } catch {
    announce(error.sentence)
    return nil
  }
}

/// The end of a feed that messages come out of.
final class FeedSocket {
  private let file: OwnedFileDescriptor

  /// Why no more messages come.
  enum End: Error, Equatable {
    /// The daemon has hung up.
    case hangUp
    case failed(SystemError)
    /// It is of another version of touchstick, or damaged.
    case wrong(FeedError)
  }

  /// - Parameter file: A socket of type SOCK_SEQPACKET.
  init(_ file: consuming OwnedFileDescriptor) { self.file = file }

  var fileDescriptor: Int32 { file.number }

  /// Reads a message; nil if none is there yet.
  func read() throws(End) -> FeedMessage? {
    let packet: [UInt8]?
    do throws(SystemError) {
      packet = try readPacket(from: file.number, limit: FeedBuffer.capacity)
    } catch {
      throw .failed(error)
    }
    guard let packet else { return nil }
    guard !packet.isEmpty else { throw .hangUp }
    do throws(FeedError) {
      return try FeedMessage(packet)
    } catch {
      throw .wrong(error)
    }
  }
}
