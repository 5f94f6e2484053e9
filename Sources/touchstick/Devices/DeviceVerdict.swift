internal import Configuration
internal import EventPipeline
internal import InputDevices

/// Whether touchstickd uses a device, or why not. The sentences are in DeviceVerdict+Sentences.swift.
enum DeviceVerdict: Equatable {
  // Independent of the configuration.
  case ownGamepad
  case ownClone(of: String)
  case notATouchDevice
  case notClassedByUdev
  case notFinishedByUdev
  case inUse
  // With a configuration.
  case unlike([Mismatch])
  case noNode
  case noPermission
  case cannotOpen(DeviceError)
  case noSurface(SurfaceError)
  case grabbed(by: [String])
  case misfit
  case anotherPreferred(String)
  case usable(DeviceFacts.Holder)
}

extension DeviceSettings {
  /// The conditions that do not hold for a device.
  func mismatches(_ device: DeviceFacts) -> [Mismatch] {
    mismatches(device.description, class: device.deviceClass, paths: device.paths)
  }

  /// Whether discovery considers a device.
  func wants(_ device: DeviceFacts) -> Bool { device.isCandidate && mismatches(device).isEmpty }
}

/// The verdict on a device for one configuration file, or for every configuration.
struct FileVerdict: Equatable {
  /// The file; nil if it does not matter, or if there is none.
  var file: String?
  var verdict: DeviceVerdict
}

extension [DeviceFacts] {
  /// What touchstickd, started now, would do with each of the devices.
  ///
  /// - Parameter settings: The settings of the configuration files, in their order.
  /// - Returns: For each device, in the same order, one verdict for every configuration, or one for each file.
  func verdicts(for settings: [Settings]) -> [[FileVerdict]] {
    let candidates = compactMap(\.candidate)
    let fits = settings.map { DeviceRequest($0) }.fits(of: candidates)
    return map { device in
      if let general = device.verdictWithoutSettings { return [FileVerdict(file: nil, verdict: general)] }
      let index = candidates.firstIndex { $0.node == device.path }
      return zip(settings, fits).compactMap { file, fits in
        index.map { index in
          FileVerdict(file: file.fileName, verdict: device.verdict(fits[index], candidates))
        }
      }
    }
  }
}

extension DeviceFacts {
  /// The verdict for every configuration.
  fileprivate var verdictWithoutSettings: DeviceVerdict? {
    if let node = survey.clonedNode { return .ownClone(of: node) }
    if survey.isOwn { return .ownGamepad }
    if deviceClass == nil { return .notATouchDevice }
    if !survey.isInitialised { return .notFinishedByUdev }
    if !survey.isTouch { return .notClassedByUdev }
    return holder == .touchstickd ? .inUse : nil
  }

  /// The verdict for a file.
  fileprivate func verdict(_ fit: DeviceFit, _ candidates: [CandidateDevice]) -> DeviceVerdict {
    switch fit {
    case .unlike(let mismatches): return .unlike(mismatches)
    case .behind(let other): return .anotherPreferred(candidates[other].node)
    case .noSurface(let reason): return .noSurface(reason)
    case .unopened:
      guard node != nil, case .failure(let error) = access else { return .noNode }
      return error.isDenial ? .noPermission : .cannotOpen(error)
    case .used, .misfit:
      // The daemon waits for it in either case.
      if case .anotherProgram(let programs) = holder { return .grabbed(by: programs) }
      return fit == .used ? .usable(holder) : .misfit
    }
  }
}
