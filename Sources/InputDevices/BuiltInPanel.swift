public import EventPipeline
internal import Glibc
internal import OperatingSystem

/// The machine's built-in panel, from the kernel's graphics drivers in sysfs.
public enum BuiltInPanel {
  /// The size of the panel in its EDID. Nil if there is no panel, if there are several, or if the EDID has no size. A
  /// DSI panel has no EDID.
  ///
  /// - Parameter sysfs: The path of sysfs.
  public static func size(sysfs: String = "/sys") -> SurfaceSize? {
    let folder = sysfs + "/class/drm"
    let names = (try? entries(ofFolder: folder)) ?? []
    let connected = names.filter { name in
      isBuiltIn(name) && contents(of: "\(folder)/\(name)/status") == Array("connected\n".utf8)
    }
    guard connected.count == 1, let bytes = contents(of: "\(folder)/\(connected[0])/edid") else { return nil }
    return EDID(bytes)?.size
  }

  /// Whether a name is that of a built-in panel's connector, such as card0-eDP-1.
  private static func isBuiltIn(_ name: String) -> Bool {
    let parts = name.split(separator: "-", maxSplits: 1)
    return parts.count > 1 && parts[0].hasPrefix("card") && Screen.isBuiltIn(connector: parts[1])
  }

  /// An EDID has at most 256 blocks.
  private static func contents(of path: String) -> [UInt8]? {
    guard let file = try? OwnedFileDescriptor(opening: path, O_RDONLY | O_NONBLOCK) else { return nil }
    return try? readAll(from: file.number, limit: 256 * EDID.blockSize)
  }
}

extension SurveyedDevice {
  /// The size of the panel under the device. A built-in touchscreen lies on the machine's built-in panel.
  ///
  /// - Parameter sysfs: The path of sysfs.
  public func panelSize(sysfs: String = "/sys") -> SurfaceSize? {
    guard DeviceClass(description) == .touchscreen, isBuiltIn else { return nil }
    return BuiltInPanel.size(sysfs: sysfs)
  }
}
