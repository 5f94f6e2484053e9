import Foundation
import Synchronization
import TestSupport
import Testing

/// A desktop's view of devices: `libinput debug-events`, running.
final class LibinputEvents: Sendable {
  private let process: Process
  private let printed: PrintedText
  /// The events in the lines that were read so far, because reading all lines each time would take long.
  private let known = Mutex((lines: 0, events: [LibinputEvent]()))

  /// Starts libinput, and waits until it reads the devices.
  ///
  /// - Parameter nodes: Their paths. With none it uses all devices of the seat, also those that come later.
  init(_ nodes: String...) throws {
    try Bed.settleUdev()
    // It inherits the signals that the test's thread blocks, and would buffer its output to a pipe.
    process = Process(
      running: "env",
      ["--default-signal=INT", "stdbuf", "-oL", "libinput", "debug-events"]
        + (nodes.isEmpty ? ["--udev", "seat0"] : ["--device"] + nodes))
    process.standardInput = FileHandle.nullDevice
    printed = try PrintedText(of: process, [\.standardOutput, \.standardError])
    try waitUntilReady(nodes)
  }

  private func waitUntilReady(_ nodes: [String]) throws {
    _ = Bed.wait { isReady(nodes) || printed.isComplete }
    // It exits if it refuses a device.
    try #require(isReady(nodes), "libinput does not read \(nodes), and printed: \(output)")
  }

  private func isReady(_ nodes: [String]) -> Bool {
    // For a seat it prints the devices, or that it has none.
    guard !nodes.isEmpty else { return !printed.lines.isEmpty }
    return Set(nodes).isSubset(of: events.filter { $0.kind == .deviceAdded }.map(\.node))
  }

  deinit { process.kill() }

  var output: String { printed.text }

  var events: [LibinputEvent] {
    known.withLock { known in
      let lines = printed.lines
      known.events += lines.dropFirst(known.lines).compactMap { LibinputEvent(line: String($0)) }
      known.lines = lines.count
      return known.events
    }
  }

  /// The events of touches so far, as `TOUCH_DOWN 0 (0) 30.18/26.70 (100.00/50.00mm)`, `|` for the end of
  /// a frame.
  var touches: [String] {
    events.filter { $0.kind.name.hasPrefix("TOUCH_") }.map {
      $0.kind == .touchFrame ? "|" : $0.testDescription
    }
  }

  /// Waits for `count` events of this kind. Returns all events of the kind.
  @discardableResult
  func waitFor(
    _ kind: LibinputEvent.Kind, times: Int = 1, sourceLocation: SourceLocation = #_sourceLocation
  ) -> [LibinputEvent] {
    let came = Bed.wait { events.count { $0.kind == kind } >= times }
    #expect(came, "no \(kind.name); libinput printed only: \(output)", sourceLocation: sourceLocation)
    return events.filter { $0.kind == kind }
  }

  /// Waits for `count` devices with this name. Returns their nodes, in the order in which they came.
  func waitForDevices(
    _ name: String, count: Int = 1, sourceLocation: SourceLocation = #_sourceLocation
  ) -> [String] {
    let came = Bed.wait { nodes(of: name).count == count }
    #expect(came, "not \(count) of \(name); libinput printed only: \(output)", sourceLocation: sourceLocation)
    return nodes(of: name)
  }

  private func nodes(of name: String) -> [String] {
    events.filter { $0.deviceName == name }.reduce(into: []) { nodes, event in
      nodes.removeAll { $0 == event.node }
      if event.kind == .deviceAdded { nodes.append(event.node) }
    }
  }

  /// Stops it, and waits. Events that it had not read by then are lost.
  func stop(sourceLocation: SourceLocation = #_sourceLocation) {
    kill(process.processIdentifier, SIGINT)
    #expect(Bed.wait { !process.isRunning }, "it still runs", sourceLocation: sourceLocation)
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(output)", sourceLocation: sourceLocation)
    #expect(Bed.wait { printed.isComplete }, sourceLocation: sourceLocation)
  }
}

/// An event of libinput, or its news of a device: a line of `libinput debug-events`.
struct LibinputEvent: Equatable {
  /// libinput's name of an event, without the LIBINPUT_EVENT_. Not an enumeration, so that none is lost.
  struct Kind: Hashable, CustomTestStringConvertible {
    let name: String

