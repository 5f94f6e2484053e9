import Foundation
import Testing
import TestSupport

/// A device as `libinput list-devices` describes it.
struct LibinputDevice: Equatable {
  let name: String
  /// Such as /dev/input/event7.
  let node: String
  /// In whole millimetres; nil if the device does not report it.
  let size: Size?
  /// Such as `touch`, `pointer`, `gesture`, `tablet`, `keyboard`.
  let capabilities: Set<String>
  /// All lines of it.
  let properties: [String: String]

  struct Size: Equatable {
    let width: Int
    let height: Int
  }

  /// The devices that libinput accepts.
  static func list() throws -> [LibinputDevice] {
    try waitForUdev()
    let (status, output) = try Programs.run("libinput", ["list-devices"])
    try #require(status == 0, "\(output)")
    return output.split(separator: /\n(?=Device:)/).compactMap { Self(block: String($0)) }
  }

  /// Waits until udev has classified the devices, because libinput ignores them before.
  static func waitForUdev() throws {
    let (status, output) = try Programs.run("udevadm", ["settle", "--timeout=\(Int(Bed.patience))"])
    try #require(status == 0, "\(output)")
  }

  private init?(block: String) {
    let lines = block.split(separator: "\n").compactMap { $0.wholeMatch(of: /([A-Z][^:]*):\s*(.*?)\s*/) }
    properties = Dictionary(
      lines.map { (String($0.1), String($0.2)) }, uniquingKeysWith: { first, _ in first })
    guard let name = properties["Device"], let node = properties["Kernel"] else { return nil }
    self.name = name
    self.node = node
    capabilities = Set((properties["Capabilities"] ?? "").split(separator: " ").map(String.init))
    size = properties["Size"]?.wholeMatch(of: /(\d+)x(\d+)mm/).flatMap { match in
      guard let width = Int(match.1), let height = Int(match.2) else { return nil }
      return Size(width: width, height: height)
    }
  }
}
