internal import Configuration
internal import EventPipeline
internal import InputDevices

extension DeviceMonitor {
  /// The touch devices that the configuration asks for, the one to prefer first.
  ///
  /// Where the configuration leaves the choice, a touchscreen goes before a touchpad, a touchpad before a
  /// tablet, and of those the node with the lowest number.
  ///
  /// - Parameters:
  ///   - settings: What the configuration asks for.
  ///   - isWanted: Which classes to take.
  ///   - refused: Gets why devices that may be the one could not be opened.
  func devices(
    for settings: DeviceSettings, where isWanted: (DeviceClass) -> Bool, refused: inout [DeviceError]
  ) -> [TouchDevice] {
    var devices: [TouchDevice] = []
    for node in nodes() where node.isTouch && !node.isOwn {
      let paths = [node.path] + node.links
      guard settings.path.map(paths.contains) ?? true else { continue }
      do throws(DeviceError) {
        let device = try TouchDevice(opening: node.path)
        guard isWanted(device.deviceClass),
          settings.accepts(device.node.description, class: device.deviceClass)
        else { continue }
        devices.append(device)
      } catch .notATouchDevice {
        // udev's class alone does not make a touch device.
      } catch {
        refused.append(error)
      }
    }
    return DeviceClass.allCases.flatMap { deviceClass in devices.filter { $0.deviceClass == deviceClass } }
  }
}

extension DeviceMonitor {
  /// What keeps us from reading touch devices that may be those that the configuration asks for.
  func denials(for settings: DeviceSettings) -> [DeviceError] {
    var refused: [DeviceError] = []
    _ = devices(for: settings, where: { _ in true }, refused: &refused)
    return refused.filter(\.isDenial)
  }

  /// Whether a device that is open is one that the configuration asks for.
  func has(_ device: TouchDevice, for settings: DeviceSettings) -> Bool {
    guard settings.accepts(device.node.description, class: device.deviceClass) else { return false }
    guard let path = settings.path else { return true }
    let links = nodes().first { $0.path == device.node.path }?.links ?? []
    return ([device.node.path] + links).contains(path)
  }
}

extension DeviceClass {
  /// Whether this class goes before the other where the configuration leaves the choice.
  func isPreferred(to other: DeviceClass) -> Bool {
    Self.allCases.prefix { $0 != other }.contains(self)
  }
}
