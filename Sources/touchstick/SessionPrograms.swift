internal import Configuration
internal import EventPipeline
internal import FoundationEssentials
internal import Glibc
internal import System

/// The programs of the session on the screen that work with touchstickd: touchstick-session and touchstick-overlay.
struct SessionPrograms {
  let status: PadStatus

  /// The runtime folder of the user at the computer; nil without a desktop.
  private var desktopFolder: String? {
    let active = ActiveSession.current
    let user = active?.user ?? getuid()
    let folder = active.map { "/run/user/\($0.user)" } ?? environment("XDG_RUNTIME_DIR")
    guard let folder else { return nil }
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let hasWayland = files.contains { $0.hasPrefix("wayland-") }
    // An X server's socket is for everybody, so the variable of the own session counts.
    return hasWayland || (user == getuid() && environment("DISPLAY") != nil) ? folder : nil
  }

  /// Where the overlay shows the controls; nil if it shows none.
  var shownPhrase: String? {
    guard let folder = desktopFolder else { return nil }
    let overlay = ProgramLock("touchstick-overlay", in: folder)
    return overlay.isHeld
      ? overlay.lastReport.flatMap { $0.hasPrefix("the controls are shown on") ? $0 : nil } : nil
  }

  /// What keeps the controls from being seen, or choices and rotations from being followed.
  var problems: [PadStatus.Problem] {
    guard let folder = desktopFolder else { return [] }
    let touchscreen = status.devices.contains { $0.deviceClass == DeviceClass.touchscreen.rawValue }
    let overlay = touchscreen ? overlayProblem(ProgramLock("touchstick-overlay", in: folder)) : nil
    return [sessionProblem(ProgramLock("touchstick-session", in: folder)), overlay].compactMap(\.self)
  }

  private func sessionProblem(_ lock: ProgramLock) -> PadStatus.Problem? {
    if lock.isHeld {
      // It reports only choices that it cannot apply.
      guard let report = lock.lastReport, !report.isEmpty else { return nil }
      return PadStatus.Problem(
        "choices", "touchstick-session reports: \(Self.quotedReport(report))",
        hint: "Check your choices: touchstick check")
    }
    return PadStatus.Problem(
      "no-session",
      "touchstick-session is not running: controls do not rotate with the screen, and choices do not last"
        + lock.endReason,
      hint: "Start it: systemctl --user start touchstick-session")
  }

  private func overlayProblem(_ lock: ProgramLock) -> PadStatus.Problem? {
    guard lock.isHeld else {
      return Self.isInstalled("touchstick-overlay")
        ? PadStatus.Problem(
          "no-overlay", "touchstick-overlay is not running: the controls cannot be seen\(lock.endReason)",
          hint: "Start it: systemctl --user start touchstick-overlay")
        : PadStatus.Problem(
          "no-overlay", "touchstick-overlay is not installed: the controls cannot be seen",
          hint: "Install the package touchstick-overlay.")
    }
    // While the pads are off, there is nothing to show.
    guard let report = lock.lastReport, !report.isEmpty, !report.saysNothingIsWrong else { return nil }
    return PadStatus.Problem(
      "hidden-overlay", "touchstick-overlay shows nothing: \(Self.quotedReport(report))", hint: "")
  }

  /// A report is a file of the user at the computer, who can write anything there, whoever reads it.
  fileprivate static func quotedReport(_ report: String) -> String { quoted(report, limit: 300) }

  private static let folders =
    (environment("PATH") ?? "").split(separator: ":").map(String.init) + ["/usr/local/bin", "/usr/bin"]

  /// Whether a program of the session is in one of the folders for programs.
  static func isInstalled(_ name: String) -> Bool {
    folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
  }
}

extension ProgramLock {
  /// Why it has ended; empty if that is not known.
  fileprivate var endReason: String {
    lastReport.flatMap {
      $0.isEmpty || $0.saysNothingIsWrong ? nil : " (\(SessionPrograms.quotedReport($0)))"
    } ?? ""
  }
}

extension String {
  /// Whether the overlay shows the controls, or has nothing to show.
  fileprivate var saysNothingIsWrong: Bool {
    ["the controls are shown", "no controls to show"].contains { hasPrefix($0) }
  }
}
