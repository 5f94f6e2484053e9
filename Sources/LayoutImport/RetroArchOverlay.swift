internal import Configuration

/// An overlay of RetroArch, as docs.libretro.com describes it. Its pages become layers.
struct RetroArchOverlay {
  /// One of the file's overlays. RetroArch shows one at a time.
  struct Page {
    let index: Int
    let name: String?
    /// The keys after `overlayN_`.
    var entries: [String: RetroArchFile.Entry] = [:]
    /// The orientation for which it was made.
    var orientation: SurfaceOrientation?
    /// The orientation in which it is shown; nil for both.
    var when: SurfaceOrientation?
    var layer: String?
    /// Whether it only has a button that leads to the controls of another page.
    var isHidden = false

    var label: String { name ?? "overlay\(index)" }
  }

  private let pages: [Page]

  init(_ text: [UInt8], in draft: inout ImportDraft) throws(Diagnostic) {
    let file = RetroArchFile(text, in: &draft)
    guard let count = file.entries["overlays"] else {
      throw Diagnostic(missing: "it has no key \"overlays\"", in: .retroarch)
    }
    guard let number = count.number, number >= 1 else {
      throw Diagnostic(missing: "overlays is \(quoted(count.value))", in: .retroarch)
    }
    var byPage: [Int: [String: RetroArchFile.Entry]] = [:]
    for (key, entry) in file.entries.sorted(by: { $0.value.offset < $1.value.offset }) where key != "overlays"
    {
      if let (index, rest) = key.numbered(after: "overlay"), rest.hasPrefix("_"), Double(index) < number {
        byPage[index, default: [:]][String(rest.dropFirst())] = entry
      } else {
        draft.warn(
          of: key, is: "is not a key of one of the overlays", are: "are not keys of one of the overlays",
          hint: "left out", at: entry.offset)
      }
    }
    pages = byPage.sorted { $0.key < $1.key }.map { index, entries in
      Page(index: index, name: entries["name"]?.value, entries: entries)
    }
    draft.name(.retroarch)
  }

  /// Adds the controls of all pages, or of one by its name or number.
  func add(page: String?, to draft: inout ImportDraft) throws(Diagnostic) {
    if let page {
      guard
        let chosen = pages.first(where: {
          [$0.name, $0.label, "\($0.index)", "overlay\($0.index)"].contains(page)
        })
      else { throw Diagnostic(unknownPage: page, among: pages.map(\.label)) }
      return RetroArchPage(chosen, among: []).add(to: &draft)
    }
    var layers = RetroArchLayers(
      pages.map { page in
        var page = page
        page.isHidden = RetroArchPage(page, among: []).isHidden(draft)
        return page
      })
    if let page = layers.limit(to: OutputWords.maxLayers) {
      draft.warn(
        "a profile can have at most \(OutputWords.maxLayers) layers", hint: "the other pages are left out",
        at: page.entries.values.map(\.offset).min() ?? 0)
    }
    let isLayered = layers.names.count > 1
    if isLayered { draft.firstLayers = layers.firstLayers }
    let pages = layers.pages.map { page in
      var page = page
      if !isLayered { page.layer = nil }
      return page
    }
    for page in pages { RetroArchPage(page, among: pages).add(to: &draft) }
  }
}

extension String {
  /// The number after a word, and what follows it: 3 and `_name` for `overlay3_name`. RetroArch knows no leading zeros.
  func numbered(after word: String) -> (number: Int, rest: Substring)? {
    guard hasPrefix(word) else { return nil }
    let rest = dropFirst(word.count)
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    guard digits.count <= 6, digits.count == 1 || digits.first != "0", let number = Int(digits) else {
      return nil
    }
    return (number, rest[digits.endIndex...])
  }
}
