public import EventPipeline
internal import Glibc
internal import System

/// The machine's built-in panel, from the kernel's graphics drivers in sysfs.
public enum BuiltInPanel {
  /// The size of the panel in its EDID. Nil if there is no panel, if there are several, or if the EDID has no size. A
  /// DSI panel has no EDID.
  public static func size(sysfs: String = "/sys") -> SurfaceSize? {
    let folder = sysfs + "/class/drm"
    let names = (try? entries(ofFolder: folder)) ?? []
    let connected = names.filter { name in
      isBuiltIn(name) && contents(of: "\(folder)/\(name)/status") == Array("connected\n".utf8)
    }
    guard connected.count == 1, let bytes = contents(of: "\(folder)/\(connected[0])/edid") else { return nil }
    return EDID(bytes)?.size
  }

  /// Whether a name is that of a built-in panel's connector, such as card0-eDP-1.
  private static func isBuiltIn(_ name: String) -> Bool {
    let parts = name.split(separator: "-", maxSplits: 1)
    return parts.count > 1 && parts[0].hasPrefix("card") && Screen.isBuiltIn(connector: parts[1])
  }

  /// An EDID has at most 256 blocks.
  private static func contents(of path: String) -> [UInt8]? {
    guard let file = try? OwnedFileDescriptor(opening: path, O_RDONLY | O_NONBLOCK) else { return nil }
    return try? readAll(from: file.number, limit: 256 * EDID.blockSize)
  }
}

extension SurveyedDevice {
  /// The size of the panel under the device. A built-in touchscreen lies on the machine's built-in panel.
  public func panelSize(sysfs: String = "/sys") -> SurfaceSize? {
    guard DeviceClass(description) == .touchscreen, isBuiltIn else { return nil }
    return BuiltInPanel.size(sysfs: sysfs)
  }
}

/// A display's description of itself: the first block of its EDID, of VESA's E-EDID standard, release A2.
///
/// The bytes are not trusted, because some displays have wrong ones. Each is used only after its position was checked.
public struct EDID: Equatable, Sendable {
  /// The size of the picture in the display's first timing, or else in its basic parameters, which are whole
  /// centimetres; nil if neither is a plausible size.
  public let size: SurfaceSize?

  static let blockSize = 128

  private static let header: [UInt8] = [0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0]
  private static let centimetres = (width: 21, height: 22)
  private static let timings = 54..<126
  private static let timingSize = 18

  /// Reads the first block; others may follow. Nil if it is too short, or if its header or checksum is wrong.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count >= Self.blockSize else { return nil }
    let block = Array(bytes[..<Self.blockSize])
    guard block.starts(with: Self.header), block.reduce(0, &+) == 0 else { return nil }
    let timings = stride(from: Self.timings.lowerBound, to: Self.timings.upperBound, by: Self.timingSize)
      .map { Array(block[$0..<$0 + Self.timingSize]) }
    let basic = SurfaceSize(
      width: 10 * Double(block[Self.centimetres.width]), height: 10 * Double(block[Self.centimetres.height]))
    size = (timings.compactMap(Self.size).prefix(1) + [basic]).first(where: Self.isSize)
  }

  /// The picture's size in a detailed timing; nil for any other descriptor, which has 0 instead of the pixel clock.
  private static func size(of timing: [UInt8]) -> SurfaceSize? {
    guard timing[0] != 0 || timing[1] != 0 else { return nil }
    let (width, height) = (
      Int(timing[14] >> 4) << 8 | Int(timing[12]), Int(timing[14] & 0xf) << 8 | Int(timing[13])
    )
    return SurfaceSize(width: Double(width), height: Double(height))
  }

  /// Whether it is a size: 16 x 9 and the like, in millimetres or centimetres, are only ratios.
  private static func isSize(_ size: SurfaceSize) -> Bool {
    let (long, short) = (max(size.width, size.height), min(size.width, size.height))
    let isRatio = [(16.0, 9.0), (16, 10), (4, 3)].contains { ratio in
      [1.0, 10].contains { (long, short) == (ratio.0 * $0, ratio.1 * $0) }
    }
    return size.isPlausible && !isRatio
  }
}
