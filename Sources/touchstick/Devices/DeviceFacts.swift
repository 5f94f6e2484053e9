internal import Configuration
internal import EventPipeline
internal import InputDevices

/// The facts about an input device that may be a touch device, or that touchstick made.
struct DeviceFacts: Equatable {
  /// Its public information.
  var survey: SurveyedDevice
  /// Its node; nil if it does not exist.
  var node: NodeFacts?
  /// The result of opening it.
  var access: Result<DeviceDescription, DeviceError>
  /// Who has grabbed it.
  var holder: Holder = .untested(.notAsked)
  /// The size of the panel under it; nil if it is unknown.
  var panelSize: SurfaceSize?

  /// Who has grabbed a device.
  enum Holder: Equatable {
    case nobody
    /// touchstickd uses it, with or without a grab.
    case touchstickd
    /// Another program. These are the visible programs that have it open.
    case anotherProgram([String])
    case untested(Reason)
  }

  /// Why the grab of a device was not tested.
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
  /// Whether files can ask for it.
  var isCandidate: Bool { survey.isCandidate && deviceClass != nil }
  /// The device as a candidate for the files; nil if no file can ask for it.
  var candidate: CandidateDevice? {
    guard isCandidate, let deviceClass else { return nil }
    let isOpen = if node != nil, case .success = access { true } else { false }
    return CandidateDevice(
      node: path, links: survey.links, description: description, class: deviceClass, isOpen: isOpen,
      screen: Screen(size: panelSize))
  }
  /// Whether files could perhaps ask for it if udev had initialised it.
  var isUnfinished: Bool { !survey.isInitialised && !survey.isOwn && deviceClass != nil }
  /// All paths that name it.
  var paths: [String] { [survey.path] + survey.links }
  /// The number of slots; nil if unknown.
  var slotCount: Int? { try? access.get().slotCount }
}
