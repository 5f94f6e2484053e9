public import EventPipeline
public import JoystickModel

/// All that is wrong with a configuration, in the order of the file, or of the files.
public struct ConfigurationError: Error, Equatable, Sendable {
  /// The problems, of which there is at least one.
  public let problems: [ConfigurationProblem]

  /// Whether there was nothing to read, or it could not be read (EX_NOINPUT, 66); else what was read is
  /// wrong (EX_DATAERR, 65).
  public var isUnreadable: Bool {
    problems.contains { problem in
      if case .file = problem.kind { true } else { false }
    }
  }

  /// All that is wrong with several files, of which the errors, at least one, are in the order of the files.
  init(inOrder errors: [ConfigurationError]) {
    problems = errors.flatMap(\.problems)
  }

  /// All that is wrong with one file.
  init(_ problems: [ConfigurationProblem]) {
    self.problems = problems.sorted { first, second in
      guard let second = second.position else { return false }
      return first.position.map { $0 < second } ?? true
    }
  }
}

/// One thing that is wrong with a configuration.
public struct ConfigurationProblem: Equatable, Sendable {
  /// The file or folder, as it was named; nil for settings that are from no file.
  public let file: String?
  /// The place; nil when it is the file as a whole.
  public let position: SourcePosition?
  /// What is wrong.
  public let kind: Kind

  /// The line, from 1; nil when it is the file as a whole.
  public var line: Int? { position?.line }
  /// The column, from 1, in Unicode scalars; nil when it is the file as a whole.
  public var column: Int? { position?.column }

  /// What can be wrong.
  public enum Kind: Equatable, Sendable {
    /// With the file, which was not read.
    case file(FileProblem)
    /// With the text, which is not TOML.
    case text(TextProblem)
    /// With a key.
    case key(KeyProblem)
    /// With the value of a key, that has this name.
    case value(ValueProblem, of: String)
    /// With how the values of a device, or those that two files have for one, go together.
    case device(DeviceProblem)
    /// With how a stick's values, or those of two sticks, go together.
    case stick(StickProblem)
    /// With how a control's values, or those of two controls, go together.
    case control(ControlProblem)
    /// With a control on the surface of this size, in millimetres.
    case layout(LayoutProblem, on: SurfaceSize)
  }
}

// The cases say by their names and in Sentences.swift what they mean.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation

/// Why a file was not read.
public enum FileProblem: Error, Equatable, Sendable {
  /// The error number of the system call that failed.
  case unreadable(errno: Int32)
  case notRegular(FileType)
  case tooLarge(limit: Int)
  case emptyFolder
  case severalFiles([String])
}

/// What a path leads to, other than a regular file.
public enum FileType: Equatable, Sendable {
  // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
  case folder, fifo, socket, device, other
}

/// Why a text is not TOML.
public enum TextProblem: Equatable, Sendable {
  // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
  case nul, notUTF8, noMemory
  /// Tables and arrays within each other.
  case tooDeep(limit: Int)
  /// What the parser says.
  case syntax(String)
}

/// What is wrong with a key.
public enum KeyProblem: Equatable, Sendable {
  /// The table has no such key; nearest is the one that was probably meant.
  case unknown(String, in: ConfigurationTable, nearest: String?)
  /// A control cannot do without it.
  case required(String, in: ConfigurationTable, expected: ExpectedValue)
  /// A table that is a value cannot do without it.
  case missing(String, in: ConfigurationTable)
  /// It has no place here: it goes with what another key has to be.
  case withoutUse(String, with: String)
  /// A region with keys of a rectangle and of a circle, or of neither.
  case shapeless
}

/// What is wrong with a value.
public enum ValueProblem: Equatable, Sendable {
  /// A type that the key does not take.
  case wrongType(ValueType, expected: ExpectedValue)
  /// A string without a character.
  case empty
  /// A string that the key does not take; nearest is the word that was probably meant.
  case unfit(String, expected: ExpectedValue, nearest: String?)
  /// A whole number that is none of those that the key takes.
  case unfitNumber(Int64, expected: ExpectedValue)
  /// A number beyond its range; millimetres or a percentage for a length, milliseconds for a time.
  case outOfRange(Double, isPercentage: Bool, Quantity)
  /// A sum that no surface brings into the range.
  case neverInRange(String, Quantity)
  /// A pattern with a set that has no end, or a range that runs backwards.
  case noPattern(String)
  /// More bytes than the limit.
  case tooLong(Int, limit: Int)
  /// A character such as a line feed.
  case controlCharacter
  /// A pad's name by which SDL, and so most games, would take it for something else.
  case ignoredBySDL(IgnoredName)
  /// A path that does not begin at the root.
  case relativePath(String)
  /// Other than two coordinates.
  case noPair(count: Int)
}

/// What is wrong with how values of a device go together.
public enum DeviceProblem: Equatable, Sendable {
  /// Contacts are to go on to the desktop, which has the device itself.
  case passThroughWithoutGrab
  /// The file before it, that shares the device, says otherwise; nil for settings that are from no file.
  case disagreement(SharedSetting, with: String?)
}

/// What files that share a touch device have to agree on.
public enum SharedSetting: Sendable, CaseIterable {
  // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
  case grab, passThrough, size, rotation, toggle
}

/// What is wrong with how values of sticks go together.
public enum StickProblem: Equatable, Sendable {
  /// Nothing is left between the two.
  case saturationNotAboveDeadZone(saturation: Double, deadZone: Double)
  /// The deflection would not grow with the handle's displacement.
  case sensitivityNotAboveAntiDeadZone(sensitivity: Double, antiDeadZone: Double)
  /// A touch could be both a tap and a hold; microseconds.
  case holdTimeBelowTapTime(holdTime: Int64, tapTime: Int64)
  /// A stick before it, in this line, moves the same stick of the pad.
  case sameTarget(StickTarget, line: Int)
}

/// What is wrong with how values of controls go together.
public enum ControlProblem: Equatable, Sendable {
  /// A control before it, in this line, has the same name.
  case sameName(String, line: Int)
  /// A button before it, in this line, is the same one of the device's.
  case sameInput(String, line: Int)
  /// A button can be on the surface or one of the device's.
  case inputBesideRegion
}

/// What is wrong with a control on a certain surface.
public enum LayoutProblem: Equatable, Sendable {
  /// A sum that is beyond the range of its key on this surface; millimetres.
  case lengthOutOfRange(String, Double, Quantity)
  /// No part of the region is on the surface.
  case regionOutside
  /// No part of this button of a group is on the surface.
  case buttonOutside(String)
  /// The base's home is not on the surface.
  case centerOutside(Point)
  /// The base's home is not where the base may be.
  case centerOutsideBounds(Point)
  /// The handle cannot go far enough along an axis for the stick ever to deflect.
  case toleranceOutOfReach(Double, farthest: Double)
  /// A handle that hardly moves.
  case reachTooSmall(Double, least: Double)
}
