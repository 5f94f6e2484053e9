package import EventPipeline

// The only code that decides which file uses which touch device.

package struct CandidateDevice: Equatable, Sendable {
  package let node: String
  /// The other paths of its node, such as those in /dev/input/by-path.
  package let links: [String]
  /// Its description, without the ranges of its axes if it could not be opened.
  package let description: DeviceDescription
  package let deviceClass: DeviceClass
  package let isOpen: Bool
  /// Whether another program has grabbed it.
  package var isGrabbed: Bool
  /// Whether a program has made it, such as InputPlumber, with the events of one that it has grabbed.
  package let isVirtual: Bool
  package let screen: Screen

  package init(
    node: String, links: [String], description: DeviceDescription, class deviceClass: DeviceClass,
    isOpen: Bool, isGrabbed: Bool = false, isVirtual: Bool = false, screen: Screen = Screen()
  ) {
    self.node = node
    self.links = links
    self.description = description
    self.deviceClass = deviceClass
    self.isOpen = isOpen
    self.isGrabbed = isGrabbed
    self.isVirtual = isVirtual
    self.screen = screen
  }
}

/// The device that one file asks for, and the one that its pad is on.
package struct DeviceRequest: Sendable {
  package let settings: Settings
  /// The node of the device that the pad is on, which is among the candidates; nil if it is on none.
  package let current: String?
  /// The class of the device that the pad was on last. No other class replaces it: when the touchscreen goes away, a
  /// laptop's touchpad must stay a touchpad.
  package let lastClass: DeviceClass?

  /// Makes the request of a file whose pad is on this device, or was on one of this class.
  package init(_ settings: Settings, current: String? = nil, lastClass: DeviceClass? = nil) {
    self.settings = settings
    self.current = current
    self.lastClass = lastClass
  }
}

package enum DeviceFit: Equatable, Sendable {
  case used
  /// The file asks for another device: these conditions do not hold.
  case unlike([Mismatch])
  /// It could not be opened. The file uses the next one.
  case unopened
  /// It has no usable surface. The file uses the next one.
  case noSurface(SurfaceError)
  /// The file does not fit it, or the files that share it. The file then uses no device: a touchpad must not replace a
  /// touchscreen that the file does not fit.
  case misfit(ConfigurationError)
  case behind(Int)

  fileprivate var endsSearch: Bool {
    switch self {
    case .used, .misfit: true
    case .unlike, .unopened, .noSurface, .behind: false
    }
  }
}

extension [DeviceRequest] {
  /// Decides how each device fits each file. For each file, at most one is ``DeviceFit/used``.
  ///
  /// If several devices match, a touchscreen is preferred to a touchpad, a touchpad to a tablet, and then the first
  /// one. A virtual device is preferred to a grabbed one of its class, because it may be what that became. A pad that is on
  /// a device stays there, unless the file names no type and a device of a better class has appeared.
  ///
  /// - Parameter devices: The touch devices, in the order of their node numbers.
  /// - Returns: For each file, in the order of the files, the fit of each device, in their order.
  package func fits(of devices: [CandidateDevice]) -> [[DeviceFit]] {
    var users = devices.map { device in
      indices.filter { self[$0].current == device.node && self[$0].asks(for: device) }
    }
    return indices.map { file in
      let fits = fits(of: devices, to: file, users)
      if let used = fits.firstIndex(of: .used) {
        for index in users.indices { users[index].removeAll { $0 == file } }
        users[used].append(file)
      }
      return fits
    }
  }

  private func fits(of devices: [CandidateDevice], to file: Int, _ users: [[Int]]) -> [DeviceFit] {
    var fits = devices.map { DeviceFit.unlike(self[file].mismatches($0)) }
    var end: Int?
    for index in self[file].preferences(among: devices) {
      if let end {
        fits[index] = .behind(end)
      } else {
        // Files share a device in their own order, not in the order in which they began to use it.
        let sharing = Set(users[index] + [file]).sorted().map { self[$0].settings }
        fits[index] = sharing.fit(of: devices[index])
        if fits[index].endsSearch { end = index }
      }
    }
    return fits
  }
}

extension CandidateDevice {
  /// Whether it can replace a grabbed one.
  fileprivate var isReplacement: Bool { isVirtual && !isGrabbed }

  fileprivate func canReplace(_ other: CandidateDevice) -> Bool {
    isReplacement && deviceClass == other.deviceClass
  }
}

extension DeviceRequest {
  package func asks(for device: CandidateDevice) -> Bool { mismatches(device).isEmpty }

  fileprivate func mismatches(_ device: CandidateDevice) -> [Mismatch] {
    let mismatches = settings.device.mismatches(
      device.description, class: device.deviceClass, paths: [device.node] + device.links)
    guard mismatches.isEmpty, current == nil, let lastClass, lastClass != device.deviceClass else {
      return mismatches
    }
    return [.type(lastClass)]
  }

  fileprivate func preferences(among devices: [CandidateDevice]) -> [Int] {
    let asked = devices.indices.filter { asks(for: devices[$0]) }
    let byClass: [Int] = DeviceClass.allCases.flatMap { deviceClass -> [Int] in
      let ofClass = asked.filter { devices[$0].deviceClass == deviceClass }
      guard let grabbed = ofClass.firstIndex(where: { devices[$0].isGrabbed }) else { return ofClass }
      let (before, after) = (ofClass[..<grabbed], ofClass[grabbed...])
      return before + after.filter { devices[$0].isReplacement } + after.filter { !devices[$0].isReplacement }
    }
    let used = asked.first { devices[$0].node == current }
    guard let used, !(devices[used].isGrabbed && asked.contains { devices[$0].canReplace(devices[used]) })
    else {
      return byClass
    }
    let better = byClass.prefix { devices[$0].deviceClass != devices[used].deviceClass }
    let before = settings.device.type == nil ? Array(better) : []
    return before + [used] + byClass.filter { $0 != used && !before.contains($0) }
  }
}

extension [Settings] {
  /// How a device fits the last of these files, which all ask for it.
  fileprivate func fit(of device: CandidateDevice) -> DeviceFit {
    guard device.isOpen else { return .unopened }
    do throws(PipelineError) {
      let surface = try surface(of: device.description, class: device.deviceClass, on: device.screen)
      let errors = flatMap { $0.errors(on: surface.size, deviceClass: device.deviceClass) }
      return errors.isEmpty ? .used : .misfit(ConfigurationError(errors))
    } catch {
      switch error {
      case .surface(let reason): return .noSurface(reason)
      case .configuration(let error): return .misfit(error)
      }
    }
  }
}
