internal import Configuration
internal import EventPipeline
internal import Glibc
internal import InputDevices
internal import System

/// The facts about an input device that may be a touch device or a motor, or that touchstick made.
struct DeviceFacts: Equatable {
  var survey: SurveyedDevice
  var node: NodeFacts?
  var access: Result<DeviceDescription, DeviceError>
  var holder: Holder = .untested(.notAsked)
  var panelSize: SurfaceSize?

  enum Holder: Equatable {
    case nobody
    case touchstickd
    /// Another program. These are the visible programs that have it open.
    case anotherProgram([String])
    case untested(Reason)

    var isAnotherProgram: Bool { if case .anotherProgram = self { true } else { false } }
  }

  enum Reason: Equatable {
    /// No configuration asks for it, or it cannot be opened.
    case notAsked
    /// Something is on its surface: other readers would not see that lift.
    case touched
    /// touchstickd is running and may be using it.
    case mayBeTouchstickds
  }

  var path: String { survey.path }
  /// Its description, possibly without the ranges of its axes.
  var description: DeviceDescription { (try? access.get()) ?? survey.description }
  var deviceClass: DeviceClass? { DeviceClass(description) }
  var isCandidate: Bool { survey.isCandidate && deviceClass != nil }
  /// The device as a candidate for the files; nil if no file can ask for it.
  var candidate: CandidateDevice? {
    guard isCandidate, let deviceClass else { return nil }
    let isOpen = if node != nil, case .success = access { true } else { false }
    return CandidateDevice(
      node: path, links: survey.links, description: description, class: deviceClass, isOpen: isOpen,
      isGrabbed: holder.isAnotherProgram, isVirtual: survey.isVirtual, screen: Screen(size: panelSize))
  }
  /// Whether files could perhaps ask for it if udev had initialised it.
  var isUnfinished: Bool { !survey.isInitialised && !survey.isOwn && deviceClass != nil }
  var paths: [String] { [survey.path] + survey.links }
  var slotCount: Int? { try? access.get().slotCount }
}

extension [DeviceFacts] {
  /// All touch devices, devices that udev classifies as such, and devices that touchstick made.
  ///
  /// - Parameter settings: The settings of the configuration files. Only devices that they ask for are tested for another
  ///   program's grab.
  init(for settings: [Settings], _ processes: [ProcessFacts]) {
    let survey = SurveyedDevice.all()
    let used = UsedDevices(survey, processes)
    self = survey.compactMap(DeviceFacts.init).map { device in
      var device = device
      let isWanted = settings.contains { $0.device.wants(device) }
      device.holder = device.holder(isWanted: isWanted, used, processes)
      return device
    }
  }
}

extension DeviceFacts {
  /// Nil for devices that do not concern touchstick.
  fileprivate init?(_ survey: SurveyedDevice) {
    guard survey.isTouch || survey.isOwn || survey.isMotor || DeviceClass(survey.description) != nil else {
      return nil
    }
    self.survey = survey
    node = NodeFacts(of: survey.path)
    panelSize = survey.panelSize()
    access = Result { () throws(DeviceError) in try EventNode(opening: survey.path).description }
  }

  /// Finds out who has grabbed the device, if it is asked for.
  ///
  /// To find out, it grabs the device for a few microseconds. It does not if touchstickd uses it or may use it, or if
  /// something is on the surface.
  fileprivate func holder(isWanted: Bool, _ used: UsedDevices, _ processes: [ProcessFacts]) -> Holder {
    if used.nodes.contains(path) { return .touchstickd }
    guard isWanted, deviceClass != nil else { return .untested(.notAsked) }
    guard used.isComplete else { return .untested(.mayBeTouchstickds) }
    guard let node = try? EventNode(opening: path, mayWrite: true) else { return .untested(.notAsked) }
    if node.state.isTouched { return .untested(.touched) }
    do throws(DeviceError) {
      try node.grab()
      try? node.ungrab()
      return .nobody
    } catch {
      guard error.isHeldByAnother else { return .untested(.notAsked) }
      return .anotherProgram(processes.filter { $0.openNodes?.contains(path) == true }.map(\.name))
    }
  }
}

private struct UsedDevices {
  var nodes: Set<String>
  /// Whether every node is among them that touchstickd may use.
  var isComplete: Bool

  /// Asks touchstickd. If it does not answer, its clones show its devices, and its open files if we may see them.
  init(_ survey: [SurveyedDevice], _ processes: [ProcessFacts]) {
    let daemons = processes.filter(\.isDaemon)
    nodes = Set(survey.compactMap(\.clonedNode)).union(daemons.flatMap { $0.openNodes ?? [] })
    isComplete = daemons.allSatisfy { $0.openNodes != nil }
    // Of two, the bus knows one.
    guard daemons.count <= 1, let status = try? SystemBus().padStatus() else { return }
    nodes.formUnion(status.devices.map(\.node) + status.motors.map(\.node))
    isComplete = true
  }
}

extension DeviceError {
  fileprivate var isHeldByAnother: Bool {
    if case .cannotGrab(_, _, let errno) = self { errno == EBUSY } else { false }
  }
}
