internal import Configuration
internal import EventPipeline
internal import System

/// The request of a call.
enum BusRequest: Sendable {
  case set(on: Bool)
  case toggle
  /// The session's screen has changed: its rotation, and the size that the session reports.
  case screen(Screen)
  /// The settings are those of the layout, as soon as it is read; nil for an empty one. The pad is that of the configuration
  /// file in this place.
  case use(LayoutRequest, Settings? = nil, pad: Int = 0)
  /// The same, as soon as nothing touches a device.
  case schedule(LayoutRequest, Settings? = nil)
  /// Pads stay on, with a layout, until the caller leaves the bus.
  case claim(LayoutRequest, Settings? = nil)
  /// A touch device that the daemon does not use until the caller leaves the bus, by its node.
  case releaseDevice(String)
  /// The caller has left the bus.
  case release
  /// The pads stay off, as after a lock, until somebody switches them.
  case lock
  /// All pads are removed and made anew, as if somebody had unplugged them.
  case replug
  /// A file that reports what the controls do.
  case watch(withMenu: Bool)
  /// A file that reports how to shake the session's motor.
  case playRumble
}

extension BusRequest {
  /// Whether what it asks for ends when the caller leaves the bus.
  var lastsAsLongAsCaller: Bool {
    switch self {
    case .claim, .releaseDevice: true
    case .set, .toggle, .screen, .use, .schedule, .release, .lock, .replug, .watch, .playRumble: false
    }
  }

  /// Whether a layout that does not fit is an error.
  var isChecked: Bool {
    switch self {
    case .use, .schedule, .claim: true
    case .set, .toggle, .screen, .releaseDevice, .release, .lock, .replug, .watch, .playRumble: false
    }
  }

  var isClaim: Bool { if case .claim = self { true } else { false } }

  var returnsFile: Bool {
    switch self {
    case .watch, .playRumble: true
    default: false
    }
  }

  /// Whether a caller can switch pads with it again and again, so that its rate has a limit.
  var isSwitch: Bool {
    switch self {
    case .set, .toggle, .claim: true
    default: false
    }
  }

  /// Whether the caller has switched pads on just now, and so has unlocked the session.
  func switchesOn(_ caller: BusCaller) -> Bool {
    switch self {
    case .set(true), .claim: !caller.isAutomatic
    default: false
    }
  }

  /// Whether it may end the wait after a lock.
  func maySwitchOn(_ caller: BusCaller) -> Bool {
    if case .toggle = self { true } else { switchesOn(caller) }
  }

  /// The layout that it is about, to be read; nil for other requests.
  var layout: LayoutRequest? {
    switch self {
    case .use(let layout, _, _), .schedule(let layout, _), .claim(let layout, _): layout
    default: nil
    }
  }

  func with(_ settings: Settings?) -> BusRequest {
    switch self {
    case .use(let layout, _, let pad): .use(layout, settings, pad: pad)
    case .schedule(let layout, _): .schedule(layout, settings)
    case .claim(let layout, _): .claim(layout, settings)
    default: self
    }
  }
}

extension LayoutRequest {
  /// In bytes.
  var textSize: Int { name.utf8.count + (text?.utf8.count ?? 0) }
}

/// The sender of a call.
struct BusCaller: Equatable, Sendable {
  /// The unique name on the bus, which nobody else ever has.
  let name: String
  let user: UInt32
  /// Nil if the bus does not know it.
  var process: UInt32?
  /// The user's session in front of seat0, by logind's name; nil without one.
  var session: String?
  /// Whether the program calls by itself, such as again after a restart or a refusal, and nobody may be there.
  var isAutomatic = false

  static func == (one: BusCaller, other: BusCaller) -> Bool { one.name == other.name }
}

/// The answer to a request.
enum BusReply: Sendable {
  case refused(BusRefusal)
  /// The file is the result of ``BusRequest/watch`` and ``BusRequest/playRumble``.
  case done(BusFile?)

  /// The result of what a request asks for.
  init(_ perform: () throws(BusRefusal) -> BusFile?) {
    do { self = .done(try perform()) } catch { self = .refused(error) }
  }
}

/// A file for a caller.
final class BusFile: Sendable {
  let file: OwnedFileDescriptor

