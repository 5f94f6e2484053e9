internal import OverlayFeed

/// The messages that tell a new watcher everything: first those that stay while the layouts stay, then those that change.
struct FeedContents {
  /// A message that changes.
  struct Changing {
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
  /// For each layout its state, and then its contacts.
  private(set) var changing: [Changing] = []

  private var layouts: [FeedLayout]?
  /// In which a message is written, to be compared.
  private var draft = FeedBuffer()

  /// Begins with other layouts, unless they are the same. Without any, the pads are off.
  ///
  /// - Parameter new: The layouts, whose generation does not matter.
  mutating func show(_ new: [FeedLayout]) {
    func numbered(_ generation: UInt32) -> [FeedLayout] {
      new.map { layout in
        var layout = layout
        layout.generation = generation
        return layout
      }
    }
    guard layouts == nil || numbered(generation) != layouts else { return }
    generation &+= 1
    let numbered = numbered(generation)
    layouts = numbered
    fixed = (numbered.isEmpty ? [.off] : numbered.map(FeedMessage.layout)).map { message in
      var buffer = FeedBuffer()
      buffer.write(message)
      return buffer
    }
    changing = numbered.flatMap { _ in [Changing(isForRoot: false), Changing(isForRoot: true)] }
  }

  /// Shows the state of a layout, which `write` adds to the message.
  mutating func showState(ofSurface surface: Int, _ write: (inout FeedBuffer) -> Void) {
    draft.startState(generation: generation, surface: UInt8(surface))
    write(&draft)
    take(2 * surface)
  }

  /// Shows the contacts on a surface, which `write` adds to the message.
  mutating func showContacts(ofSurface surface: Int, _ write: (inout FeedBuffer) -> Void) {
    draft.startContacts(generation: generation, surface: UInt8(surface))
    write(&draft)
    take(2 * surface + 1)
  }

  private mutating func take(_ index: Int) {
    guard draft != changing[index].message else { return }
    swap(&draft, &changing[index].message)
    changing[index].version &+= 1
  }
}
