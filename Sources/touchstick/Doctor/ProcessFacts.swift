internal import FoundationEssentials
internal import Glibc
internal import OperatingSystem

/// A running program.
struct ProcessFacts: Equatable {
  var number: Int32
  /// The first 15 bytes of its name: proc_pid_comm(5).
  var name: String
  /// The input devices that it has open; nil if we may not see them.
  var openNodes: Set<String>? = []

  /// A program by its number: `name (process 123)`.
  static func phrase(_ number: UInt32) -> String {
    let name = (try? String(contentsOfFile: "/proc/\(number)/comm", encoding: .utf8))?.prefix { $0 != "\n" }
    return name.map { "\(String($0).printable) (process \(number))" } ?? "process \(number)"
  }

  /// Whether it is the daemon.
  var isDaemon: Bool { name == "touchstickd" }
}

extension ProcessFacts {
  /// All programs except this one.
  static func all() -> [ProcessFacts] {
    let numbers = (try? FileManager.default.contentsOfDirectory(atPath: "/proc"))?.compactMap(Int32.init)
    return (numbers ?? []).sorted().filter { $0 != getpid() }.compactMap(ProcessFacts.init)
  }

  /// Nil if it has ended meanwhile.
  private init?(_ number: Int32) {
    let folder = "/proc/\(number)"
    guard let name = try? String(contentsOfFile: folder + "/comm", encoding: .utf8) else { return nil }
    self.number = number
    self.name = String(name.prefix { $0 != "\n" }).printable
    let files = try? FileManager.default.contentsOfDirectory(atPath: folder + "/fd")
    openNodes = files.map { files in
      let targets = files.compactMap { file in
        try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/fd/\(file)")
      }
      return Set(targets.filter { $0.hasPrefix("/dev/input/") })
    }
  }
}
