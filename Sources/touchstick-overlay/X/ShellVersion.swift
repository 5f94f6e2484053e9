/// The version of GNOME Shell.
struct ShellVersion: Equatable {
  let text: String
  private let major: Int
  private let minor: Int

  /// Makes a version of a text such as `43.9` or `45.beta`; nil if it does not begin with a number.
  init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard let first = parts.first, let major = Int(first) else { return nil }
    self.text = text
    self.major = major
    minor = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
  }

  /// Whether a window that lets touches through still gets them: mutter's issue 2788, fixed in 44.9 and in 45.0.
  var takesTouches: Bool { major < 44 || major == 44 && minor < 9 }
}

/// The version of the session's GNOME Shell; nil where there is none.
func shellVersion() -> ShellVersion? {
  sessionProperty("ShellVersion", of: "/org/gnome/Shell", "org.gnome.Shell", at: "org.gnome.Shell")
    .flatMap(ShellVersion.init)
}
