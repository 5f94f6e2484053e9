internal import Configuration
internal import EventPipeline
internal import InputDevices

/// Whether touchstickd takes a device, and why not. The sentences are in DeviceVerdict+Sentences.swift.
enum DeviceVerdict: Equatable {
  // Whatever the configuration says.
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
  case taken(DeviceFacts.Holder)
}

/// A condition of a configuration that does not hold for a device.
enum Mismatch: Equatable {
  case name(String)
  case type(DeviceClass)
  case vendor(UInt16)
  case product(UInt16)
  case path(String)
}

extension DeviceSettings {
  /// The conditions that do not hold for a device: none where ``accepts(_:class:)`` holds, and the path is its.
  func mismatches(_ device: DeviceFacts) -> [Mismatch] {
    let description = device.description
    var mismatches: [Mismatch] = []
    if let name, !name.matches(description.name) { mismatches.append(.name(name.text)) }
    if case .one(let only) = type, only != device.deviceClass { mismatches.append(.type(only)) }
    if let vendor, vendor != description.id.vendor { mismatches.append(.vendor(vendor)) }
    if let product, product != description.id.product { mismatches.append(.product(product)) }
    if let path, !device.paths.contains(path) { mismatches.append(.path(path)) }
    return mismatches
  }

  /// Whether discovery takes a device into account.
  func wants(_ device: DeviceFacts) -> Bool { device.isCandidate && mismatches(device).isEmpty }
}

/// What a device is to one configuration file, or whatever the configuration says.
struct FileVerdict: Equatable {
  /// The file; nil where it is of no account, or where there is none.
  var file: String?
  var verdict: DeviceVerdict
}

extension [DeviceFacts] {
  /// What touchstickd, started now, would do with each of the devices.
  ///
  /// - Parameter settings: What the configuration files say, in their order.
  /// - Returns: For each device, in the same order, one verdict that is so whatever the configuration says, or one
  ///   for each file.
  func verdicts(for settings: [Settings]) -> [[FileVerdict]] {
    let general = map { $0.verdictWithoutSettings.map { [FileVerdict(file: nil, verdict: $0)] } }
    var ofFiles = [[FileVerdict]](repeating: [], count: count)
    var taking: [Int: [Settings]] = [:]
    for own in settings {
      let (chosen, own) = (choice(for: own, among: taking), own)
      for index in indices {
        let verdict = chosen.verdicts[index] ?? .unlike(own.device.mismatches(self[index]))
        ofFiles[index].append(FileVerdict(file: own.fileName, verdict: verdict))
      }
      if let index = chosen.index { taking[index, default: []].append(own) }
    }
    return zip(general, ofFiles).map { $0 ?? $1 }
  }

  /// Which device a file gets, and why not another one that it asks for: as in the daemon's discovery.
  private func choice(
    for settings: Settings, among taking: [Int: [Settings]]
  ) -> (index: Int?, verdicts: [Int: DeviceVerdict]) {
    var verdicts: [Int: DeviceVerdict] = [:]
    var chosen: Int?
    for deviceClass in DeviceClass.allCases {
      for index in indices where self[index].deviceClass == deviceClass && settings.device.wants(self[index])
      {
        if let chosen {
          verdicts[index] = .anotherPreferred(self[chosen].path)
          continue
        }
        let verdict = self[index].verdict(for: (taking[index] ?? []) + [settings])
        verdicts[index] = verdict
        // A touchpad does not stand in for a touchscreen that another program has, or that the file is wrong for.
        switch verdict {
        case .taken, .grabbed, .misfit: chosen = index
        default: break
        }
      }
    }
    return (chosen, verdicts)
  }
}

extension DeviceFacts {
  /// What holds for every configuration.
  fileprivate var verdictWithoutSettings: DeviceVerdict? {
    if let node = survey.clonedNode { return .ownClone(of: node) }
    if survey.isOwn { return .ownGamepad }
    if deviceClass == nil { return .notATouchDevice }
    if !survey.isInitialised { return .notFinishedByUdev }
    if !survey.isTouch { return .notClassedByUdev }
    return holder == .touchstickd ? .inUse : nil
  }

  /// What comes of taking it for these files, which ask for it.
  fileprivate func verdict(for sharing: [Settings]) -> DeviceVerdict {
    guard node != nil else { return .noNode }
    let description: DeviceDescription
    switch access {
    case .opened(let own): description = own
    case .failed(let error):
      return error.isDenial ? .noPermission : .cannotOpen(error)
    }
    if case .anotherProgram(let programs) = holder { return .grabbed(by: programs) }
    guard let deviceClass else { return .notATouchDevice }
    do throws(PipelineError) {
      _ = try sharing.pipeline(for: description, class: deviceClass)
      return .taken(holder)
    } catch {
      switch error {
      case .surface(let reason): return .noSurface(reason)
      case .configuration: return .misfit
      }
    }
  }
}
