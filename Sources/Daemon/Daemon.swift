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
  /// The class of the device that was taken first: when that goes away, a laptop's touchpad must not
  /// stop being a touchpad.
  var takenClass: DeviceClass?
  /// What was last said of devices that cannot be used, so that it is said once.
  var lastComplaint = ""
  /// What was last said of what the daemon does.
  var lastStatus = ""

  var sessionSource: EventSource?
  var retrySource: EventSource?
  var retryDelay: UInt64 = 1
  private var sources: [EventSource] = []

  /// Runs the daemon as the command line asks, until a signal ends it.
  ///
  /// - Parameter arguments: The command line, without the program's name.
  /// - Returns: The status to exit with.
  public static func run(arguments: [String]) -> Int32 {
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
    // A device that is denied now was there before us, so that udev is done with it: it stays denied.
    if let denied = lookForDevice().first(where: \.isDenial) { throw .device(denied) }
    ServiceState.ready(status: status)
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
      case .gone(let path): if session?.device.path == path { end("\(path): the device is gone") }
      }
    }
    if mayBeBack { lookForDevice() }
  }

  private func reload() {
    ServiceState.reloading()
    do throws(DaemonError) {
      settings = try Self.readSettings(configurationPath)
      Journal.notice("the configuration was read again")
      end(nil)
      takenClass = nil
      lookForDevice()
    } catch {
      Journal.error(error.sentence)
      Journal.error("the configuration stays as it was")
    }
    ServiceState.ready(status: status)
  }

  private func stop() {
    Journal.info("stopping")
    ServiceState.stopping()
    end(nil)
    loop.exit(0)
  }
}
