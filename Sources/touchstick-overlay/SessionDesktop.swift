internal import Display
internal import System

// What the session's desktop says on the session bus. It does not answer everybody: not root, for example.

/// The version of GNOME Shell.
struct ShellVersion: Equatable {
  let text: String
  private let major: Int
  private let minor: Int

  /// Makes a version of a text such as `43.9` or `45.beta`; nil if it does not begin with a number.
  init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard let first = parts.first, let major = Int(first) else { return nil }
    self.text = text
    self.major = major
    minor = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
  }

  /// Whether a window that lets touches through still gets them: mutter's issue 2788, fixed in 44.9 and in 45.0.
  var stealsTouches: Bool { major < 44 || major == 44 && minor < 9 }
}

/// The version of the session's GNOME Shell; nil where there is none.
func shellVersion() -> ShellVersion? {
  sessionProperty("ShellVersion", of: "/org/gnome/Shell", "org.gnome.Shell", at: "org.gnome.Shell")
    .flatMap(ShellVersion.init)
}

/// GNOME's overview, which covers the windows and the overlay.
final class OverviewWatch {
  private static let shell = "org.gnome.Shell"

  private let bus: SystemBus
  private let changed: (_ isActive: Bool) -> Void
  private var watches: [BusWatch] = []
  private var question: BusWatch?

  /// - Parameter changed: Is called with whether the overview is active, at the start and when that may have changed.
  /// - Throws: If there is no session bus.
  init(_ loop: EventLoop, _ changed: @escaping (_ isActive: Bool) -> Void) throws(SystemError) {
    bus = try SystemBus(ofSession: ())
    self.changed = changed
    try bus.attach(to: loop)
    let signal =
      "type='signal',path='/org/gnome/Shell',interface='\(SystemBus.properties)',member='PropertiesChanged'"
    watches = [
      try bus.watch(signal) { [unowned self] _ in ask() },
      try bus.watchOwner(of: Self.shell) { [unowned self] _ in ask() },
      try bus.watchEnd { [unowned self] in self.changed(false) },
    ]
    ask()
  }

  private func ask() {
    // It fails only without memory.
    guard
      let call = try? bus.newCall(
        to: Self.shell, path: "/org/gnome/Shell", interface: SystemBus.properties, "Get", startsService: false
      ),
      (try? call.append(Self.shell)) != nil, (try? call.append("OverviewActive")) != nil
    else { return }
    question = try? bus.send(call) { [unowned self] reply in
      let isActive = try? reply.readVariant(of: "b") { () throws(SystemError) in try reply.readBool() }
      changed(isActive ?? false)
    }
  }
}
