internal import EventPipeline
internal import System

/// When to tell programs that watch the pads of changes: at most once in 16 ms, as a screen shows them.
struct FeedPace {
  private var limit = RateLimit(interval: 16_000, burst: 1)
  private var isScheduled = false

  /// - Parameter now: In microseconds on the monotonic clock.
  /// - Returns: When to send a change; nil if that is scheduled already.
  mutating func recordChange(now: Int64) -> Int64? {
    guard !isScheduled else { return nil }
    isScheduled = true
    return max(now, limit.nextTime)
  }

  /// All changes so far are being sent.
  mutating func recordSending(now: Int64) {
    limit.advance(to: now)
    limit.spend()
    isScheduled = false
  }
}

/// The messages that tell a new watcher everything: first those that stay while the layouts stay, then those that change.
struct FeedContents {
  struct Changing {
    /// Whether only root may see it: the contacts that no control holds show where somebody touches the desktop, and so what
    /// they type.
    let isForRoot: Bool
    /// Empty until there is something to tell.
    fileprivate(set) var message = FeedBuffer()
    /// Counts its changes; 0 is none yet.
    fileprivate(set) var version = 0
  }

  /// Counts the changes of ``fixed``.
  private(set) var generation: UInt32 = 0
  /// The layouts, or that the pads are off.
  private(set) var fixed: [FeedBuffer] = []
  /// For each layout its state, and then its contacts; after all of them the rumble.
  private(set) var changing: [Changing] = []

  /// Nil before the first ones.
  private var current: [FeedLayout]?
  /// In which a message is written, to be compared.
  private var draft = FeedBuffer()

  /// Begins with other layouts, unless they are the same. Without any, the pads are off.
  ///
  /// - Parameter new: The layouts, whose generation does not matter.
  mutating func setLayouts(_ new: [FeedLayout]) {
    func layouts(of generation: UInt32) -> [FeedLayout] {
      new.map { layout in
        var layout = layout
        layout.generation = generation
        return layout
      }
    }
    guard layouts(of: generation) != current else { return }
    generation &+= 1
    let next = layouts(of: generation)
    current = next
    fixed = (next.isEmpty ? [.off] : next.map(FeedMessage.layout)).map { message in
      var buffer = FeedBuffer()
      buffer.write(message)
      return buffer
    }
    changing = next.flatMap { _ in [Changing(isForRoot: false), Changing(isForRoot: true)] }
    if !next.isEmpty { changing.append(Changing(isForRoot: false)) }
  }

  /// The place of a state in ``changing``. The contacts come after it.
  private func stateIndex(ofSurface surface: Int) -> Int { 2 * surface }

  /// Shows the state of a layout, which `write` adds to the message.
  mutating func writeState(ofSurface surface: Int, _ write: (inout FeedBuffer) -> Void) {
    draft.startState(generation: generation, surface: UInt8(surface))
    write(&draft)
    storeDraft(stateIndex(ofSurface: surface))
  }

  /// Shows the contacts on a surface, which `write` adds to the message.
  mutating func writeContacts(ofSurface surface: Int, _ write: (inout FeedBuffer) -> Void) {
    draft.startContacts(generation: generation, surface: UInt8(surface))
    write(&draft)
    storeDraft(stateIndex(ofSurface: surface) + 1)
  }

  /// Shows how the pads rumble. Until they do, there is nothing to tell.
  mutating func writeRumble(_ rumble: FeedRumble) {
    guard let version = changing.last?.version, version > 0 || rumble.strong > 0 || rumble.weak > 0 else {
      return
    }
    draft.write(rumble)
    storeDraft(changing.count - 1)
  }

  private mutating func storeDraft(_ index: Int) {
    guard draft != changing[index].message else { return }
    swap(&draft, &changing[index].message)
    changing[index].version &+= 1
  }
}
