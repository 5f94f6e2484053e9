public import Diagnostics

/// All that is wrong with a configuration, in the order of the file, or of the files.
public struct ConfigurationError: Error, Equatable, Sendable {
  /// What is wrong, each an error. There is at least one.
  public let diagnostics: [Diagnostic]

  /// Whether there was nothing to read, or it could not be read (EX_NOINPUT, 66); else what was read is
  /// wrong (EX_DATAERR, 65).
  public var isUnreadable: Bool { diagnostics.contains(where: \.isUnreadable) }

  /// The sentences of all, one a line.
  public var sentence: String { diagnostics.map(\.sentence).joined(separator: "\n") }

  /// All that is wrong with several files, of which the errors, at least one, are in the order of the files.
  init(inOrder errors: [ConfigurationError]) {
    diagnostics = errors.flatMap(\.diagnostics)
  }

  /// All that is wrong with one file.
  init(_ diagnostics: [Diagnostic]) {
    self.diagnostics = diagnostics.inOrderOfPlaces
  }

  /// Why a file or folder was not read.
  init(unreadable path: String, _ code: String, _ message: String, hint: String? = nil) {
    diagnostics = [Diagnostic(.error, code, message, hint: hint, in: path, isUnreadable: true)]
  }
}
