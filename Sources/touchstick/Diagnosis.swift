internal import EventPipeline

/// What one check of touchstick doctor found. The sentences are in Diagnosis+Sentences.swift.
enum Diagnosis: Equatable {
  // Making devices.
  case uinputThere
  case uinputMissing(MissingUinput)
  case uinputWritable(user: String)
  case uinputNotNeeded(user: String, service: String)
  case uinputDenied(user: String, group: String)
  case uinputNotNeededNow(user: String)
  case uinputDeniedToService(service: String, group: String, hasRule: Bool)
  case uinputForRoot
  case uinputForGroup(String)
  case uinputForEverybody
  case uinputForUsers([String])
  case uinputWithoutRule(service: String)
  case uinputRuleWithoutEffect(file: String)
  // The daemon.
  case noSystemd
  case serviceSilent
  case serviceMissing
  case serviceMasked
  case serviceNotLoaded(String)
  case serviceUserMissing(String)
  case serviceDeniedRealtime
  case serviceActive(status: String?)
  case serviceNotEnabled
  case serviceStopped(isEnabled: Bool)
  case serviceFailed
  case serviceChanging(String)
  case daemonRuns(process: Int32)
  case daemonMissing
  case severalDaemons([Int32])
  // The touch devices that the configuration asks for.
  case noTouchDevice
  case noneAskedFor(count: Int)
  case deviceUnfinished(DeviceName)
  case nodeMissing(DeviceName)
  case deviceReadable(DeviceName, user: String)
  case deviceNotNeeded(DeviceName, user: String, service: String)
  case deviceDenied(DeviceName, user: String, group: String)
  case deviceDeniedToService(DeviceName, service: Account, group: String)
  case deviceInUse(DeviceName)
  case deviceFree(DeviceName)
  case deviceGrabbed(DeviceName, by: [String])
  case deviceTouched(DeviceName)
  case deviceMayBeInUse(DeviceName)
  case deviceUntested(DeviceName)
  case deviceUnusable(DeviceFacts, DeviceVerdict)
  case deviceSized(DeviceName, Surface)
  // The pads that are there, and those that are to be.
  case noPad
  case padUnfinished(DeviceName)
  case padIsPad(DeviceName)
  case padIsNone(DeviceName)
  case padIsMore(DeviceName, classes: [String])
  case padReadable(DeviceName)
  case padDenied(DeviceName, user: String)
  case padHasJoystick(DeviceName, String)
  case padWithoutJoystick(DeviceName)
  case joydevMissing
  case nameTaken(String)
  case nameIgnored(String, word: String)
  // What else there is.
  case noOtherPrograms
  case otherPrograms([String])
  case noConfiguration
  case configurationGood(fileCount: Int)
  case configurationOdd(warnings: Int, [String])
  case configurationWrong(mistakes: Int, [String])
  case configurationUnreadable([String])
  case configurationDenied(NeededFile, Account)

  /// How bad it is.
  enum Result: String {
    case ok, warning, problem
  }
}

/// Why /dev/uinput is not there.
enum MissingUinput: Equatable {
  /// The module is not loaded.
  case notLoaded
  /// The kernel has it, but there is no node.
  case noNode
  /// Among the modules of the kernel that runs is none of it, so that a node is of no use.
  case noModule
  /// Where the modules are is not known.
  case unknown
  /// The module is not loaded, though the service has tried to open the node, which loads it.
  case refused
}

/// A device as it is spoken of.
struct DeviceName: Equatable {
  let path: String
  let name: String

  init(_ device: DeviceFacts) {
    path = device.path
    name = device.description.name
  }
}

extension Diagnosis {
  var result: Result {
    switch self {
    case .deviceSized(_, let surface): surface.sizeSource == .assumption ? .warning : .ok
    case .uinputThere, .uinputWritable, .uinputNotNeeded, .uinputNotNeededNow, .uinputForRoot,
      .uinputForGroup, .noSystemd,
      .serviceMissing, .serviceActive, .daemonRuns, .deviceReadable, .deviceNotNeeded, .deviceInUse,
      .deviceFree,
      .deviceTouched, .deviceMayBeInUse, .noPad, .padIsPad, .padReadable, .padHasJoystick,
      .padWithoutJoystick, .joydevMissing,
      .nameTaken, .noOtherPrograms, .noConfiguration, .configurationGood:
      .ok
    case .uinputForEverybody, .uinputForUsers, .uinputWithoutRule, .uinputRuleWithoutEffect, .serviceSilent,
      .serviceMasked,
      .serviceNotEnabled,
      .serviceStopped, .serviceChanging, .daemonMissing, .noTouchDevice, .noneAskedFor, .deviceUntested,
      .padUnfinished,
      .padDenied, .otherPrograms, .configurationOdd:
      .warning
    case .uinputMissing, .uinputDenied, .uinputDeniedToService, .serviceFailed, .severalDaemons,
      .serviceNotLoaded, .serviceUserMissing, .serviceDeniedRealtime,
      .deviceUnfinished, .nodeMissing, .deviceDenied, .deviceDeniedToService, .deviceGrabbed, .deviceUnusable,
      .padIsNone, .padIsMore,
      .nameIgnored, .configurationWrong, .configurationUnreadable, .configurationDenied:
      .problem
    }
  }
}
