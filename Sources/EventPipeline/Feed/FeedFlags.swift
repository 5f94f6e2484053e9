/// The byte that says what a control of a layout has and does.
struct FeedControlFlags: OptionSet {
  let rawValue: UInt8

  static let hasBase = FeedControlFlags(rawValue: 1)
  static let isFloating = FeedControlFlags(rawValue: 2)
  static let isNamed = FeedControlFlags(rawValue: 4)
  static let isToggle = FeedControlFlags(rawValue: 8)
  static let isTurbo = FeedControlFlags(rawValue: 16)
  static let all: FeedControlFlags = [.hasBase, .isFloating, .isNamed, .isToggle, .isTurbo]
}

/// The byte that says how a control is now.
struct FeedStateFlags: OptionSet {
  let rawValue: UInt8

  static let isTouched = FeedStateFlags(rawValue: 1)
  static let isHidden = FeedStateFlags(rawValue: 2)
  static let all: FeedStateFlags = [.isTouched, .isHidden]
}
