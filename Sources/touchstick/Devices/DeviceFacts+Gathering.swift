internal import Configuration
internal import EventPipeline
internal import Glibc
internal import InputDevices

extension [DeviceFacts] {
  /// All devices that are touch devices, that udev takes for one, or that touchstick made.
  ///
  /// - Parameters:
  ///   - settings: What the configuration files say. Whether another program has grabbed a device is found out of
  ///     those only that one of them asks for.
  ///   - processes: The programs that run.
  init(for settings: [Settings], _ processes: [ProcessFacts]) {
    let survey = SurveyedDevice.all()
    let clones = Set(survey.compactMap(\.clonedNode))
    self = survey.compactMap(DeviceFacts.init).map { device in
      var device = device
      let isWanted = settings.contains { $0.device.wants(device) }
      device.holder = device.holder(isWanted: isWanted, clones: clones, processes)
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
  fileprivate func holder(isWanted: Bool, clones: Set<String>, _ processes: [ProcessFacts]) -> Holder {
    let daemons = processes.filter(\.isDaemon)
    if clones.contains(path) || daemons.contains(where: { $0.openNodes?.contains(path) == true }) {
      return .touchstickd
    }
    guard isWanted, deviceClass != nil, let node = try? EventNode(opening: path, mayWrite: true) else {
      return .untested(.notAsked)
    }
    if daemons.contains(where: { $0.openNodes == nil }) { return .untested(.mayBeTouchstickds) }
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

extension DeviceError {
  /// Whether another program has what was to be grabbed.
  fileprivate var isHeldByAnother: Bool {
    if case .cannotGrab(_, _, let errno) = self { errno == EBUSY } else { false }
  }
}
