internal import Configuration

/// Which pages of an overlay are shown in which orientation, and in which layer.
///
/// RetroArch shows one page at a time. When the screen rotates, it goes from a page whose name says `landscape` to the
/// page whose name says `portrait` and to which an `overlay_next` of the first leads, or back. Such a pair becomes one
/// layer.
struct RetroArchLayers {
  typealias Page = RetroArchOverlay.Page

  /// The pages, each with its layer and its orientation.
  private(set) var pages: [Page]
  /// By the place of a page: the page that RetroArch shows instead when the screen rotates.
  private var partners: [Int: Int] = [:]

  init(_ pages: [Page]) {
    self.pages = pages
    findOrientations()
    findPartners()
    nameLayers()
    findReached()
  }

  /// The names of the layers, in the order of their first pages.
  var names: [String] {
    pages.reduce(into: []) { if let layer = $1.layer, !$0.contains(layer) { $0.append(layer) } }
  }

  /// The layer to show first in an orientation.
  func first(in when: SurfaceOrientation) -> String? { pages.first { $0.isShown(in: when) }?.layer }

  /// Keeps as many layers as a profile can have. No orientation loses all its pages.
  ///
  /// - Returns: The first page that is left out.
  mutating func limit(to count: Int) -> Page? {
    let names = names
    guard names.count > count else { return nil }
    let needed = Set([SurfaceOrientation.portrait, .landscape].compactMap(first))
    let shown = needed.union(names.filter { !needed.contains($0) }.prefix(count - needed.count))
    let first = pages.first { !shown.contains($0.layer ?? "") }
    pages.removeAll { !shown.contains($0.layer ?? "") }
    return first
  }
}

extension RetroArchLayers {
  /// The orientation is in the page's name. Without such names, it is that of the page's own width and height, if the
  /// file has pages of both kinds.
  private mutating func findOrientations() {
    var found = pages.map { $0.nameParts.when }
    if found.allSatisfy({ $0 == nil }) {
      let aspects = pages.map { $0.entries["aspect_ratio"]?.number ?? 1 }
      if aspects.contains(where: { $0 < 1 }), aspects.contains(where: { $0 > 1 }), !aspects.contains(1) {
        found = aspects.map { $0 < 1 ? .portrait : .landscape }
      }
    }
    // RetroArch shows the pages of one orientation also in the other one if there are no others for it.
    let isForBoth = found.contains(.portrait) && found.contains(.landscape)
    for index in pages.indices {
      pages[index].orientation = found[index]
      pages[index].when = isForBoth ? found[index] : nil
    }
  }

  /// Pairs pages first by the targets that they name, then by their names, and then by their order.
  private mutating func findPartners() {
    for isPartner in [leadsByName, hasName, leadsByOrder] {
      for (index, page) in pages.enumerated() where page.when != nil && partners[index] == nil {
        let others = pages.indices.filter { other in
          pages[other].when.map { $0 != page.when } ?? false && partners[other] == nil
        }
        guard let partner = others.first(where: { isPartner(index, $0) }) else { continue }
        (partners[index], partners[partner]) = (partner, index)
      }
    }
  }

  private func leadsByName(_ page: Int, _ other: Int) -> Bool {
    pages[page].nextTargets.contains { $0 != nil && $0 == pages[other].name }
  }

  private func hasName(_ page: Int, _ other: Int) -> Bool {
    pages[page].nameParts.rest == pages[other].nameParts.rest
  }

  private func leadsByOrder(_ page: Int, _ other: Int) -> Bool {
    (page + 1) % pages.count == other && pages[page].nextTargets.contains(nil)
  }

  private mutating func nameLayers() {
    for index in pages.indices {
      if let partner = partners[index], partner < index {
        pages[index].layer = pages[partner].layer
        continue
      }
      let used = Set(pages[..<index].compactMap(\.layer))
      let name = pages[index].nameParts.rest
      pages[index].layer =
        used.contains(name)
        ? (2...).lazy.map { "\(name.prefix(50)) \($0)" }.first { !used.contains($0) } : name
    }
  }
}

extension RetroArchLayers {
  /// Shows a page for both orientations only where buttons lead to it.
  private mutating func findReached() {
    guard pages.contains(where: { $0.when != nil }) else { return }
    let (upright, sideways) = (reached(in: .portrait), reached(in: .landscape))
    for index in pages.indices
    where pages[index].when == nil && upright.contains(index) != sideways.contains(index) {
      pages[index].when = upright.contains(index) ? .portrait : .landscape
    }
  }

  /// The pages to which buttons lead from the first page for an orientation, by their places.
  private func reached(in when: SurfaceOrientation) -> Set<Int> {
    var open = pages.indices.filter { pages[$0].isShown(in: when) }.prefix(1).map(\.self)
    var reached = Set(open)
    while let index = open.popLast() {
      let page = pages[index]
      for next in page.nextTargets.flatMap({ page.next($0, among: pages) }) {
        // A page for the other orientation stands for the one with which it shares a layer.
        guard let shown = pages.firstIndex(where: { $0.layer == next.layer && $0.isShown(in: when) }),
          reached.insert(shown).inserted
        else { continue }
        open.append(shown)
      }
    }
    return reached
  }
}

extension RetroArchOverlay.Page {
  /// The pages to which an `overlay_next` can lead: the one with a name, or else those that follow in the file.
  func next(_ target: String?, among pages: [Self]) -> [Self] {
    if let target { return Array(pages.filter { $0.name == target }.prefix(1)) }
    guard let position = pages.firstIndex(where: { $0.index == index }) else { return [] }
    return Array(pages[(position + 1)...] + pages[..<position])
  }

  func isShown(in orientation: SurfaceOrientation) -> Bool { when == nil || when == orientation }

  /// The pages that its controls lead to, by their names; nil stands for the next page of the file.
  fileprivate var nextTargets: [String?] {
    entries.sorted { $0.value.offset < $1.value.offset }.compactMap { key, entry in
      guard let (index, rest) = key.numbered(after: "desc"), rest.isEmpty,
        entry.value.prefix(while: { $0 != "," }).split(separator: "|").contains("overlay_next")
      else { return nil }
      return .some(entries["desc\(index)_next_target"]?.value)
    }
  }

  /// The orientation in the name, and the rest of the name, for a layer.
  fileprivate var nameParts: (rest: String, when: SurfaceOrientation?) {
    let lowered = label.oneLine.lowercased()
    for (word, when) in [("landscape", SurfaceOrientation.landscape), ("portrait", .portrait)]
    where lowered.contains(word) {
      let words = lowered.replacing(word, with: " ").split { "-_ ".contains($0) }
      return (words.joined(separator: " ").cut(to: OutputWords.maxLayerBytes) ?? "main", when)
    }
    return (label.oneLine.cut(to: OutputWords.maxLayerBytes) ?? "overlay\(index)", nil)
  }
}
