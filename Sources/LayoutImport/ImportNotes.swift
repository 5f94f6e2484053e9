internal import Configuration

/// What is not kept of a layout: one warning for everything of a kind, at its first place in the file.
struct ImportNotes {
  fileprivate struct Note {
    let noun: String
    let (one, many): (String, String)
    let hint: String?
    let offset: Int
    /// Whether it says how often it happened.
    let isCounted: Bool
    /// The first few words that it is about; none for a note about nothing with a name.
    var words: [String] = []
    var others = 0
    var count = 1
  }

  /// Thousands of controls can have the same note, so this allocates nothing.
  private struct Kind: Hashable {
    let noun, message: String
    let hint: String?
  }

  private var notes: [Note] = []
  private var indices: [Kind: Int] = [:]
  private var omitted = 0

  /// Nobody reads more. Each needs the line of the file that it quotes.
  static let maxNotes = 100
  private static let maxWords = 5

  /// Adds a note without a name. Equal ones are counted, or become one.
  mutating func add(_ message: String, hint: String?, at offset: Int, isCounted: Bool) {
    let key = Kind(noun: "", message: message, hint: hint)
    if let index = indices[key] {
      notes[index].count += 1
      return
    }
    append(Note(noun: "", one: message, many: message, hint: hint, offset: offset, isCounted: isCounted), key)
  }

  /// Adds a note about a word: `"x" is left out`, and with others `"x" and "y" are left out`.
  mutating func add(
    _ word: String, noun: String, is one: String, are many: String, hint: String?, at offset: Int
  ) {
    let key = Kind(noun: noun, message: one, hint: hint)
    if let index = indices[key] {
      guard !notes[index].words.contains(word) else { return }
      guard notes[index].words.count < Self.maxWords else {
        notes[index].others += 1
        return
      }
      notes[index].words.append(word)
      return
    }
    append(
      Note(noun: noun, one: one, many: many, hint: hint, offset: offset, isCounted: false, words: [word]), key
    )
  }

  private mutating func append(_ note: Note, _ key: Kind) {
    guard notes.count < Self.maxNotes else {
      omitted += 1
      return
    }
    indices[key] = notes.count
    notes.append(note)
  }

  /// The warnings by their places in the text, and their number if there are more.
  func warnings(in text: [UInt8]) -> [Diagnostic] {
    let found = notes.map { note in
      Diagnostic(
        .warning, "not-kept", note.sentence, hint: note.hint,
        at: SourcePosition(of: min(note.offset, text.count), in: text))
    }
    let more = Diagnostic(
      .warning, "not-kept", "\(omitted) more warnings are left out",
      hint: "first look at the \(Self.maxNotes) above")
    return found.inOrderOfPositions + (omitted > 0 ? [more] : [])
  }
}

extension ImportNotes.Note {
  fileprivate var sentence: String {
    guard !words.isEmpty else { return isCounted && count > 1 ? "\(one) (\(count) times)" : one }
    let names = words.map { quoted($0) } + (others > 0 ? [counted(others, "other")] : [])
    let noun = noun.isEmpty ? "" : noun + (names.count == 1 ? " " : "s ")
    return "\(noun)\(list(names, "and")) \(names.count == 1 ? one : many)"
  }
}

extension ImportDraft {
  /// Warns about something that is not kept.
  mutating func warn(_ message: String, hint: String? = nil, at offset: Int) {
    notes.add(message, hint: hint, at: offset, isCounted: true)
  }

  /// Warns about something that concerns many controls, such as their pictures, at its first place only.
  mutating func warnOnce(_ message: String, hint: String? = nil, at offset: Int) {
    notes.add(message, hint: hint, at: offset, isCounted: false)
  }

  /// Warns about a word of the file, together with others of which the same is to say.
  ///
  /// - Parameter noun: What comes before the word, in the singular.
  mutating func warn(
    of word: String, _ noun: String = "", is one: String, are many: String, hint: String? = nil,
    at offset: Int
  ) {
    notes.add(word, noun: noun, is: one, are: many, hint: hint, at: offset)
  }
}
