internal import ArgumentParser
internal import Configuration
internal import Diagnostics
internal import EventPipeline
internal import Glibc
internal import InputDevices
internal import Recordings

/// A recording and its device, as the command line names them.
struct RecordingArguments: ParsableArguments {
  @Argument(
    help:
      "A recording by “touchstick record”, evemu-record or “libinput record”; - is the standard input.",
    completion: .file())
  var recording: String

  @Option(
    help: ArgumentHelp(
      "The device of the recording, if the recording does not describe it: a file written by evemu-describe, or "
        + "another recording that describes the device.", valueName: "description"),
    completion: .file())
  var device: String?

  /// Reads both files.
  func load() throws -> RecordedTouch {
    var recording = try Recording.readAloud(path: recording)
    if let device {
      recording.description = try DescribedDevice.description(in: device)
    }
    guard let description = recording.description else {
      throw UnusableRecording.needsDescription(file: self.recording)
    }
    guard let deviceClass = DeviceClass(description) else {
      throw UnusableRecording.notATouchDevice(file: device ?? self.recording, name: description.name)
    }
    return RecordedTouch(
      file: self.recording, device: description, deviceClass: deviceClass,
      events: recording.trustworthyEvents.filter {
        description.supports(EventCode($0.type, $0.code))
      })
  }
}

/// A touch device with a known description.
struct DescribedDevice {
  let file: String
  let device: DeviceDescription
  let deviceClass: DeviceClass
  /// The screen under it, as far as it is known.
  private(set) var screen = Screen()

  /// Reads a file by evemu-describe, a recording that describes its device, or the device itself if the path is that of
  /// a node.
  init(file: String) throws {
    self.file = file
    if Self.isNode(file) {
      let opened = try TouchDevice(opening: file)
      (device, deviceClass) = (opened.node.description, opened.deviceClass)
      let survey = SurveyedDevice.all().first { $0.path == file || $0.links.contains(file) }
      screen.size = survey?.panelSize()
      return
    }
    device = try Self.description(in: file)
    guard let deviceClass = DeviceClass(device) else {
      throw UnusableRecording.notATouchDevice(file: file, name: device.name)
    }
    self.deviceClass = deviceClass
  }

  private static func isNode(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFCHR
  }

  /// Its surface, with this configuration.
  func surface(_ settings: DeviceSettings) throws -> Surface {
    do throws(SurfaceError) {
      return try settings.surface(of: device, class: deviceClass, on: screen)
    } catch {
      throw UnusableRecording.noSurface(file: file, error)
    }
  }

  static func description(in file: String) throws -> DeviceDescription {
    guard let description = try Recording.readAloud(path: file).description else {
      throw UnusableRecording.noDescription(file: file)
    }
    return description
  }
}

extension Recording {
  /// Reads a recording, and prints warnings about skipped parts.
  fileprivate static func readAloud(path: String) throws(Diagnostic) -> Recording {
    let recording = try read(path: path)
    for warning in recording.warnings { Touchstick.printError(warning.sentence) }
    return recording
  }
}

extension Settings {
  /// Prints a warning if the daemon would not use a device with these settings.
  func mentionUnlessTaken(_ device: DeviceDescription, class deviceClass: DeviceClass, file: String) {
    guard !self.device.accepts(device, class: deviceClass) else { return }
    Touchstick.printError(
      "\(file): touchstickd would not use \(device.name), a \(deviceClass): the configuration asks for "
        + self.device.wanted)
  }
}

/// The recording of a touch device, ready for use. As in the kernel, events that the device does not support are
/// dropped.
struct RecordedTouch {
  let file: String
  let device: DeviceDescription
  let deviceClass: DeviceClass
  let events: [InputEvent]
}

/// Why a well-formed recording cannot be used.
enum UnusableRecording: Error {
  case needsDescription(file: String)
  case noDescription(file: String)
  case notATouchDevice(file: String, name: String)
  case noSurface(file: String, SurfaceError)

  var sentence: String {
    switch self {
    case .needsDescription(let file):
      "\(file): the recording does not describe its device; name its description with --device"
    case .noDescription(let file):
      "\(file): it contains no device description; evemu-describe writes one"
    case .notATouchDevice(let file, let name):
      "\(file): \(name) is not a touchscreen, touchpad or tablet"
    case .noSurface(let file, let why): "\(file): the device cannot be used: \(why.sentence)"
    }
  }
}
