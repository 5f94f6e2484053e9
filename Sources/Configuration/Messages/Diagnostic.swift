internal import System

/// A message about a configuration, a recording or a machine.
///
/// The code that knows the fact makes it. Printing adds nothing to its words.
package struct Diagnostic: Error, Equatable, Sendable {
  package enum Severity: String, CaseIterable, Equatable, Sendable {
    case ok
    /// It works, but probably not as intended.
    case warning
    /// It does not work.
    case error
  }

  /// The word for programs, such as `unknown-key`. It stays the same when the message changes.
  package let code: String
  package let severity: Severity
  /// The file or folder, as the user named it; nil if there is none.
  package private(set) var file: String?
  /// The place in the file; nil if the message is about the whole file, or about no file.
  package private(set) var position: SourcePosition?
  /// What it is about (controls, an edge), if two with the same code and place can differ in that. The first is the
  /// name to list it by, if it is one of many of a kind.
  package let subject: [String]
  /// The message, without a full stop.
  package fileprivate(set) var message: String
  /// What to do; nil if the message contains it.
  package let hint: String?
  /// Whether the file could not be read at all: a program that needs it exits with EX_NOINPUT (66) instead of
  /// EX_DATAERR (65).
  package let isUnreadable: Bool
  /// Whether the system failed for now, and may be able to read it later.
  package let isTemporary: Bool

  package init(
    _ severity: Severity, _ code: String, _ message: String, hint: String? = nil,
    about subject: [String] = [],
    at position: SourcePosition? = nil, in file: String? = nil, isUnreadable: Bool = false,
    isTemporary: Bool = false
  ) {
    self.severity = severity
    self.code = code
    self.message = message
    self.hint = hint
    self.subject = subject
    self.position = position
    self.file = file
    self.isUnreadable = isUnreadable
    self.isTemporary = isTemporary
  }

  package init(
    _ severity: Severity, _ code: String, _ message: String, hint: String? = nil, about subject: String,
    at position: SourcePosition? = nil, in file: String? = nil
  ) {
    self.init(severity, code, message, hint: hint, about: [subject], at: position, in: file)
  }

  /// A copy in this file; at this place, unless it has one.
  package func located(in file: String?, at fallback: SourcePosition? = nil) -> Diagnostic {
    var copy = self
    copy.file = file
    copy.position = position ?? fallback
    return copy
  }
}

extension Diagnostic {
  /// `FILE:LINE:COLUMN`, or the known part of it, safe to print on a terminal; nil if nothing of it is known.
  package var location: String? {
    var parts = file.map { [$0.escaped] } ?? []
    if let position { parts += [position.line, position.column].compactMap { $0.map(String.init) } }
    return parts.isEmpty ? nil : parts.joined(separator: ":")
  }

  /// `message; hint`, in one line, without the place.
  package var text: String { hint.map { "\(message); \($0)" } ?? message }

  /// `FILE:LINE:COLUMN: message; hint`, in one line.
  package var sentence: String { location.map { "\($0): \(text)" } ?? text }
}

extension [Diagnostic] {
  /// The most of a kind that are said one by one.
  private static var maxSingle: Int { 2 }
  /// The most others that one sentence lists.
  private static var maxListed: Int { 12 }

  /// Has one sentence for many of a kind, at the first of their places, which lists the others.
  ///
  /// Those without a name stay as they are.
  package var merged: [Diagnostic] {
    let groups = Dictionary(grouping: indices.filter { !self[$0].subject.isEmpty }) { self[$0].code }
    let many = groups.values.filter { $0.count > Self.maxSingle }
    let others = Set(many.flatMap { $0.dropFirst() })
    var all = self
    for group in many {
      let names = group.dropFirst().map { self[$0].name }
      let rest = names.count - Self.maxListed
      let listed: [String] = names.prefix(Self.maxListed) + (rest > 0 ? [counted(rest, "other")] : [])
      all[group[0]].message += "; much the same is true of \(list(listed, "and"))"
    }
    return all.indices.filter { !others.contains($0) }.map { all[$0] }
  }

  /// Sorted by their places in a file. Those without a place come first, and those with the same place keep their
  /// order.
  package var inOrderOfPositions: [Diagnostic] {
    let start = SourcePosition(line: 0)
    return enumerated().sorted { first, second in
      (first.element.position ?? start, first.offset) < (second.element.position ?? start, second.offset)
    }.map(\.element)
  }
}

extension Diagnostic {
  /// Its name in a list, with its line.
  fileprivate var name: String {
    quoted(subject.first ?? "") + (position.map { " (line \($0.line))" } ?? "")
  }
}

// Parts of messages.

/// A number, without ".0".
package func plain(_ number: Double) -> String {
  let text = number.description
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}

/// A user's text in quotes, which nothing in it ends: at most 60 characters, safe to print on a terminal.
package func quoted(_ text: String) -> String { quoted(text, limit: 60) }

/// The same for a whole sentence, with another maximum length.
package func quoted(_ text: String, limit: Int) -> String {
  let short = text.unicodeScalars.count > limit ? String(text.unicodeScalars.prefix(limit)) + "..." : text
  let inner = short.unicodeScalars.reduce(into: "") { inner, scalar in
    if scalar == "\"" || scalar == "\\" { inner += "\\" }
    inner.unicodeScalars.append(scalar)
  }
  return "\"\(inner.escaped)\""
}

/// `a, b and c`
package func list(_ words: [String], _ conjunction: String) -> String {
  guard words.count > 1, let last = words.last else { return words.first ?? "" }
  return words.dropLast().joined(separator: ", ") + " \(conjunction) " + last
}

/// `1 file`, `2 files`
package func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

package struct SourcePosition: Equatable, Comparable, Sendable {
  /// The line, from 1.
  package var line: Int
  /// The column, from 1, in Unicode scalars; nil for the line as a whole.
  package var column: Int?

  package init(line: Int, column: Int? = nil) {
    self.line = line
    self.column = column
  }

  package static func < (first: SourcePosition, second: SourcePosition) -> Bool {
    (first.line, first.column ?? 0) < (second.line, second.column ?? 0)
  }
}
