internal import Glibc
internal import System

/// The processes of one user, as proc(5) shows them. Those of others are never looked at.
package struct ProcessTree: Sendable {
  /// The folder; tests have one of their own.
  private let root: String
  private let user: UInt32

  package init(root: String = "/proc", user: UInt32 = getuid()) { (self.root, self.user) = (root, user) }

  /// The processes that have one of these devices open, by the numbers of ``device(of:)``.
  package func holders(of devices: Set<UInt64>) -> [Int32] {
    guard !devices.isEmpty else { return [] }
    return processes.filter { process in
      let folder = path("fd", of: process)
      // Others, and those that forbid it, have no list.
      return ((try? entries(ofFolder: folder)) ?? []).contains { file in
        Self.device(of: "\(folder)/\(file)").map(devices.contains) ?? false
      }
    }
  }

  /// The number of a character device, as st_rdev of stat(2). Nil for anything else.
  ///
  /// A program may have a file open whose file system never answers. That is not asked.
  package static func device(of path: String) -> UInt64? { characterDevice(at: path) }

  /// The user's processes.
  var processes: [Int32] {
    ((try? entries(ofFolder: root)) ?? []).compactMap { Int32($0) }.filter(isOwn)
  }

  /// Whether a process is the user's, and lives.
  func isOwn(_ process: Int32) -> Bool {
    var status = stat()
    return unsafe stat("\(root)/\(process)", &status) == 0 && status.st_uid == user
  }

  /// When it was started, in ticks since the boot, and its parent. A number can come again, but not with the same start.
  func state(of process: Int32) -> (parent: Int32, start: UInt64)? {
    // The name in parentheses can contain anything.
    guard let text = text("stat", of: process), let end = text.lastIndex(of: ")") else { return nil }
    let fields = text[end...].split(separator: " ")
    guard fields.count > 20, let parent = Int32(fields[2]), let start = UInt64(fields[20]) else { return nil }
    return (parent, start)
  }

  /// Whether a process that was seen before is still there.
  package func lives(_ process: Int32, since start: UInt64) -> Bool { state(of: process)?.start == start }

  /// The words of its command line.
  func words(of process: Int32) -> [String] {
    (bytes("cmdline", of: process) ?? []).split(separator: 0, omittingEmptySubsequences: false).dropLast()
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// The path of its executable.
  func executable(of process: Int32) -> String? {
    guard let path = link("exe", of: process) else { return words(of: process).first }
    let suffix = " (deleted)"
    return path.hasSuffix(suffix) ? String(path.dropLast(suffix.count)) : path
  }

  func folder(of process: Int32) -> String? { link("cwd", of: process) }

  /// A variable of its environment at its start.
  func variable(_ name: String, of process: Int32) -> String? {
    let start = Array("\(name)=".utf8)
    let pair = (bytes("environ", of: process) ?? []).split(separator: 0).first { $0.starts(with: start) }
    return pair.map { String(decoding: $0.dropFirst(start.count), as: UTF8.self) }
  }

  /// The first name of its unit in systemd's tree of cgroups.
  func unit(of process: Int32) -> Substring? {
    let group = text("cgroup", of: process)?.split(separator: "\n").last { $0.hasPrefix("0::") }
    return group?.split(separator: "/").last { $0.hasPrefix("app-") }
  }

  /// The id of the Flatpak that it is in.
  func flatpak(of process: Int32) -> String? {
    // A sandbox can have anything there, also a FIFO.
    guard let file = try? openRegularFile(path("root/.flatpak-info", of: process)),
      let bytes = try? readAll(from: file.number, limit: Self.limit)
    else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    let section = lines.drop { $0 != "[Application]" }.dropFirst().prefix { !$0.hasPrefix("[") }
    return section.first { $0.hasPrefix("name=") }.map { String($0.dropFirst("name=".count)) }
  }

  private static let limit = 1 << 20

  private func path(_ name: String, of process: Int32) -> String { "\(root)/\(process)/\(name)" }

  private func bytes(_ name: String, of process: Int32) -> [UInt8]? {
    guard let file = try? OwnedFileDescriptor(opening: path(name, of: process), O_RDONLY) else { return nil }
    return (try? readAll(from: file.number, limit: Self.limit)) ?? nil
  }

  private func text(_ name: String, of process: Int32) -> String? {
    bytes(name, of: process).map { String(decoding: $0, as: UTF8.self) }
  }

  private func link(_ name: String, of process: Int32) -> String? {
    var target = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe readlink(path(name, of: process), &target, target.count)
    return count > 0 ? String(decoding: target[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
  }
}
