internal import CLinux
internal import Glibc
internal import EventPipeline
internal import InputDevices
internal import System

/// The pads of the service's last process, which were at rest when systemd restarted the service: for an upgrade, for example.
/// Few games notice a pad that comes back.
struct KeptPads: ~Copyable {
  /// The owner of the pads; nil if nobody was in front since the start.
  private(set) var owner: UInt32?
  /// The users for whom the pads wait since a lock.
  private(set) var waiting: Set<UInt32> = []
  private var pads: [(node: String, file: Int32)] = []

  /// The name of a pad's file for systemd; nil for a pad without a known node.
  private static func name(of pad: VirtualDevice, _ owner: UInt32?) -> String? {
    pad.node.map { "gamepad \(owner.map(String.init) ?? "-") \($0)" }
  }

  init() {
    for (name, file) in ServiceState.keptFiles() {
      let words = name.split(separator: " ")
      if let user = Self.waitingUser(name) {
        waiting.insert(user)
        _ = OwnedFileDescriptor(owning: file)
        continue
      }
      ServiceState.forget(name: name)
      guard words.count == 3, words[0] == "gamepad" else {
        _ = OwnedFileDescriptor(owning: file)
        continue
      }
      owner = UInt32(words[1])
      pads.append((String(words[2]), file))
    }
    // Whoever is in front now must not play on pads that programs of another user may still have open.
    if let owner, ActiveSession.current?.user != owner { drop() }
  }

  private static let waitPrefix = "waits after a lock of "

  /// The mark that systemd keeps while the pads wait, also if this process crashes: somebody could make it crash to play on the
  /// lock screen.
  static func waitMark(of user: UInt32) -> String { "\(waitPrefix)\(user)" }

  private static func waitingUser(_ name: String) -> UInt32? {
    name.hasPrefix(waitPrefix) ? UInt32(name.dropFirst(waitPrefix.count)) : nil
  }

  deinit { for pad in pads { Self.destroy(pad.file) } }

  private mutating func drop() {
    for pad in pads { Self.destroy(pad.file) }
    (owner, pads) = (nil, [])
  }

  /// Closing is not enough: systemd may still have the file.
  private static func destroy(_ file: Int32) {
    clinux_destroy_uinput(file)
    _ = OwnedFileDescriptor(owning: file)
  }

  /// Returns the pad with this description; nil if there is none.
  mutating func pad(like description: DeviceDescription) -> VirtualDevice? {
    guard !pads.isEmpty else { return nil }
    let devices = SurveyedDevice.all().filter { $0.isGamepad && $0.description.isOfSameKind(as: description) }
    let place = pads.firstIndex { pad in devices.contains { $0.path == pad.node } }
    guard let place else { return nil }
    let pad = pads.remove(at: place)
    let adopted = VirtualDevice(
      adopting: OwnedFileDescriptor(owning: pad.file), description, node: pad.node)
    do throws(DeviceError) {
      try adopted.write(description.restFrame)
      return adopted
    } catch {
      return nil
    }
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
  /// Every axis at 0 and every button up. The kernel passes on only what changes.
  fileprivate var restFrame: [InputEvent] {
    codes.filter { $0.type == .key || $0.type == .absolute }.map { InputEvent(time: 0, $0, 0) }
      + [InputEvent(time: 0, .synReport, 0)]
  }

  /// Whether it is the same apart from the ranges of its axes, which are not public.
  fileprivate func isOfSameKind(as other: DeviceDescription) -> Bool {
    name == other.name && id == other.id && properties == other.properties
      && codes.filter { $0.type != .absolute } == other.codes.filter { $0.type != .absolute }
      && Set(axes.keys) == Set(other.axes.keys)
  }
}
