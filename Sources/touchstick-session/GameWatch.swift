internal import Configuration
internal import Glibc
internal import System

/// Notices which of the user's programs have a pad open. inotify(7) says when anybody opens or closes a pad's nodes, and proc(5) who
/// has them open then. While nobody opens or closes one, it does not wake up, except for Wine.
final class GameWatch {
  private let loop: EventLoop
  private let tree = ProcessTree()
  private let changed: () -> Void
  private(set) var uses = PadUses.read()
  /// Whether it has looked since its start.
  private(set) var hasLooked = false
  /// The event nodes of the pads.
  private var pads: [String] = []
  /// The watches of the event nodes and of the joystick nodes, by their paths.
  private var watches: [String: FolderWatch] = [:]
  /// The watch of the folder, while a node is missing or may not be read.
  private var folderWatch: FolderWatch?
  private var restTimer: Timer?
  /// When a program that opens and closes a pad again and again is looked for at the latest.
  private var latestLook: Int64?
  private var poll, end: EventSource?
  /// Since when each program that has closed the pad has it no more, by its process.
  private var closed: [Int32: Int64] = [:]

  // In microseconds.
  /// Programs open and close a pad several times before they keep it.
  private static let rest: Int64 = 150_000
  private static let maxUnrest: Int64 = 1_500_000
  /// How long a program may have the pad closed, as some do between two screens.
  private static let patience: Int64 = 2_000_000
  /// Wine's winedevice.exe keeps the pad open from one program to the next.
  private static let wineDelay: UInt64 = 5_000_000

  /// - Parameter changed: Is called when the programs have changed.
  init(_ loop: EventLoop, changed: @escaping () -> Void) throws(SystemError) {
    (self.loop, self.changed) = (loop, changed)
    restTimer = try loop.timer { [unowned self] in look() }
  }

  /// Watches the pads with these event nodes.
  func watch(pads nodes: [String]) {
    guard nodes != pads || !hasLooked else { return }
    pads = nodes
    watchNodes()
    lookLater()
  }

  /// Does what a change of the uses asks for, and writes it for others.
  func change(_ change: (inout PadUses) -> Void) {
    let before = uses
    change(&uses)
    guard uses != before else { return }
    do throws(SystemError) { try uses.write() } catch { log("cannot write who has the pad: \(error.text)") }
  }

  /// The nodes to watch: those of the pads, and the older ones for joysticks, which some programs open instead.
  private var nodes: [String] {
    pads.filter { !$0.isEmpty }.flatMap { node in
      let siblings = (try? entries(ofFolder: "/sys/class/input/\(lastPart(of: node))/device")) ?? []
      return [node] + siblings.filter { $0.hasPrefix("js") }.sorted().map { "\(parent(of: node))/\($0)" }
    }
  }

  /// Watches each node that may be read, and waits for the others.
  private func watchNodes() {
    let nodes = nodes
    watches = watches.filter { nodes.contains($0.key) }
    let events = UInt32(IN_OPEN | IN_CLOSE | IN_ATTRIB | IN_DELETE_SELF)
    for node in nodes where watches[node] == nil {
      watches[node] = try? loop.whenSeen(events, at: node) { [unowned self] _, events in see(events, at: node)
      }
    }
    guard nodes.contains(where: { watches[$0] == nil }) else { return folderWatch = nil }
    guard folderWatch == nil, let node = nodes.first else { return }
    // Also the joystick node, which the kernel makes later, and the access list, which udev sets later.
    folderWatch = try? loop.whenSeen(UInt32(IN_CREATE | IN_ATTRIB | IN_MOVED_TO), at: parent(of: node)) {
      [unowned self] name, _ in
      guard let name, self.nodes.contains(where: { lastPart(of: $0) == name }) else { return }
      watchNodes()
      lookLater()
    }
  }

  private func see(_ events: UInt32, at node: String) {
    // While a game has a removed node open, nothing but its number of links says that it was removed.
    if events & UInt32(IN_ATTRIB | IN_DELETE_SELF | IN_IGNORED) != 0 {
      watches[node] = nil
      watchNodes()
    }
    lookLater()
  }

  /// Looks after some rest.
  private func lookLater() {
    let latest = latestLook ?? loop.now + Self.maxUnrest
    latestLook = latest
    // It fails only in another process.
    try? restTimer?.set(to: min(loop.now + Self.rest, latest))
  }

  private func look() {
    (latestLook, end) = (nil, nil)
    let before = uses.all.map { ($0.program, $0.until) }
    let open = tree.programs(with: Set(nodes.compactMap(ProcessTree.device)))
    let now = loop.now
    closed = closed.filter { closed in !open.contains { $0.process == closed.key } }
    change { uses in
      uses.update(open, now: Int64(time(nil))) { program in
        guard tree.lives(program.process, since: program.start) else { return true }
        let since = closed[program.process] ?? now
        closed[program.process] = since
        return now - since >= Self.patience
      }
    }
    let waiting = uses.all.filter { $0.until == nil }.compactMap { closed[$0.program.process] }
    if let first = waiting.min() {
      end = try? loop.after(microseconds: UInt64(max(first + Self.patience - now, 0))) { [unowned self] in
        look()
      }
    } else {
      closed = [:]
    }
    poll =
      open.contains(where: \.isInWine)
      ? try? loop.after(microseconds: Self.wineDelay, accuracy: Self.wineDelay) { [unowned self] in look() }
      : nil
    let isChanged =
      !hasLooked
      || !uses.all.map { ($0.program, $0.until) }.elementsEqual(before) { $0.0 == $1.0 && $0.1 == $1.1 }
    hasLooked = true
    if isChanged { changed() }
  }
}
