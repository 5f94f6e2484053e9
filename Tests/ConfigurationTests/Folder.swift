import Glibc

/// A folder that goes away with all that is in it.
final class Folder {
  let path: String
  private var names: [String] = []

  init() throws {
    var template = Array("/tmp/configuration-XXXXXX".utf8CString)
    let made = unsafe template.withUnsafeMutableBufferPointer { buffer in
      unsafe buffer.baseAddress.flatMap { unsafe mkdtemp($0) } != nil
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    try check(made)
  }

  deinit {
    for name in names.reversed() { unsafe remove("\(path)/\(name)") }
    unsafe rmdir(path)
  }

  func path(_ name: String) -> String {
    if !names.contains(name) { names.append(name) }
    return "\(path)/\(name)"
  }

  func write(_ name: String, _ text: String) throws {
    let file = unsafe fopen(path(name), "w")
    try check(unsafe file != nil)
    let written = unsafe file.map { unsafe (fputs(text, $0), fclose($0)) }
    try check(written.map { $0 >= 0 && $1 == 0 } ?? false)
  }

  func link(_ name: String, to target: String) throws {
    try check(unsafe symlink(target, path(name)) == 0)
  }

  /// A file that seems to have so many bytes, all of them NUL.
  func makeSparse(_ name: String, size: Int) throws {
    try write(name, "")
    try check(unsafe truncate(path(name), size) == 0)
  }

  func makeFIFO(_ name: String) throws {
    try check(unsafe mkfifo(path(name), 0o600) == 0)
  }

  /// A folder without anything in it.
  func makeFolder(_ name: String) throws {
    try check(unsafe mkdir(path(name), 0o700) == 0)
  }

  func forbid(_ name: String) throws { try setMode(0, of: name) }

  /// Who may do what with a file.
  func setMode(_ mode: mode_t, of name: String) throws {
    try check(unsafe chmod("\(path)/\(name)", mode) == 0)
  }

  /// Who may do what with the folder itself.
  func setMode(_ mode: mode_t) throws {
    try check(unsafe chmod(path, mode) == 0)
  }

  private func check(_ succeeded: Bool) throws {
    struct Failure: Error { let errno: Int32 }
    if !succeeded { throw Failure(errno: errno) }
  }
}
