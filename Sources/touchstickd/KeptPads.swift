internal import EventPipeline
internal import InputDevices
internal import System

/// The pads that the last process of the service has left, because it was restarted: by an upgrade, for example. Few games
/// notice a pad that comes back.
struct KeptPads: ~Copyable {
  /// The owner of the pads; nil if nobody was in front since the start.
  private(set) var owner: UInt32?
  private var pads: [(node: String, file: Int32)] = []

  /// The name of a pad's file for systemd; nil for a pad without a known node.
  private static func name(of pad: VirtualDevice, _ owner: UInt32?) -> String? {
    pad.node.map { "gamepad \(owner.map(String.init) ?? "-") \($0)" }
  }

  init() {
    for (name, file) in ServiceState.keptFiles() {
      let words = name.split(separator: " ")
      guard words.count == 3, words[0] == "gamepad" else {
        _ = OwnedFileDescriptor(owning: file)
        continue
      }
      owner = UInt32(words[1])
      pads.append((String(words[2]), file))
    }
    // The next user must not get pads that programs of this one may still have open.
    if let owner, !Seat.isLoggedIn(owner, nil) { drop() }
  }

  private mutating func drop() {
    for pad in pads { _ = OwnedFileDescriptor(owning: pad.file) }
    (owner, pads) = (nil, [])
  }

  deinit { for pad in pads { _ = OwnedFileDescriptor(owning: pad.file) } }

  /// Returns the pad with this description; nil if there is none.
  mutating func pad(like description: DeviceDescription) -> VirtualDevice? {
    guard !pads.isEmpty else { return nil }
    let devices = SurveyedDevice.all().filter { $0.isGamepad && $0.description.isOfSameKind(as: description) }
    let place = pads.firstIndex { pad in devices.contains { $0.path == pad.node } }
    guard let place else { return nil }
    let pad = pads.remove(at: place)
    return VirtualDevice(adopting: OwnedFileDescriptor(owning: pad.file), description, node: pad.node)
  }

  /// Has systemd keep pads, which must be at rest.
  static func keep(_ pads: [VirtualDevice], of owner: UInt32?) {
    for pad in pads {
      guard let name = name(of: pad, owner) else { continue }
      pad.leave { ServiceState.keep($0, name: name) }
    }
    if !pads.isEmpty { ServiceState.waitForKeeping() }
  }
}

extension DeviceDescription {
  /// Whether it is the same apart from the ranges of its axes, which are not public.
  fileprivate func isOfSameKind(as other: DeviceDescription) -> Bool {
    name == other.name && id == other.id && properties == other.properties
      && codes.filter { $0.type != .absolute } == other.codes.filter { $0.type != .absolute }
      && Set(axes.keys) == Set(other.axes.keys)
  }
}
