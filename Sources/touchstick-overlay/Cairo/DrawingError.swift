internal import System

/// Why something cannot be drawn.
enum DrawingError: Error, Equatable {
  /// There is not enough memory.
  case noMemory
  /// The file of a picture is not opened, or cannot be read.
  case file(FileRefusal)
  /// The file has more than ``PNGFile/maxBytes``.
  case tooLarge
  /// It does not begin like a PNG file.
  case notPNG
  /// The picture has a side without pixels, or with more than the limit.
  case size(width: Int, height: Int, limit: Int)
  /// The file has far more data than its pixels need.
  case tooMuchData
  /// The file ends too early, or its content is wrong.
  case damaged

  /// What is wrong, in words that follow the file's name.
  var sentence: String {
    switch self {
    case .noMemory: "needs more memory than there is"
    case .file(let refusal): refusal.text
    case .tooLarge: "is larger than \(PNGFile.maxBytes >> 20) MiB"
    case .notPNG: "is not a PNG file"
    case .size(let width, let height, let limit):
      "has \(width) x \(height) pixels; each side must have 1 to \(limit)"
    case .tooMuchData: "has far more data than its pixels need"
    case .damaged: "is damaged or cut off"
    }
  }

  /// What to do about a picture.
  var hint: String {
    switch self {
    case .file(.outside), .file(.link): "put the picture itself into that folder, or write its whole path"
    default: "use another picture, or remove the key"
    }
  }
}
