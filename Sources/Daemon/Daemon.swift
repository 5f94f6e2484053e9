internal import CMalloc
internal import Configuration
internal import EventPipeline
internal import Glibc
internal import InputDevices

/// The daemon: for each configuration file a pad, and the touch devices that the pads are on.
public final class Daemon {
  private static let usualConfiguration = "/etc/touchstick"

  let configurationPaths: [String]
  let loop: EventLoop
  let monitor: DeviceMonitor
  /// In the order of their files, which is that of their priority on a surface that they share.
  var players: [Player]
  var sessions: [Session] = []
  /// Whether the pads are to be on.
  var isOn = true

  var suspendClock = SuspendClock()
  /// /dev/uinput, until the first pad is made of it.
  var uinput: Uinput?
  /// What was said of devices that cannot be used, so that it is said once.
  var complaints: Set<String> = []
  /// What was said of the configuration as it is, so that it is said once.
  var warnings: Set<String> = []
  /// Why the files as they are now are not taken, in a line; nil when they are.
  var refusal: String?
  /// What was last said of what the daemon does.
  var lastStatus = ""
  /// What the daemon last waited for.
  var lastWaits: [String] = []

  /// Whether a player whose surface was touched may find a better device when it is not.
  var looksWhenUntouched = false
  var retrySource: EventSource?
  var retryDelay: UInt64 = 1
  var watches: [FolderWatch] = []
  /// Set for when the files have changed.
  var reloadTimer: Timer?
  var isReloadDue = false
  private var sources: [EventSource] = []
  /// Gives the system back what devices and configurations that are gone have left in the heap, of which malloc keeps
  /// the pages, and breaks them up further with each device of another size.
  private(set) var trimming: EventSource?

  /// Runs the daemon as the command line asks, until a signal ends it.
  ///
  /// - Parameter arguments: The command line, without the program's name.
  /// - Returns: The status to exit with.
  public static func run(arguments: [String]) -> Int32 {
    secureStandardStreams()
    EventLoop.block([SIGTERM, SIGINT, SIGHUP, SIGUSR1])
    do throws(DaemonError) {
      switch try Options.parse(arguments) {
      case .help: print(Options.helpText, terminator: "")
      case .version: print("touchstickd \(touchstickVersion)")
      case .run(let configurations): return try Daemon(configurationPaths: configurations).run()
      }
      return 0
    } catch {
      Journal.error(error.sentence)
      return error.exitStatus
    }
  }

  /// Whoever reads our messages may go away, and a stream may have been closed before we came: neither
  /// must end the daemon, or have its messages written into a device that got the stream's number.
  private static func secureStandardStreams() {
    signal(SIGPIPE, SIG_IGN)
    var opened: Int32
    repeat { opened = unsafe open("/dev/null", O_RDWR) } while (0...STDERR_FILENO).contains(opened)
    close(opened)
  }

  private init(configurationPaths: [String]) throws(DaemonError) {
    self.configurationPaths = configurationPaths
    players = try Self.readSettings(configurationPaths).map(Player.init)
    loop = try EventLoop()
    monitor = try DaemonError.device { () throws(DeviceError) in try DeviceMonitor() }
    do throws(DeviceError) {
      uinput = try Uinput()
    } catch {
      // Who mends that is to know of the rest, too.
      for denial in players.flatMap({ monitor.denials(for: $0.settings.device) }) {
        complain(of: .device(denial))
      }
      throw .device(error)
    }
  }

  private func run() throws(DaemonError) -> Int32 {
    sources = [
      try loop.whenSignalled(SIGTERM) { [unowned self] in stop() },
      try loop.whenSignalled(SIGINT) { [unowned self] in stop() },
      try loop.whenSignalled(SIGHUP) { [unowned self] in reload(isAsked: true) },
      try loop.whenSignalled(SIGUSR1) { [unowned self] in setPads(on: !isOn) },
      try loop.whenReadable(monitor.fileDescriptor) { [unowned self] in takeChanges() },
      try loop.whenClockIsSet { [unowned self] in startAnewAfterSuspend() },
    ]
    trimming = try loop.whenIdle { malloc_trim(0) }
    reloadTimer = try loop.timer { [unowned self] in reload(isAsked: false) }
    watchConfiguration()
    let problems = takeDevices()
    if let problem = problems.first(where: \.isConfiguration) { throw problem }
    report(problems)
    if !loop.isExiting { ServiceState.ready(status: status) }
    return try loop.run()
  }

  /// The files and folders that are asked for, or else the usual place.
  static func paths(_ asked: [String]) -> [String] { asked.isEmpty ? [usualConfiguration] : asked }

  /// - Parameter isOptional: Whether there need be none in the usual place.
  private static func readSettings(
    _ asked: [String], isOptional: Bool = true
  ) throws(DaemonError) -> [Settings] {
    let paths = paths(asked)
    if asked.isEmpty, isOptional, unsafe access(usualConfiguration, F_OK) != 0 { return [Settings()] }
    let files = ConfigurationFiles(paths)
    for warning in files.permissionWarnings() { Journal.warning(warning.sentence) }
    if let error = files.error { throw .configuration(error) }
    return files.settings
  }

  private func takeChanges() {
    var mayBeBack = false
    while let change = monitor.next() {
      switch change {
      case .ready(let node): mayBeBack = mayBeBack || (node.isTouch && !node.isOwn)
      case .lost: mayBeBack = true
      }
    }
    if mayBeBack { lookForDevices() }
  }

  /// Reads the configuration again.
  ///
  /// - Parameter isAsked: Whether somebody asks for it, and is told, be it that nothing has changed.
  private func reload(isAsked: Bool) {
    isReloadDue = false
    watchConfiguration()
    ServiceState.reloading()
    do throws(DaemonError) {
      // Who removes the files does not ask for other devices, which a daemon without any would take.
      let settings = try Self.readSettings(
        configurationPaths, isOptional: players.allSatisfy { $0.settings.fileName == nil })
      let isOther = isOther(settings)
      if isOther || isAsked { try change(to: settings) }
      if isOther || isAsked || refusal != nil { Journal.notice("the configuration was read again") }
      refusal = nil
    } catch {
      Journal.error(error.sentence)
      Journal.error("the configuration stays as it was")
      refusal = error.sentence.split(separator: "\n").first.map(String.init)
    }
    lastStatus = status
    if !loop.isExiting { ServiceState.ready(status: status) }
  }

  private func stop() {
    Journal.info("stopping")
    ServiceState.stopping()
    for session in sessions { end(session) }
    loop.exit(0)
  }
}
