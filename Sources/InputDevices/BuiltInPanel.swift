public import EventPipeline
internal import Glibc
internal import OperatingSystem

/// The panel that is built into the machine, as the kernel's graphics drivers show it in sysfs.
public enum BuiltInPanel {
  /// The connectors that only panels inside a machine have, in the kernel's words: drm_connector.c. A DSI panel has no
  /// EDID.
  private static let connectors = ["eDP", "LVDS", "DSI", "DPI"]

  /// The size of the panel by its EDID. Nil if there is none, if there are several, or if its EDID has no size.
  ///
  /// - Parameter sysfs: Where sysfs is.
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
    let parts = name.split(separator: "-")
    return parts.count > 2 && parts[0].hasPrefix("card") && connectors.contains(String(parts[1]))
  }

  /// An EDID has at most 256 blocks.
  private static func contents(of path: String) -> [UInt8]? {
    guard let file = try? OwnedFileDescriptor(opening: path, O_RDONLY | O_NONBLOCK) else { return nil }
    return try? readAll(from: file.number, limit: 256 * EDID.blockSize)
  }
}

extension SurveyedDevice {
  /// The size of the panel that the device lies on: a touchscreen that is built in lies on the machine's own panel.
  ///
  /// - Parameter sysfs: Where sysfs is.
  public func panelSize(sysfs: String = "/sys") -> SurfaceSize? {
    guard DeviceClass(description) == .touchscreen, isBuiltIn else { return nil }
    return BuiltInPanel.size(sysfs: sysfs)
  }
}
