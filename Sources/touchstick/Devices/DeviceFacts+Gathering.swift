internal import Configuration
internal import EventPipeline
internal import Glibc
internal import InputDevices
internal import SystemBus

extension [DeviceFacts] {
  /// All devices that are touch devices, that udev takes for one, or that touchstick made.
  ///
  /// - Parameters:
  ///   - settings: What the configuration files say. Whether another program has grabbed a device is found out of
  ///     those only that one of them asks for.
  ///   - processes: The programs that run.
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
  /// Nil for what is no business of touchstick's.
  fileprivate init?(_ survey: SurveyedDevice) {
    guard survey.isTouch || survey.isOwn || DeviceClass(survey.description) != nil else { return nil }
    self.survey = survey
    node = NodeFacts(of: survey.path)
    panelSize = survey.panelSize()
    do throws(DeviceError) {
      access = .opened(try EventNode(opening: survey.path).description)
    } catch {
      access = .failed(error)
    }
  }

  /// Finds out who has grabbed the device, if it is asked for.
  ///
  /// There is no other way than to try, which takes the device from everybody for a few microseconds. It is not tried
  /// where touchstickd has it, or may have it, or where something is on the surface.
  fileprivate func holder(isWanted: Bool, _ used: UsedDevices, _ processes: [ProcessFacts]) -> Holder {
    if used.nodes.contains(path) { return .touchstickd }
    guard isWanted, deviceClass != nil else { return .untested(.notAsked) }
    guard used.isComplete else { return .untested(.mayBeTouchstickds) }
    guard let node = try? EventNode(opening: path, mayWrite: true) else { return .untested(.notAsked) }
    if node.state.isTouched { return .untested(.touched) }
    do throws(DeviceError) {
      try node.grab()
      node.ungrab()
      return .nobody
    } catch {
      guard error.isHeldByAnother else { return .untested(.notAsked) }
      return .anotherProgram(processes.filter { $0.openNodes?.contains(path) == true }.map(\.name))
    }
  }
}

/// The touch devices that touchstickd has.
private struct UsedDevices {
  var nodes: Set<String>
  /// Whether it has no others.
  var isComplete: Bool

  /// Asks touchstickd. One that does not answer is known by its clones, and by its open files where we may see those.
  init(_ survey: [SurveyedDevice], _ processes: [ProcessFacts]) {
    let daemons = processes.filter(\.isDaemon)
    nodes = Set(survey.compactMap(\.clonedNode)).union(daemons.flatMap { $0.openNodes ?? [] })
    isComplete = daemons.allSatisfy { $0.openNodes != nil }
    guard daemons.count <= 1, let status = try? SystemBus().padStatus() else { return }
    nodes.formUnion(status.devices.map(\.node))
    isComplete = true
  }
}

extension DeviceError {
  /// Whether another program has what was to be grabbed.
  fileprivate var isHeldByAnother: Bool {
    if case .cannotGrab(_, _, let errno) = self { errno == EBUSY } else { false }
  }
}
