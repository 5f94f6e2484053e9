internal import Configuration
internal import System

/// What session.toml, and the rule for the program that has the pad, make of the switch.
///
/// A rule that switches the pads off does so once for each program: who switches them on meanwhile keeps them. When the rule
/// ends, pads that would be on without it come back, unless a gesture, a lock or another user has kept them off since.
/// Otherwise session.toml counts: once after each start of touchstickd, and "on" also when another user had the pads.
struct SwitchDecision {
  /// Whether to switch the pads on or off; nil leaves them as they are.
  private(set) var isOn: Bool?
  /// Whether session.toml was not applied since touchstickd started.
  private(set) var isPending: Bool
  private(set) var applied: AppliedRule

  /// - Parameters:
  ///   - choice: That of session.toml.
  ///   - isOffByRule: Whether a program has the pad whose rule switches the pads off.
  init(_ choice: Bool?, isOffByRule: Bool, isPending: Bool, _ applied: AppliedRule, _ status: PadStatus) {
    (self.isPending, self.applied) = (isPending, applied)
    if isOffByRule {
      decideUnderRule(choice, status)
    } else {
      decideWithoutRule(choice, status)
    }
  }

  private mutating func decideUnderRule(_ choice: Bool?, _ status: PadStatus) {
    // They are off, and a switch would end the wait for somebody who is there.
    guard !status.awaitsSomebody else { return }
    defer { isPending = false }
    // Who switches them on meanwhile wants them on.
    guard isPending || !applied.isOffDone else { return }
    if status.isOn { isOn = false }
    applied.isOffDone = true
    if status.isOn || isPending && choice == true { applied.hasSwitchedOff = true }
  }

  private mutating func decideWithoutRule(_ choice: Bool?, _ status: PadStatus) {
    defer { isPending = false }
    if applied.hasSwitchedOff, !status.isOn, status.knownReason == .call {
      isOn = true
    } else if choice == true {
      let isWanted = isPending || status.knownReason == .away
      if isWanted, !status.awaitsSomebody { isOn = true }
    } else if choice == false, isPending {
      isOn = false
    }
    // With resume = "automatic", they may come back when the session is unlocked.
    if !applied.hasSwitchedOff || status.isOn || status.knownReason != .locked {
      (applied.isOffDone, applied.hasSwitchedOff) = (false, false)
    }
  }
}

extension PadStatus {
  /// Whether the pads wait after a lock, until somebody who is there switches them on.
  fileprivate var awaitsSomebody: Bool { knownReason == .locked || knownReason == .unlocked }
}
