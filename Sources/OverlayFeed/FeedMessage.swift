/// A message of touchstickd's feed: what programs that show the controls are told.
///
/// The feed is a socket of type SOCK_SEQPACKET, and each packet is one message. Numbers are little endian. The first byte
/// is ``version``, the second the kind of the message.
public enum FeedMessage: Equatable, Sendable {
  /// The pads are off, for whatever reason. The next message is a layout.
  case off
  /// The controls on one surface. A state follows.
  case layout(FeedLayout)
  /// The state of all controls on one surface.
  case state(FeedState)
  /// All contacts on one surface that no control holds. Only root is told.
  case contacts(FeedContacts)

  /// The version of the format.
  public static let version: UInt8 = 2
  /// The most controls that are told of one surface. The others are left out, in the order of priority.
  public static let mostControls = 128
  /// The most contacts that are told of one surface.
  public static let mostContacts = 64
  /// The largest coordinate or size, in millimetres.
  public static let mostMillimetres: Float = 1_000_000

  /// Reads a message.
  ///
  /// - Parameter bytes: One packet, whoever wrote it.
  /// - Throws: If it is not a message of this ``version``, complete and in its ranges.
  public init(_ bytes: [UInt8]) throws(FeedError) {
    var reader = FeedReader(bytes)
    self = try reader.read()
  }
}

/// Why bytes are not a message of the feed.
public enum FeedError: Error, Equatable, Sendable {
  /// They are of another version of the format.
  case version(UInt8)
  /// This part is missing, wrong or out of range.
  case damaged(String)

  /// What is wrong, and what to do about it.
  public var sentence: String {
    switch self {
    case .version(let version):
      "the feed of touchstickd has version \(version), but this program needs version \(FeedMessage.version); "
        + "install the same version of both"
    case .damaged(let part): "the feed of touchstickd is damaged: \(part)"
    }
  }
}

/// The first byte after the version.
enum FeedKind: UInt8 {
  case off = 0
  case layout = 1
  case state = 2
  case contacts = 3
}
