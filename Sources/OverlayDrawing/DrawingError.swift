public import OperatingSystem

/// Why something cannot be drawn.
public enum DrawingError: Error, Equatable {
  /// There is not enough memory.
  case noMemory
  /// The file of a picture cannot be read.
  case unreadable(SystemError)
  /// It is a folder, a FIFO, a socket or a device.
  case notAFile
  /// The file has more than ``ImageLibrary/mostBytes``.
  case tooLarge
  /// It does not begin like a PNG file.
  case notPNG
  /// The picture has a side without pixels, or with more than ``ImageLibrary/mostPixels``.
  case size(width: Int, height: Int)
  /// The file ends too early, or its content is wrong.
  case damaged

  /// What is wrong, in words that follow the file's name.
  public var sentence: String {
    switch self {
    case .noMemory: "needs more memory than there is"
    case .unreadable(let error): "cannot be read: \(error.text)"
    case .notAFile: "is not a regular file"
    case .tooLarge: "is larger than \(ImageLibrary.mostBytes >> 20) MiB"
    case .notPNG: "is not a PNG file"
    case .size(let width, let height):
      "has \(width) x \(height) pixels; each side must have 1 to \(ImageLibrary.mostPixels)"
    case .damaged: "is damaged or cut off"
    }
  }
}
