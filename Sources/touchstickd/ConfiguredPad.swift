internal import Configuration
internal import EventPipeline
internal import InputDevices
internal import System

/// The result of one configuration file: a pad, and the touch device that it is on, if any.
final class ConfiguredPad {
  var settings: Settings {
    didSet {
      fit = nil
      rumble.settings = settings.rumbleOfLayout
      rumble.haptics = settings.haptics
    }
  }
  /// Created with the first touch device, and then kept, unless it is unplugged while it is off: few games notice a pad that
  /// comes back.
  var pad: VirtualDevice? {
    willSet { rumble.stop() }
  }
  /// How it shakes.
  let rumble: PadRumble
  /// The class of the last device that it was on for certain.
  var lastClass: DeviceClass?
  /// The node of the last device that it was on, also one that another program had grabbed.
  var lastNode: String?
  /// The error that keeps it from its device; nil if there is none, or no device.
  var problem: DaemonError?
  /// The last result of ``fitWarnings(on:_:)``.
  private var fit: (size: SurfaceSize, class: DeviceClass, warnings: [Diagnostic])?

  init(_ settings: Settings, _ loop: EventLoop) {
    self.settings = settings
    rumble = PadRumble(settings.rumbleOfLayout, loop)
    rumble.haptics = settings.haptics
  }

  /// What is changed so that its layout fits a surface.
  func fitWarnings(on size: SurfaceSize, _ deviceClass: DeviceClass) -> [Diagnostic] {
    if let fit, fit.size == size, fit.class == deviceClass { return fit.warnings }
    let warnings = settings.fittedLayout(on: size, deviceClass: deviceClass).warnings
    fit = (size, deviceClass, warnings)
    return warnings
  }

  /// Whether other settings can take over the pad as it is.
  func keepsPad(with settings: Settings) -> Bool {
    settings.gamepad.description == self.settings.gamepad.description
  }
}
