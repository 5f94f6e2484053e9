package import Foundation

/// What a program prints.
package final class Lines {
  package let pipe = Pipe()
  private var text = ""

  package init() {}

  /// What it has printed until now.
  package func read() -> String {
    let file = pipe.fileHandleForReading.fileDescriptor
    _ = fcntl(file, F_SETFL, O_NONBLOCK)
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = unsafe Glibc.read(file, &buffer, buffer.count)
      guard count > 0 else { return text }
      text += String(decoding: buffer[..<count], as: UTF8.self)
    }
  }
}
