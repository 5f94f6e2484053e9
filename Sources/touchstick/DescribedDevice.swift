internal import Configuration
internal import EventPipeline
internal import Glibc
internal import InputDevices
internal import JoystickModel
internal import Recordings
internal import System

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
          "\(file): permission denied, and touchstickd does not report it; run the command with sudo",
          status: EX_NOPERM
        )
      }
      return device
    }
  }

  /// A device that only touchstickd may read: what everybody may know about it, and axes that make its surface as large as
  /// the one that touchstickd reports.
  ///
  /// - Parameter description: Without the ranges of the axes.
  init?(file: String, _ description: DeviceDescription, _ used: PadStatus.Device) {
    guard let deviceClass = DeviceClass(rawValue: used.deviceClass),
      let rotation = Rotation(rawValue: Int(used.rotation))
    else { return nil }
    // touchstickd reports the size as the user sees it. The axes are not rotated.
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
    // Any range: here it matters only whether there is pressure.
    for code in [EventCode.absPressure, .absMTPressure] where device.axis(code) != nil {
      device.axes[code.code] = AbsoluteAxis(minimum: 0, maximum: 255)
    }
    // How many slots there are, nobody else knows.
    device.axes[EventCode.absMTSlot.code] = nil
    device.codes.remove(.absMTSlot)
    // So does a size of the configuration, unless the checked file has another one.
    let isOfScreen = !isStated && used.sizeSource != SurfaceSizeSource.assumption.rawValue
    self.init(file, device, deviceClass, Screen(size: isOfScreen ? size : nil))
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
        "\(file): it contains no device description; evemu-describe writes one", status: EX_DATAERR)
    }
    return description
  }
}
