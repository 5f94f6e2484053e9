public import EventPipeline

/// A touchscreen, touchpad or tablet of the kernel, open for reading.
public struct TouchDevice {
  /// Its node.
  public let node: EventNode
  /// Its class.
  public let deviceClass: DeviceClass

  /// Opens a touch device by the path of its node.
  ///
  /// - Throws: ``DeviceError/cannotOpen(node:errno:)``, ``DeviceError/notAnEventNode(node:errno:)`` or
  ///   ``DeviceError/notATouchDevice(node:name:)``.
  public init(opening path: String) throws(DeviceError) {
    node = try EventNode(opening: path)
    guard let deviceClass = DeviceClass(node.description) else {
      throw .notATouchDevice(node: path, name: node.description.name)
    }
    self.deviceClass = deviceClass
  }
}
