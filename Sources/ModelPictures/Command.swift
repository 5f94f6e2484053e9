#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Writes the pictures of the joystick model to a folder.
enum Command {
  private static let usage = """
    usage: ModelPictures FOLDER
      Draws the pictures of docs/joystick-model.md from the joystick model, as SVG files in FOLDER.

    """

  /// Runs with a command line without the program's name.
  ///
  /// - Returns: The exit status: 0, 64 where the command line is wrong, 74 where a file cannot be written.
  static func run(arguments: [String]) -> Int32 {
    guard arguments.count == 1, let folder = arguments.first, !folder.isEmpty else {
      return fail(usage, status: EX_USAGE)
    }
    if folder == "-h" || folder == "--help" {
      return put(usage, to: STDOUT_FILENO) ? EXIT_SUCCESS : EX_IOERR
    }
    guard !folder.hasPrefix("-") else {
      return fail("ModelPictures: “\(folder)” is not an option\n\(usage)", status: EX_USAGE)
    }
    for picture in Picture.all {
      let path = "\(folder)/\(picture.name).svg"
      if let error = save(picture.svg, as: path) {
        return fail("ModelPictures: cannot write “\(path)”: \(sentence(for: error))\n", status: EX_IOERR)
      }
    }
    return EXIT_SUCCESS
  }

  private static func fail(_ message: String, status: Int32) -> Int32 {
    _ = put(message, to: STDERR_FILENO)
    return status
  }

  /// Writes a file anew.
  ///
  /// - Returns: The error number of what failed; nil where nothing did.
  private static func save(_ text: String, as path: String) -> Int32? {
    let file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard file >= 0 else { return errno }
    guard put(text, to: file) else {
      let error = errno
      close(file)
      return error
    }
    // A full disk can show only now.
    return close(file) == 0 ? nil : errno
  }

  private static func put(_ text: String, to file: Int32) -> Bool {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let written = unsafe rest.withUnsafeBytes { unsafe write(file, $0.baseAddress, $0.count) }
      if written < 0 {
        if errno == EINTR { continue }
        return false
      }
      rest = rest.dropFirst(written)
    }
    return true
  }

  private static func sentence(for error: Int32) -> String {
    unsafe strerror(error).map { unsafe String(cString: $0) } ?? "error \(error)"
  }
}
