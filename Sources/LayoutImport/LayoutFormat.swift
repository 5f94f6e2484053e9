package import Configuration

/// Another program's format for layouts of controls.
package enum LayoutFormat: String, CaseIterable, Sendable {
  /// An overlay of RetroArch: `.cfg`.
  case retroarch
  /// A layout of Xbox's Touch Adaptation Kit: JSON.
  case tak
  /// A profile of Winlator: `.icp`, which is JSON.
  case winlator
  /// `info.json` of a skin for Delta.
  case delta

  var title: String {
    switch self {
    case .retroarch: "RetroArch overlay"
    case .tak: "Touch Adaptation Kit layout"
    case .winlator: "Winlator profile"
    case .delta: "Delta skin"
    }
  }

  /// The key at the top level that only this format has; nil for a format that is not JSON.
  fileprivate var rootKey: String? {
    switch self {
    case .retroarch: nil
    case .tak: "content"
    case .winlator: "elements"
    case .delta: "representations"
    }
  }
}

/// The size of a picture, in pixels.
package struct PictureSize: Sendable {
  let (width, height): (Double, Double)

  /// Reads the header of a PNG file: its first 24 bytes. Nil for any other bytes, and for a picture without an extent.
  package init?(png header: [UInt8]) {
    let start: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13] + "IHDR".utf8
    guard header.count >= 24, header.starts(with: start) else { return nil }
    func number(_ bytes: ArraySlice<UInt8>) -> Double { bytes.reduce(0) { $0 * 256 + Double($1) } }
    (width, height) = (number(header[16..<20]), number(header[20..<24]))
    guard width > 0, height > 0 else { return nil }
  }
}