  init(_ file: consuming OwnedFileDescriptor) { self.file = file }
}

/// The reason why a call is refused.
struct BusRefusal: Error {
  let error: PadsInterface.Refusal
  let sentence: String

  init(_ error: PadsInterface.Refusal, _ sentence: String? = nil) {
    self.error = error
    self.sentence = sentence ?? error.sentence
  }

  /// The first errors of a layout, because a message should not contain a thousand.
  init(_ error: ConfigurationError) {
    let isUnknown = error.diagnostics.contains { $0.code == "no-profile" }
    self.init(
      isUnknown ? .noProfile : .badLayout,
      error.diagnostics.prefix(Self.maxMistakes).map(\.sentence).joined(separator: "\n"))
  }

  private static let maxMistakes = 10
}

extension BusRequest {
  /// The request of a call.
  ///
  /// - Throws: ``BusRefusal`` if the arguments are invalid.
  init(_ method: PadsInterface.Method, reading message: borrowing BusMessage) throws(BusRefusal) {
    switch method {
    case .on: self = .set(on: true)
    case .off: self = .set(on: false)
    case .toggle: self = .toggle
    case .lock: self = .lock
    case .replug: self = .replug
    case .reportScreen:
      let rotation = (try? message.readUInt32()).flatMap { Rotation(rawValue: Int(clamping: $0)) }
      guard let rotation else { throw BusRefusal(.noRotation) }
      self = .screen(Screen(sessionSize: message.nextSize, rotation: rotation))
    case .useProfile: self = .use(LayoutRequest(name: try message.nextText()))
    case .useLayout:
      self = .use(LayoutRequest(name: try message.nextText(), text: try message.nextText()))
    case .useLayoutOn:
      let layout = try message.nextLayout()
      guard let number = try? message.readUInt32(), number > 0 else { throw BusRefusal(.noPad) }
      self = .use(layout, pad: Int(number) - 1)
    case .scheduleLayout: self = .schedule(try message.nextLayout())
    case .claim: self = .claim(try message.nextLayout())
    case .watch: self = .watch(withMenu: false)
    case .watchWithMenu: self = .watch(withMenu: true)
    case .playRumble: self = .playRumble
    case .releaseDevice: self = .releaseDevice(try message.nextText())
    }
  }
}

extension BusMessage {
  fileprivate borrowing func nextText() throws(BusRefusal) -> String {
    let text = (try? readString()) ?? ""
    guard text.utf8.count <= PadsInterface.maxLayoutBytes else { throw BusRefusal(.tooLarge) }
    return text
  }

  /// A text with a name for it, or without a text a profile by its name.
  fileprivate borrowing func nextLayout() throws(BusRefusal) -> LayoutRequest {
    let (name, text) = (try nextText(), try nextText())
    return LayoutRequest(name: name, text: text.isEmpty ? nil : text)
  }

  /// Nil for one that no surface has, such as 0.
  fileprivate var nextSize: SurfaceSize? {
    guard let width = try? readDouble(), let height = try? readDouble() else { return nil }
    let size = SurfaceSize(width: width, height: height)
    return size.isPlausible ? size : nil
  }
}

extension PadsInterface.Refusal {
  fileprivate var sentence: String {
    switch self {
    case .notAllowed:
      "only root and the user of the active session on seat0 may use the pads"
    case .noMenu: "the configuration allows no menu (menu = false)"
    case .noProfile: "there is no such profile"
    case .badLayout: "the layout has an error"
    case .noPad: "there is no configuration file for a pad with this number"
    case .tooLarge: "a layout has at most \(PadsInterface.maxLayoutBytes) bytes"
    case .tooManyClaims: "a user has at most \(PadsInterface.maxClaims) claims"
    case .tooManyWatchers: "at most \(PadsInterface.maxWatchers) programs of a user may watch"
    case .noFeed: "touchstickd cannot open a feed, for example because it has too many files open"
    case .noDevice: "there is no such touch device"
    case .noRotation: "a screen is rotated by 0, 90, 180 or 270 degrees"
    case .tooManyCalls:
      "a user has \(UserBudget.callsPerSecond) calls a second; call again later"
    }
  }
}
