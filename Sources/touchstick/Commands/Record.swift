internal import ArgumentParser
internal import EventPipeline
internal import Glibc
internal import InputDevices
internal import System

/// Records a touch device.
struct Record: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Records what a touch device sends, for replay and for bug reports.",
    discussion: """
      It records until Ctrl-C, or for --seconds, in the form that evemu-record writes. A recording shows where you \
      touch the device, and so what you type and draw. If the machine has motion sensors, it also shows how you move it, in \
      lines that begin with #M: and that evemu skips.

      touchstickd releases the device meanwhile: its pads stay and are at rest, and the desktop receives all \
      touches. It uses the device again when the recording ends, in whatever way, and while another user is in front of \
      seat0, unless you are root. Without touchstickd, this command records as well. You need permission to read the \
      device, as root has. If touchstickd uses the device, you must also be root or the user of the active session on \
      seat0.

      Exit status: 0 if the recording was ended by Ctrl-C, a signal or --seconds; 64 if there are several touch \
      devices to choose from; 66 if there is no such device, or it is not a touch device; 74 if the device is gone, or \
      FILE exists or cannot be written; 77 if you are not allowed to read the device, or to make touchstickd release it.
      """)

  @Argument(help: "The file to write; - is the standard output.", completion: .file())
  var file: String

  @Option(
    help: ArgumentHelp(
      "The touch device: its node, such as /dev/input/event5, or its name. The default is the one that touchstickd "
        + "uses, or else the only one.", valueName: "node-or-name"),
    completion: .eventNodes)
  var device: String?

  @Option(help: ArgumentHelp("Ends the recording after this time.", valueName: "seconds"))
  var seconds: Double?

  @Flag(help: "Overwrites the file if it exists.")
  var force = false

  func validate() throws {
    guard seconds.map((0.1...86_400).contains) ?? true else {
      throw ValidationError("--seconds must be 0.1 to 86400.")
    }
  }

  func run() throws {
    try Touchstick.perform {
      let node = try Self.node(device)
      // What cannot be opened need not be released.
      _ = try TouchDevice(opening: node)
      let loop = try EventLoop()
      let rotation = Self.rotation(of: node)
      let release = try Self.release(node, loop)
      defer { withExtendedLifetime(release) {} }
      // Now that it is released: the state of a device that another program has grabbed is not that of this reader.
      let device = try TouchDevice(opening: node).node
      let output = try RecordingFile(file, isForced: force)
      var recorder = try DeviceRecorder(device, to: output)
      Touchstick.printError(
        """
        recording \(device.description.name) (\(node))\(seconds == nil ? ", until Ctrl-C" : "")
        A recording shows where you touch the device, and so what you type and draw: make only the touches that you \
        want to record.
        """)
      let sensors = try RecordedSensors(rotation, loop)
      defer { sensors.end() }
      if !sensors.isEmpty { Touchstick.printError("It also shows how you move this machine.") }
      try recorder.run(in: loop, seconds: seconds, sensors)
    }
  }

  /// Has touchstickd release a device. Nil if it does not use the device, and refuses.
  private static func release(_ node: String, _ loop: EventLoop) throws(BusError) -> PersistentCall? {
    do throws(BusError) {
      return try PersistentCall(holding: .releaseDevice, node, isOptional: true, in: loop)
    } catch {
      let status = try SystemBus().padStatus()
      guard status.devices.contains(where: { $0.node == node }) else { return nil }
      throw error
    }
  }
}

extension Record {
  /// How touchstickd has the device held.
  private static func rotation(of node: String) -> Rotation {
    let device = try? SystemBus().padStatus().devices.first { $0.node == node }
    return device.flatMap { Rotation(rawValue: Int($0.rotation)) } ?? .topUp
  }

  /// The node of the touch device that a command line means.
  ///
  /// - Parameter wanted: A node, a link to one, or a name.
  private static func node(_ wanted: String?) throws(CommandError) -> String {
    let all = SurveyedDevice.all()
    if let wanted, wanted.contains("/") {
      return all.first { $0.path == wanted || $0.links.contains(wanted) }?.path ?? wanted
    }
    let choice = all.filter {
      $0.isTouch && !$0.isOwn && $0.description.name == wanted ?? $0.description.name
    }
    let used = wanted == nil ? Self.used : nil
    guard let device = choice.first(where: { $0.path == used }) ?? choice.first else {
      let sentence =
        wanted.map { "there is no touch device “\($0.printable)”; touchstick devices lists them" }
        ?? "there is no touch device; touchstick devices and sudo touchstick doctor say why"
      throw CommandError("record: \(sentence)", status: EX_NOINPUT)
    }
    guard choice.count == 1 || device.path == used else {
      throw CommandError(
        "record: there are several touch devices; choose one with --device: "
          + choice.map { "\($0.path) (\($0.description.name))" }.joined(separator: ", "),
        status: EX_USAGE)
    }
    return device.path
  }

  /// The only device that touchstickd uses.
  private static var used: String? {
    guard let devices = try? SystemBus().padStatus().devices, devices.count == 1 else { return nil }
    return devices[0].node
  }
}