    static let deviceAdded = Kind(name: "DEVICE_ADDED")
    static let deviceRemoved = Kind(name: "DEVICE_REMOVED")
    static let touchDown = Kind(name: "TOUCH_DOWN")
    static let touchMotion = Kind(name: "TOUCH_MOTION")
    static let touchUp = Kind(name: "TOUCH_UP")
    static let touchCancel = Kind(name: "TOUCH_CANCEL")
    static let touchFrame = Kind(name: "TOUCH_FRAME")
    static let pointerMotion = Kind(name: "POINTER_MOTION")
    static let pointerMotionAbsolute = Kind(name: "POINTER_MOTION_ABSOLUTE")
    static let pointerScrollFinger = Kind(name: "POINTER_SCROLL_FINGER")
    static let pointerButton = Kind(name: "POINTER_BUTTON")
    static let tabletToolProximity = Kind(name: "TABLET_TOOL_PROXIMITY")
    static let tabletToolAxis = Kind(name: "TABLET_TOOL_AXIS")
    static let tabletToolTip = Kind(name: "TABLET_TOOL_TIP")
    static let tabletToolButton = Kind(name: "TABLET_TOOL_BUTTON")

    var testDescription: String { name }
  }

  /// Two numbers, rounded as libinput prints them.
  struct Point: Equatable {
    let x: Double
    let y: Double
  }

  /// The device's node, such as /dev/input/event7.
  let node: String
  let kind: Kind
  /// The line after the kind and the time.
  let detail: String
  /// The touch's slot of its device, and that of all devices together, which are what a client sees.
  private(set) var slot: Int?
  private(set) var seatSlot: Int?
  /// The place, in percent of the surface's width and height.
  private(set) var percent: Point?
  /// The place in millimetres, or in the device's units if it does not report its resolution.
  private(set) var millimetres: Point?
  /// The movement of the pointer, with acceleration.
  private(set) var motion: Point?
  /// The device's name, if it comes or goes.
  private(set) var deviceName: String?

  /// Reads a line; nil if it is not an event.
  init?(line: String) {
    // After 1.22, libinput may print the number of such events before the time.
    let shape = /[- ]?(event\d+)\s+([A-Z][A-Z0-9_]+)\s+(?:(?:\d+\s+)?\+[\d.]+s)?\s*(.*?)\s*/
    guard let match = line.wholeMatch(of: shape) else { return nil }
    node = "/dev/input/\(match.1)"
    kind = Kind(name: String(match.2))
    detail = String(match.3)
    let points = Self.points(in: detail)
    switch kind {
    case .deviceAdded, .deviceRemoved:
      deviceName = detail.prefixMatch(of: /(.+?)\s+\S+\s+\S+\s+group\d+\s/).map { String($0.1) }
    case .touchDown, .touchMotion, .touchUp, .touchCancel:
      let slots = detail.prefixMatch(of: /(-?\d+) \((-?\d+)\)/)
      slot = slots.flatMap { Int($0.1) }
      seatSlot = slots.flatMap { Int($0.2) }
      percent = points.first
      millimetres = points.dropFirst().first
    case .tabletToolProximity, .tabletToolAxis, .tabletToolTip: millimetres = points.first
    case .pointerMotion: motion = points.first
    case .pointerMotionAbsolute: percent = points.first
    default: break
    }
  }

  /// Text such as `12.30/ 4.56`, or `12.30*/4.56*` and `12.30 /4.56` of a tablet, whose changed values have a star.
  private static func points(in text: String) -> [Point] {
    text.matches(of: /([+-]?\d+\.\d+)\*?\s*\/\s*([+-]?\d+\.\d+)/).compactMap { match in
      guard let x = Double(match.1), let y = Double(match.2) else { return nil }
      return Point(x: x, y: y)
    }
  }
}

extension LibinputEvent: CustomTestStringConvertible {
  /// Kind and detail, as printed: `TOUCH_DOWN 0 (0) 30.18/26.70 (100.00/50.00mm)`.
  var testDescription: String { detail.isEmpty ? kind.name : "\(kind.name) \(detail)" }
}

/// A device as `libinput list-devices` describes it.
struct LibinputDevice: Equatable {
  let name: String
  /// Such as /dev/input/event7.
  let node: String
  /// In whole millimetres; nil if the device does not report it.
  let size: Size?
  /// Such as `touch`, `pointer`, `gesture`, `tablet`, `keyboard`.
  let capabilities: Set<String>
  let properties: [String: String]

  struct Size: Equatable {
    let width: Int
    let height: Int
  }

  static func list() throws -> [LibinputDevice] {
    try Bed.settleUdev()
    let (status, output) = try Programs.run("libinput", ["list-devices"])
    try #require(status == 0, "\(output)")
    return output.split(separator: /\n(?=Device:)/).compactMap { Self(block: String($0)) }
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
