internal import Configuration
internal import EventPipeline
internal import InputDevices

/// All that is known of an input device that may be a touch device, or that is one of touchstick's own.
struct DeviceFacts: Equatable {
  /// What everybody is told of it.
  var survey: SurveyedDevice
  /// Its node; nil where that is not there.
  var node: NodeFacts?
  /// What the device says of itself to who opens it.
  var access: Access
  /// Who has grabbed it.
  var holder: Holder = .untested(.notAsked)
  /// The size of the panel that it lies on; nil if it is not known.
  var panelSize: SurfaceSize?

  /// What came of opening the device.
  enum Access: Equatable {
    case opened(DeviceDescription)
    case failed(DeviceError)
  }

  /// Who has grabbed a device.
  enum Holder: Equatable {
    case nobody
    /// touchstickd uses it, be it with a grab or without.
    case touchstickd
    /// Another program; these, as far as that can be seen, have it open.
    case anotherProgram([String])
    case untested(Reason)
  }

  /// Why nobody tried to grab a device.
  enum Reason: Equatable {
    /// No configuration asks for it, or it cannot be opened.
    case notAsked
    /// Something is on its surface: whoever else reads it would not see that lift.
    case touched
    /// touchstickd is running and may be using it.
    case mayBeTouchstickds
  }

  var path: String { survey.path }
  /// What is known of it, be it without the ranges of its axes.
  var description: DeviceDescription {
    if case .opened(let description) = access { description } else { survey.description }
  }
  var deviceClass: DeviceClass? { DeviceClass(description) }
  /// Whether files can ask for it.
  var isCandidate: Bool { survey.isCandidate && deviceClass != nil }
  /// What the choice among several devices sees of it; nil where no file can ask for it.
  var candidate: CandidateDevice? {
    guard isCandidate, let deviceClass else { return nil }
    let isOpen = if node != nil, case .opened = access { true } else { false }
    return CandidateDevice(
      node: path, links: survey.links, description: description, class: deviceClass, isOpen: isOpen,
      screen: Screen(size: panelSize))
  }
  /// Whether files could perhaps ask for it if udev had finished with it.
  var isUnfinished: Bool { !survey.isInitialised && !survey.isOwn && deviceClass != nil }
  /// All paths that it can be named by.
  var paths: [String] { [survey.path] + survey.links }
  /// How many slots it has; nil where that is not known.
  var slotCount: Int? {
    guard case .opened(let description) = access else { return nil }
    return description.slotCount
  }
}
