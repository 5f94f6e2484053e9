internal import Configuration
internal import EventPipeline
internal import Glibc
internal import InputDevices

/// The daemon: one configuration, one touch device at a time, one pad.
public final class Daemon {
  private static let usualConfiguration = "/etc/touchstick"

  private let configurationPath: String?
  let loop: EventLoop
  let monitor: DeviceMonitor
  var settings: Settings

  /// /dev/uinput, until the pad is made of it.
  var uinput: Uinput?
  /// Made with the first touch device, and then kept: few games notice a pad that comes back.
  var pad: VirtualDevice?
  var session: Session?
  /// The class of the device that was taken last.
  var takenClass: DeviceClass?
  /// What was said of devices that cannot be used, so that it is said once.
  var complaints: Set<String> = []
  /// What was last said of what the daemon does.
  var lastStatus = ""

  var sessionSource: EventSource?
  /// Set to the deadline of the session.
  var deadlineTimer: Timer?
  var retrySource: EventSource?
  var retryDelay: UInt64 = 1
  private var sources: [EventSource] = []

  /// Runs the daemon as the command line asks, until a signal ends it.
  ///
  /// - Parameter arguments: The command line, without the program's name.
  /// - Returns: The status to exit with.
  public static func run(arguments: [String]) -> Int32 {
    secureStandardStreams()
    do throws(DaemonError) {
      switch try Options.parse(arguments) {
      case .help: print(Options.helpText, terminator: "")
      case .version: print("touchstickd \(touchstickVersion)")
      case .run(let configuration): return try Daemon(configurationPath: configuration).run()
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

  private init(configurationPath: String?) throws(DaemonError) {
    self.configurationPath = configurationPath
    settings = try Self.readSettings(configurationPath)
    loop = try EventLoop()
    uinput = try DaemonError.device { () throws(DeviceError) in try Uinput() }
    monitor = try DaemonError.device { () throws(DeviceError) in try DeviceMonitor() }
  }

  private func run() throws(DaemonError) -> Int32 {
    sources = [
      try loop.whenSignalled(SIGTERM) { [unowned self] in stop() },
      try loop.whenSignalled(SIGINT) { [unowned self] in stop() },
      try loop.whenSignalled(SIGHUP) { [unowned self] in reload() },
      try loop.whenReadable(monitor.fileDescriptor) { [unowned self] in takeChanges() },
    ]
    deadlineTimer = try loop.timer { [unowned self] in read() }
    let problems = takeDevice()
    if let problem = problems.first(where: \.isPermanent) { throw problem }
    report(problems)
    if !loop.isExiting { ServiceState.ready(status: status) }
    return try loop.run()
  }

  private static func readSettings(_ path: String?) throws(DaemonError) -> Settings {
    guard let path = path ?? (unsafe access(usualConfiguration, F_OK) == 0 ? usualConfiguration : nil) else {
      return Settings()
    }
    do throws(ConfigurationError) {
      return try Settings.read(fileOrFolder: path)
    } catch {
      throw .configuration(error)
    }
  }

  private func takeChanges() {
    var mayBeBack = false
    while let change = monitor.next() {
      switch change {
      case .ready(let node): mayBeBack = mayBeBack || (node.isTouch && !node.isOwn)
      case .gone(let path):
        guard session?.device.node.path == path else { continue }
        end(DeviceError.cannotRead(node: path, errno: ENODEV).sentence)
        mayBeBack = true
      case .lost: mayBeBack = true
      }
    }
    if mayBeBack { lookForDevice() }
  }

  private func reload() {
    ServiceState.reloading()
    do throws(DaemonError) {
      try change(to: try Self.readSettings(configurationPath))
      Journal.notice("the configuration was read again")
    } catch {
      Journal.error(error.sentence)
      Journal.error("the configuration stays as it was")
    }
    if !loop.isExiting { ServiceState.ready(status: status) }
  }

  /// Goes over to other settings, or leaves everything as it was.
  ///
  /// A device that is taken before and after stays open, so that it is never given back under a finger.
  private func change(to new: Settings) throws(DaemonError) {
    let kept = session.flatMap { session -> Session? in
      let device = session.device
      let isSame =
        new.device.path == settings.device.path
        && new.device.accepts(device.node.description, class: device.deviceClass)
        && new.gamepad.description == settings.gamepad.description
      return isSame ? session : nil
    }
    if let kept {
      let (pipeline, _) = try makePipeline(for: kept.device, new)
      settings = new
      return inSession { () throws(DeviceError) in
        try kept.change(to: pipeline, grabs: new.device.grab)
      }
    }
    end(nil)
    if new.gamepad.description != settings.gamepad.description { pad = nil }
    settings = new
    takenClass = nil
    lookForDevice()
  }

  private func stop() {
    Journal.info("stopping")
    ServiceState.stopping()
    end(nil)
    loop.exit(0)
  }
}
