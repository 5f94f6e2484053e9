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
  /// The layer to show first in each orientation.
  private(set) var firstLayers: [SurfaceOrientation: String] = [:]

  init(_ pages: [Page]) {
    self.pages = pages
    findOrientations()
    findPartners()
    nameLayers()
    findReached()
    for when in ImportDraft.orientations { firstLayers[when] = first(in: when)?.layer }
  }

  /// The names of the layers, in the order of their first pages.
  var names: [String] {
    pages.reduce(into: []) { if let layer = $1.layer, !$0.contains(layer) { $0.append(layer) } }
  }

  /// Keeps as many layers as a profile can have. No orientation loses all its pages.
  ///
  /// - Returns: The first page that is left out.
  mutating func limit(to count: Int) -> Page? {
    let names = names
    guard names.count > count else { return nil }
    let needed = Set(firstLayers.values)
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
    let (upright, sideways) = (Set(reached(in: .portrait)), Set(reached(in: .landscape)))
    for index in pages.indices
    where pages[index].when == nil && upright.contains(index) != sideways.contains(index) {
      pages[index].when = upright.contains(index) ? .portrait : .landscape
    }
  }

  /// The page with the controls that a player starts with. A hidden page is left with its button, so it comes first only
  /// if there is no other.
  private func first(in when: SurfaceOrientation) -> Page? {
    let shown = (reached(in: when) + pages.indices).map { pages[$0] }.filter { $0.isShown(in: when) }
    return shown.first { !$0.isHidden } ?? shown.first
  }

  /// RetroArch starts with the file's first page, or with the one that it shows instead when the screen rotates.
  private func start(in when: SurfaceOrientation) -> Int? {
    let shown = pages.indices.filter { pages[$0].isShown(in: when) }
    return [0, partners[0]].compactMap(\.self).first(where: shown.contains)
      ?? shown.first { pages[$0].when != nil } ?? shown.first
  }

  /// The pages to which buttons lead from the start, by their places, the nearest first.
  private func reached(in when: SurfaceOrientation) -> [Int] {
    var reached = [start(in: when)].compactMap(\.self)
    var (known, position) = (Set(reached), 0)
    while position < reached.count {
      let page = pages[reached[position]]
      position += 1
      for target in page.nextTargets {
        // A page for the other orientation stands for the one with which it shares a layer.
        let shown = page.next(target, among: pages).lazy.filter { $0.layer != page.layer }.compactMap {
          next in
          pages.firstIndex { $0.layer == next.layer && $0.isShown(in: when) }
        }
        if let next = shown.first, known.insert(next).inserted { reached.append(next) }
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
