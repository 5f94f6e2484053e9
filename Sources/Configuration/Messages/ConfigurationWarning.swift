public import EventPipeline
internal import JoystickModel

/// One thing in a configuration that can be, but is surely not meant. The daemon takes the file all the same.
public struct ConfigurationWarning: Equatable, Sendable {
  /// The file or folder, as it was named; nil for settings that are from no file.
  public let file: String?
  /// The place; nil when it is the file as a whole.
  public let position: SourcePosition?
  /// What is not meant.
  public let kind: Kind
  /// The surface for which it holds, where the file does not say which one it is for; nil for any.
  public internal(set) var surface: TypicalSurface?

  /// What can be not meant.
  public enum Kind: Equatable, Sendable {
    /// Who can change the file.
    case file(FileWarning)
    /// What a stick's values come to.
    case stick(StickWarning)
    /// Where a control is, and what is before it.
    case control(ControlWarning)
    /// What the touch device does not have.
    case device(DeviceWarning)
    /// Why the file cannot be used on the surface, which need not be the one that it is for.
    case layout(LayoutProblem, on: SurfaceSize)
  }
}

// The cases say by their names and in Sentences+Warnings.swift what they mean.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation

/// Who can change a file, or what is in a folder, beside its owner.
public enum FileWarning: Equatable, Sendable {
  case fileWritable(String, by: Writers)
  case folderWritable(String, by: Writers)
}

/// Those beside the owner who may write.
public enum Writers: Equatable, Sendable {
  // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
  case group, others, groupAndOthers
}

/// What a stick's values come to that is surely not meant.
public enum StickWarning: Equatable, Sendable {
  /// The key has a value that is not the default, and goes with this, which is not there.
  case withoutUse(String, with: String)
  /// Bounds that are a point.
  case boundsWithoutRoom
  /// A base that stays where it is, so near to this edge, in millimetres, that the finger cannot go as far
  /// that way as the stick needs it.
  case rimBeyondEdge(SurfaceEdge, distance: Double, needed: Double)
  /// A tap and a double tap that press the same.
  case sameTaps
  /// A handle that goes less far, or farther, than a thumb can use; millimetres.
  case unusualReach(String, Double, least: Double, most: Double)
  /// A sensitivity with which the stick is all the way out at once, or never; the handle's reach is in millimetres.
  case unusualSensitivity(String, Double, reach: Double)
}

/// An edge of the surface.
public enum SurfaceEdge: Equatable, Sendable, CaseIterable {
  // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
  case left, right, top, bottom
}

/// What is surely not meant of where a control is.
public enum ControlWarning: Equatable, Sendable {
  /// A button before it has all the touches.
  case hidden(String, behind: ControlReference)
  /// A control before it, on which it lies, has the first touch.
  case needsSecondFinger(String, behind: ControlReference)
  /// So many millimetres of it are beyond the edge.
  case cutOff(String, Double, SurfaceEdge)
  /// It shares so many millimetres with a control before it.
  case overlaps(String, ControlReference, Double)
  /// A button that is so many millimetres wide or high.
  case small(String, Double)
  /// All four directions press this button.
  case sameDirections(String, button: String)
  /// The fingers of a toggle are no more than these sticks.
  case toggledBySticks(fingers: Int, sticks: [String])
  /// No finger can slide as far as the trigger needs it; millimetres.
  case pullBeyondSurface(distance: Double, farthest: Double)
}

/// A control that is spoken of elsewhere.
public struct ControlReference: Equatable, Sendable {
  /// Its name.
  public let name: String
  /// The file that it is in, where that is another one.
  public let file: String?
  /// The line of its table; nil for one that is in no file.
  public let line: Int?
}

/// What a touch device does not have that the file asks for.
public enum DeviceWarning: Equatable, Sendable {
  /// The device is none that the file asks for.
  case notTaken(name: String, DeviceClass, wanted: String)
  /// It has no such button.
  case noInput(String, device: String)
  case noPressure(device: String)
  /// It tells of at most so many fingers at a time.
  case tooFewContacts(Int, fingers: Int, device: String)
  /// Nobody says how large it is.
  case sizeAssumed(SurfaceSize, device: String)
  /// The configured size has another shape than the axes, by which its width goes with this height.
  case otherShape(SurfaceSize, height: Double, device: String)
}
