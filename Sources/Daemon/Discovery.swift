internal import Configuration
internal import EventPipeline
internal import InputDevices
internal import Glibc

/// What was found when looking for a device to take.
enum Discovery {
  /// The device to take.
  case found(TouchDevice)
  /// No device is what the configuration asks for; some that may be could not be opened, and why.
  case none(refused: [DeviceError])
}

extension DeviceMonitor {
  /// Looks for the touch device that the configuration asks for.
  ///
  /// Where it leaves the choice, a touchscreen goes before a touchpad, a touchpad before a tablet, and of
  /// those the node with the lowest number.
  ///
  /// - Parameters:
  ///   - settings: What the configuration asks for.
  ///   - required: The only class to take, where one is already decided.
  func findDevice(for settings: Settings, only required: DeviceClass?) -> Discovery {
    var best: TouchDevice?
    var refused: [DeviceError] = []
    for node in nodes() where node.isTouch && !node.isOwn {
      do throws(DeviceError) {
        let device = try TouchDevice(opening: node.path)
        guard required == nil || device.deviceClass == required,
          settings.device.accepts(
            device.node.description, class: device.deviceClass, paths: [node.path] + node.links)
        else { continue }
        if best.map({ device.deviceClass.rank < $0.deviceClass.rank }) ?? true { best = device }
      } catch .notATouchDevice {
        // udev's class alone does not make a touch device.
      } catch {
        refused.append(error)
      }
    }
    return best.map(Discovery.found) ?? .none(refused: refused)
  }
}

extension DeviceClass {
  /// The order in which devices are preferred where the configuration leaves the choice.
  fileprivate var rank: Int { Self.allCases.firstIndex(of: self) ?? Self.allCases.count }
}
