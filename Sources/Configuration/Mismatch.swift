package import EventPipeline
internal import System

/// A condition of a configuration that does not hold for a device.
package enum Mismatch: Equatable, Sendable {
  case name(String)
  case type(DeviceClass)
  case vendor(UInt16)
  case product(UInt16)
  case path(String)
}

extension DeviceSettings {
  /// The conditions that do not hold for a device. ``Swift/Array/fits(of:)`` decides which of several devices is
  /// preferred: every device meets a ``type`` of nil.
  ///
  /// - Parameter deviceClass: Its class; nil if it is not a touch device.
  package func mismatches(
    _ device: DeviceDescription, class deviceClass: DeviceClass?, paths: [String]
  ) -> [Mismatch] {
    var mismatches: [Mismatch] = []
    if let name, !name.matches(device.name) { mismatches.append(.name(name.text)) }
    if case .one(let only) = type, only != deviceClass { mismatches.append(.type(only)) }
    if let vendor, vendor != device.id.vendor { mismatches.append(.vendor(vendor)) }
    if let product, product != device.id.product { mismatches.append(.product(product)) }
    if let path, !paths.contains(path) { mismatches.append(.path(path)) }
    return mismatches
  }

  /// Whether a device has the name, class and numbers that are asked for, wherever its node is.
  package func accepts(_ device: DeviceDescription, class deviceClass: DeviceClass) -> Bool {
    mismatches(device, class: deviceClass, paths: path.map { [$0] } ?? []).isEmpty
  }
}

extension DeviceSettings {
  package var wanted: String {
    let kind =
      switch type {
      case nil, .any: "a touch device"
      case .one(let deviceClass): "a \(deviceClass.rawValue)"
      }
    let conditions = [
      name.map { "named “\($0.text)”" },
      vendor.map { "of vendor \($0.fourDigits)" },
      product.map { "of product \($0.fourDigits)" },
      path.map { "at \($0)" },
    ].compactMap { $0 }
    return ([kind] + conditions).joined(separator: " ")
  }
}
