import EventPipeline
import Foundation
import Testing
import TestSupport
@testable import InputDevices

@Suite("The size in a panel's EDID")
struct EDIDTests {
  /// The first block of a panel's EDID.
  ///
  /// - Parameters:
  ///   - millimetres: The sides in the first detailed timing; nil for a block without one.
  ///   - centimetres: The sides in the basic parameters.
  static func block(millimetres: (Int, Int)?, centimetres: (UInt8, UInt8)) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 128)
    bytes[1...6] = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff][...]
    (bytes[18], bytes[19]) = (1, 4)
    (bytes[21], bytes[22]) = centimetres
    // Another kind of descriptor precedes the timing: the panel's name.
    bytes[54...58] = [0, 0, 0, 0xfc, 0][...]
    // Its text, at the place of a timing's sides.
    bytes[66...68] = [0x41, 0x42, 0x43][...]
    if let (width, height) = millimetres {
      (bytes[72], bytes[73]) = (0x3a, 0x02)
      (bytes[84], bytes[85]) = (UInt8(width & 0xff), UInt8(height & 0xff))
      bytes[86] = UInt8(width >> 8) << 4 | UInt8(height >> 8)
    }
    return sealed(bytes)
  }

  /// The same with the right checksum.
  static func sealed(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    bytes[127] = 0 &- bytes[..<127].reduce(0, &+)
    return bytes
  }

  @Test("The size comes from the detailed timing, to the millimetre, else from the basic parameters")
  func sources() {
    #expect(
      EDID(Self.block(millimetres: (309, 174), centimetres: (31, 17)))?.size
        == SurfaceSize(width: 309, height: 174))
    #expect(
      EDID(Self.block(millimetres: (68, 4095), centimetres: (0, 0)))?.size
        == SurfaceSize(width: 68, height: 4095))
    for millimetres in [nil, (0, 0), (0, 174), (16, 9), (160, 90)] {
      let block = Self.block(millimetres: millimetres, centimetres: (31, 17))
      #expect(EDID(block)?.size == SurfaceSize(width: 310, height: 170), "\(String(describing: millimetres))")
    }
    // More blocks may follow.
    let extended = Self.block(millimetres: (309, 174), centimetres: (31, 17)) + [1, 2, 3]
    #expect(EDID(extended)?.size?.width == 309)
  }

  @Test(
    "Sizes that are 0, only a ratio, or impossible are ignored",
    arguments: [(0, 0), (16, 9), (9, 16), (16, 10), (160, 90), (160, 100), (4, 3), (3, 2)])
  func none(_ sides: (Int, Int)) {
    for centimetres: (UInt8, UInt8) in [(0, 0), (31, 0), (0, 17), (16, 9), (9, 16), (16, 10), (4, 3)] {
      let edid = EDID(Self.block(millimetres: sides, centimetres: centimetres))
      #expect(edid != nil && edid?.size == nil, "\(sides) \(centimetres)")
    }
  }

  @Test("A block that is short, empty or damaged is ignored")
  func damaged() {
    let good = Self.block(millimetres: (309, 174), centimetres: (31, 17))
    #expect(EDID([]) == nil)
    #expect(EDID(Array(good.dropLast())) == nil)
    #expect(EDID([UInt8](repeating: 0, count: 128)) == nil)
    for index in good.indices {
      var bytes = good
      bytes[index] ^= 0x10
      #expect(EDID(bytes) == nil, "byte \(index)")
    }
    // A wrong header is an error even with a right checksum.
    var other = good
    other[1] = 0
    #expect(EDID(Self.sealed(other)) == nil)
  }

  @Test("10,000 random blocks give a size that a panel can have, or none")
  func random() {
    Seeds.forEach(10_000) { (random) throws(Violation) in
      var bytes = (0..<random.integer(100...300)).map { _ in random.integer(UInt8.min...UInt8.max) }
      // Random bytes contain few zeros.
      for _ in 0..<random.integer(0...20) { bytes[random.integer(8...99)] = 0 }
      if random.chance(0.9) { bytes[0...7] = [0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0][...] }
      if bytes.count >= 128, random.chance(0.9) { bytes = Self.sealed(bytes) }
      guard let size = EDID(bytes)?.size else { return }
      try ensure(size.isPlausible && max(size.width, size.height) <= 4095, "\(size)")
    }
  }
}

@Suite("The built-in panel")
struct BuiltInPanelTests {
  private static let edid = EDIDTests.block(millimetres: (309, 174), centimetres: (31, 17))

  /// The panel's size in a tree like sysfs with these connectors.
  private func size(_ connectors: [String: (status: String, edid: [UInt8])]) throws -> SurfaceSize? {
    let root = try Programs.files([:])
    let folder = root.appending(path: "class/drm")
    for (name, files) in connectors {
      let own = folder.appending(path: name)
      try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
      try Data(files.status.utf8).write(to: own.appending(path: "status"))
      try Data(files.edid).write(to: own.appending(path: "edid"))
    }
    return BuiltInPanel.size(sysfs: root.path)
  }

  @Test("The panel's size comes from its EDID, whatever else is connected")
  func one() throws {
    #expect(
      try size([
        "card0": ("connected\n", []), "card0-HDMI-A-1": ("connected\n", Self.edid),
        "card0-eDP-1": ("connected\n", Self.edid), "card1-LVDS-1": ("disconnected\n", []),
        "version": ("", []),
      ]) == SurfaceSize(width: 309, height: 174))
    #expect(try size(["card1-LVDS-1": ("connected\n", Self.edid)]) != nil)
  }

  @Test("Without a panel, with two of them, or without a good EDID, the size is unknown")
  func unknown() throws {
    #expect(try size([:]) == nil)
    #expect(try size(["card0-DP-1": ("connected\n", Self.edid)]) == nil)
    #expect(try size(["card0-eDP-1": ("disconnected\n", Self.edid)]) == nil)
    #expect(
      try size(["card0-eDP-1": ("connected\n", Self.edid), "card1-eDP-1": ("connected\n", Self.edid)]) == nil)
    #expect(
      try size(["card0-eDP-1": ("connected\n", Self.edid), "card0-DSI-1": ("connected\n", [])]) == nil)
    #expect(try size(["card0-DSI-1": ("connected\n", [])]) == nil)
    #expect(try size(["card0-eDP-1": ("connected\n", Array(Self.edid.dropLast()))]) == nil)
    #expect(try size(["card0-eDP-1": ("connected\n", [UInt8](repeating: 0, count: 1 << 20))]) == nil)
    #expect(BuiltInPanel.size(sysfs: "/nonexistent") == nil)
  }

  @Test("The panel's size is used only for a built-in touchscreen")
  func device() throws {
    let root = try Programs.files([:])
    let own = root.appending(path: "class/drm/card0-eDP-1")
    try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
    try Data("connected\n".utf8).write(to: own.appending(path: "status"))
    try Data(Self.edid).write(to: own.appending(path: "edid"))
    func size(_ name: String, isBuiltIn: Bool) throws -> SurfaceSize? {
      SurveyedDevice(
        path: "/dev/input/event0", description: try Fixtures.description(name), isBuiltIn: isBuiltIn
      ).panelSize(sysfs: root.path)
    }
    #expect(try size("ELAN-Touchscreen", isBuiltIn: true)?.width == 309)
    #expect(try size("ELAN-Touchscreen", isBuiltIn: false) == nil)
    #expect(try size("SynPS2-Synaptics-TouchPad.lenovo-p50", isBuiltIn: true) == nil)
  }
}
