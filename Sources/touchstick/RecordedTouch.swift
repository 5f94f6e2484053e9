internal import ArgumentParser
internal import Configuration
internal import EventPipeline
internal import Glibc
internal import InputDevices
internal import JoystickModel
internal import Recordings
internal import System

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
    var recording = try Recording.readAloud(path: recording)
    if let device {
      recording.description = try DescribedDevice.description(in: device)
    }
    guard let description = recording.description else {
      throw CommandError(
        "\(self.recording): the recording does not describe its device; name its description with --device",
        status: 65)
    }
    let deviceClass = try DeviceClass(of: description, file: device ?? self.recording)
    return RecordedTouch(
      file: self.recording, device: description, deviceClass: deviceClass,
      inputs: recording.trustworthyInputs.filter { input in
        guard case .event(let event) = input else { return true }
        return description.supports(EventCode(event.type, event.code))
      })
  }
}

/// A touch device with a known description.
struct DescribedDevice {
  let file: String
  let device: DeviceDescription
  let deviceClass: DeviceClass
  /// The screen under it, as far as it is known.
  let screen: Screen

  /// Reads a file by evemu-describe, a recording that describes its device, or the device itself if the path is that of
  /// a node.
  init(file: String) throws {
    self = Self.isNode(file) ? try Self.ofNode(file) : try Self.described(in: file)
  }

  private init(
    _ file: String, _ device: DeviceDescription, _ deviceClass: DeviceClass, _ screen: Screen = Screen()
  ) {
    (self.file, self.device, self.deviceClass, self.screen) = (file, device, deviceClass, screen)
  }

  private static func described(in file: String) throws -> DescribedDevice {
    let device = try description(in: file)
    return DescribedDevice(file, device, try DeviceClass(of: device, file: file))
  }

  private static func ofNode(_ file: String) throws -> DescribedDevice {
    let survey = SurveyedDevice.all().first { $0.path == file || $0.links.contains(file) }
    do throws(DeviceError) {
      let opened = try TouchDevice(opening: file)
      return DescribedDevice(
        file, opened.node.description, opened.deviceClass, Screen(size: survey?.panelSize()))
    } catch {
      guard error.isDenial else { throw error }
      let used = (try? SystemBus().padStatus())?.devices.first { $0.node == survey?.path }
      guard let survey, let used, let device = DescribedDevice(file: file, survey.description, used) else {
        throw CommandError(
          "\(file): permission denied, and touchstickd does not use it; run the command with sudo", status: 77
        )
      }
      return device
    }
  }

  /// A device that only touchstickd may read: what everybody may know about it, with the surface that touchstickd reports.
  ///
  /// - Parameter description: Without the ranges of the axes.
  init?(file: String, _ description: DeviceDescription, _ used: PadStatus.Device) {
    guard let deviceClass = DeviceClass(rawValue: used.deviceClass),
      let rotation = Rotation(rawValue: Int(used.rotation))
    else { return nil }
    let size = rotation.size(of: SurfaceSize(width: used.width, height: used.height))
    let isStated = SurfaceSizeSource(rawValue: used.sizeSource) == .device
    var device = description
    for (codes, length) in [
      ([EventCode.absX, .absMTPositionX], size.width), ([.absY, .absMTPositionY], size.height),
    ] {
      for code in codes where device.axis(code) != nil {
        device.axes[code.code] = AbsoluteAxis(
          minimum: 0, maximum: Int32((length * 100).rounded()), resolution: isStated ? 100 : 0)
      }
    }
    for code in [EventCode.absPressure, .absMTPressure] where device.axis(code) != nil {
      device.axes[code.code] = AbsoluteAxis(minimum: 0, maximum: 255)
    }
    // How many slots there are, nobody else knows.
    device.axes[EventCode.absMTSlot.code] = nil
    device.codes.remove(.absMTSlot)
    let isKnown = !isStated && used.sizeSource != SurfaceSizeSource.assumption.rawValue
    self.init(file, device, deviceClass, Screen(size: isKnown ? size : nil))
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
      throw CommandError(noSurface: error, file: file)
    }
  }

  static func description(in file: String) throws -> DeviceDescription {
    guard let description = try Recording.readAloud(path: file).description else {
      throw CommandError(
        "\(file): it contains no device description; evemu-describe writes one", status: 65)
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
  func warnIfUnused(_ device: DeviceDescription, class deviceClass: DeviceClass) {
    if let warning = warningIfUnused(device, class: deviceClass) { Touchstick.printError(warning.sentence) }
  }
}

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

extension DeviceClass {
  fileprivate init(of device: DeviceDescription, file: String) throws(CommandError) {
    guard let deviceClass = DeviceClass(device) else {
      throw CommandError("\(file): \(device.name) is not a touchscreen, touchpad or tablet", status: 65)
    }
    self = deviceClass
  }
}

extension CommandError {
  init(noSurface why: SurfaceError, file: String) {
    self.init("\(file): the device cannot be used: \(why.sentence)", status: 65)
  }
}
