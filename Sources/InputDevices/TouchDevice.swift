public import EventPipeline

/// An open touchscreen, touchpad or tablet of the kernel.
public struct TouchDevice {
  /// Its node.
  public let node: EventNode
  /// Its class.
  public let deviceClass: DeviceClass
  /// The size of the panel under it; nil if it is unknown.
  public let panelSize: SurfaceSize?

  /// Opens a touch device.
  ///
  /// - Parameters:
  ///   - path: The path of its node.
  ///   - mayWrite: As for ``EventNode/init(opening:mayWrite:)``.
  ///   - panelSize: The size of the panel under it: ``SurveyedDevice/panelSize(sysfs:)``.
  /// - Throws: ``DeviceError/cannotOpen(node:errno:)``, ``DeviceError/notAnEventNode(node:errno:)`` or
  ///   ``DeviceError/notATouchDevice(node:name:)``.
  public init(
    opening path: String, mayWrite: Bool = false, panelSize: SurfaceSize? = nil
  ) throws(DeviceError) {
    node = try EventNode(opening: path, mayWrite: mayWrite)
    guard let deviceClass = DeviceClass(node.description) else {
      throw .notATouchDevice(node: path, name: node.description.name)
    }
    self.deviceClass = deviceClass
    self.panelSize = panelSize
  }
}