/// A profile made of another program's layout, and what is not kept.
package struct ImportedLayout: Sendable {
  /// TOML that is a profile without errors; nil if there is an error among ``diagnostics``.
  package let profile: String?
  /// How many controls the profile has.
  package let count: Int
  /// How many controls of the file are not in the profile, or only as comments.
  package let leftOut: Int
  /// Warnings about what is not kept, and errors, at their places in the file.
  package let diagnostics: [Diagnostic]

  /// - Parameters:
  ///   - text: The content of the file: a text, or an archive with a skin.
  ///   - file: The name for messages.
  ///   - format: The format; nil is found out.
  ///   - page: The one of the file's pages, layers or representations to import; nil is all that a profile can have.
  ///   - pictureSize: Returns the size of a picture that the file names, as it names it; nil if it is unknown.
  package init(
    _ text: [UInt8], file: String, format: LayoutFormat? = nil, page: String? = nil,
    pictureSize: @escaping (String) -> PictureSize? = { _ in nil }
  ) {
    guard let archive = ZIPArchive(text) else {
      self.init(plain: text, file: file, format, page: page, pictureSize: pictureSize)
      return
    }
    do throws(Diagnostic) {
      let info = try archive.text(of: "info.json")
      self.init(
        plain: info, file: "\(file)/info.json", format ?? .delta, page: page, pictureSize: pictureSize)
    } catch {
      self.init(failed: error.located(in: file))
    }
  }

  private init(failed error: Diagnostic) {
    (profile, count, leftOut, diagnostics) = (nil, 0, 0, [error])
  }

  private init(
    plain text: [UInt8], file: String, _ format: LayoutFormat?, page: String?,
    pictureSize: @escaping (String) -> PictureSize?
  ) {
    var draft = ImportDraft(text, file: file, pictureSize: pictureSize)
    var made: String?
    let error: Diagnostic?
    do throws(Diagnostic) {
      if let reason = Self.placeholder(text) { throw reason }
      if format == .retroarch || format == nil && !Self.looksLikeJSON(text) {
        try RetroArchOverlay(text, in: &draft).add(page: page, to: &draft)
      } else {
        try Self.addJSON(text, format, page, to: &draft)
      }
      draft.finish()
      let profile = draft.profile
      error =
        draft.tables.isEmpty && draft.withheld.isEmpty ? ImportDraft.nothingKept : Self.error(in: profile)
      made = error == nil ? profile : nil
    } catch let failure {
      error = failure
    }
    profile = made
    diagnostics = (draft.warnings + [error].compactMap(\.self)).map { $0.located(in: file) }
    count = draft.tables.count
    leftOut = draft.leftOut
  }

  /// What a user would read about the profile: it is read before anybody uses it.
  private static func error(in profile: String) -> Diagnostic? {
    do throws(ConfigurationError) {
      try Settings.parse(profile: Array(profile.utf8), file: "").checkWithoutSurface()
      return nil
    } catch {
      return Diagnostic(
        .error, "import-failed", "the profile would have an error: \(quoted(error.sentence, limit: 300))",
        hint: "report it with this file")
    }
  }

  /// Why a file is not the layout, if it only stands in for it.
  private static func placeholder(_ text: [UInt8]) -> Diagnostic? {
    let start = String(decoding: text.prefix(200), as: UTF8.self).lowercased().drop {
      $0.isWhitespace || $0 == "\u{feff}"
    }
    if start.hasPrefix("version https://git-lfs.github.com/spec/") {
      return Diagnostic(
        .error, "git-lfs-pointer", "this is a Git LFS pointer, which stands in for the file in a repository",
        hint: "download the raw file from the repository's web page, or run git lfs pull there")
    }
    guard ["<!doctype html", "<html"].contains(where: start.hasPrefix) else { return nil }
    return Diagnostic(
      .error, "web-page", "this is a web page and not the file that it shows", hint: "download the raw file")
  }

  private static func looksLikeJSON(_ text: [UInt8]) -> Bool {
    let start = text.starts(with: [0xef, 0xbb, 0xbf]) ? text.dropFirst(3) : text[...]
    return start.first { ![0x20, 0x09, 0x0a, 0x0d].contains($0) } == UInt8(ascii: "{")
  }

  private static func addJSON(
    _ text: [UInt8], _ format: LayoutFormat?, _ page: String?, to draft: inout ImportDraft
  ) throws(Diagnostic) {
    var reader = JSONReader(text)
    let root = try reader.root()
    for member in reader.repeated {
      draft.warn(
        of: member.name, is: "comes twice", are: "come twice", hint: "the last one counts", at: member.offset)
    }
    let found =
      LayoutFormat.allCases.first { $0.rootKey.map { root[$0] != nil } ?? false }
      ?? (TouchAdaptationLayout.isIn(root) ? .tak : nil)
    guard let format = format ?? found else {
      throw Diagnostic(
        .error, "unknown-format", "no format has been recognised: the file is JSON without \(rootKeys)",
        hint: "choose one with --as")
    }
    switch format {
    case .tak: try TouchAdaptationLayout(root, page: page).add(page: page, to: &draft)
    case .winlator: try WinlatorProfile(root).add(page: page, to: &draft)
    case .delta: try DeltaSkin(root).add(page: page, to: &draft)
    case .retroarch: break
    }
  }

  private static var rootKeys: String {
    list(LayoutFormat.allCases.compactMap { $0.rootKey.map { quoted($0) } }, "or")
  }
}

extension Diagnostic {
  /// A file without what its format must have.
  init(missing what: String, in format: LayoutFormat, at position: SourcePosition? = nil) {
    self.init(
      .error, "not-a-layout", "this is no \(format.title): \(what)",
      hint: "choose another format with --as, or correct the file", at: position)
  }

  /// A page that the user asked for, and the file does not have.
  init(unknownPage page: String, among pages: [String]) {
    let shown = pages.prefix(20).map { quoted($0) }
    self.init(
      .error, "unknown-page", "there is no page \(quoted(page))",
      hint: pages.isEmpty ? "this file has only one" : "the pages are \(list(shown, "and"))")
  }
}
