internal import Configuration
internal import EventPipeline
internal import InputDevices

/// The result of one configuration file: a pad, and the touch device that it is on, if any.
final class ConfiguredPad {
  var settings: Settings
  /// Created with the first touch device, and then kept: few games notice a pad that comes back.
  var pad: VirtualDevice?
  /// The class of the last device that it was on for certain.
  var lastClass: DeviceClass?
  /// The node of the last device that it was on, also one that another program had grabbed.
  var lastNode: String?
  /// The error that keeps it from its device; nil if there is none, or no device.
  var problem: DaemonError?

  init(_ settings: Settings) {
    self.settings = settings
  }

  /// Whether other settings can take over the pad as it is.
  func keepsPad(with settings: Settings) -> Bool {
    settings.gamepad.description == self.settings.gamepad.description
  }
}
