internal import ArgumentParser
internal import Configuration
internal import EventPipeline
internal import Glibc
internal import InputDevices
internal import JoystickModel
internal import Recordings
internal import System

/// The recording of a touch device, ready for use. As in the kernel, events that the device does not support are
/// dropped.
struct RecordedTouch {
  let file: String
  let device: DeviceDescription
  let deviceClass: DeviceClass
  /// Its events, and samples of motion sensors.
  let inputs: [RecordedInput]

  var events: [InputEvent] { inputs.compactMap { if case .event(let event) = $0 { event } else { nil } } }
}

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

  func load() throws -> RecordedTouch {
    var loaded = try Recording.readAloud(path: recording)
    if let device {
      loaded.description = try DescribedDevice.description(in: device)
    }
    guard let description = loaded.description else {
      throw CommandError(
        "\(recording): the recording does not describe its device; name its description with --device",
        status: EX_DATAERR)
    }
    let deviceClass = try DeviceClass(of: description, file: device ?? recording)
    return RecordedTouch(
      file: recording, device: description, deviceClass: deviceClass,
      inputs: loaded.trustworthyInputs.filter { input in
        guard case .event(let event) = input else { return true }
        return description.supports(EventCode(event.type, event.code))
      })
  }
}

extension Recording {
  /// Reads a recording, and prints warnings about skipped parts.
  static func readAloud(path: String) throws(Diagnostic) -> Recording {
    let recording = try read(path: path)
    for warning in recording.warnings { Touchstick.printError(warning.sentence) }
    return recording
  }
}

extension Settings {
  func warnIfUnused(_ device: DeviceDescription, class deviceClass: DeviceClass) {
    if let warning = warningIfUnused(device, class: deviceClass) { Touchstick.printError(warning.sentence) }
  }
}

extension DeviceClass {
  init(of device: DeviceDescription, file: String) throws(CommandError) {
    guard let deviceClass = DeviceClass(device) else {
      throw CommandError(
        "\(file): \(device.name) is not a touchscreen, touchpad or tablet", status: EX_DATAERR)
    }
    self = deviceClass
  }
}

extension CommandError {
  init(noSurface why: SurfaceError, file: String) {
    self.init("\(file): the device cannot be used: \(why.sentence)", status: EX_DATAERR)
  }
}
