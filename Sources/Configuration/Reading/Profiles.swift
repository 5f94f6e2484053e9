package import EventPipeline
internal import Glibc
internal import System

/// The user's folder for touchstick, by the XDG Base Directory Specification; nil without a home.
package var userFolder: String? {
  if let folder = environment("XDG_CONFIG_HOME"), folder.hasPrefix("/") { return folder + "/touchstick" }
  return environment("HOME").map { $0 + "/.config/touchstick" }
}

/// A layout that is chosen by its name: the file `NAME.toml` in one of some folders, with controls and perhaps a
/// description and the gamepad, but without the device.
package struct Profile: Equatable, Sendable {
  package let name: String
  package let path: String

  package func read() throws(ConfigurationError) -> Settings {
    try Settings.parse(profile: Settings.text(ofFile: path), file: path)
  }
}

package struct ProfileFolders: Sendable {
  /// The folders. Where two have a profile of the same name, the first one's is used.
  package let paths: [String]

  /// The folder `profiles` beside the configuration, which is the administrator's, and then those of touchstick itself.
  ///
  /// - Parameter file: A configuration file; nil is one in the usual folder.
  package init(beside file: String? = nil) {
    let own = file.map(parent(of:)) ?? ConfigurationFiles.defaultFolder
    self.init([own + "/profiles"] + Self.installed)
  }

  /// Those of touchstick itself: the default ones, and the one that this program is installed with.
  private static let installed: [String] = {
    let shared = ["/usr/local", "/usr"].map { $0 + "/share/touchstick/profiles" }
    guard let program = try? realPath(of: "/proc/self/exe") else { return shared }
    let own = parent(of: parent(of: program)) + "/share/touchstick/profiles"
    return unsafe shared.contains(own) || access(own, F_OK) != 0 ? shared : [own] + shared
  }()

  package static var own: ProfileFolders { ProfileFolders(userFolder.map { ["\($0)/profiles"] } ?? []) }

  /// The user's own folder, and then those beside the usual configuration.
  package static var ofUser: ProfileFolders { ProfileFolders(own.paths + ProfileFolders().paths) }

  /// These folders. A folder that is not there has no profiles.
  package init(_ paths: [String]) { self.paths = paths }

  package var all: [Profile] { profiles(inFolders: paths.map { (try? files(ofFolder: $0)) ?? [] }) }

  private func profiles(inFolders files: [[String]]) -> [Profile] {
    var profiles: [String: Profile] = [:]
    for (folder, files) in zip(paths, files) {
      for file in files where ConfigurationFiles.isName(file) {
        let name = String(file.dropLast(".toml".count))
        if profiles[name] == nil { profiles[name] = Profile(name: name, path: "\(folder)/\(file)") }
      }
    }
    return profiles.values.sorted { $0.name < $1.name }
  }

  /// - Throws: Only errors that may pass: a folder that cannot be read has no profiles.
  private func files(ofFolder folder: String) throws(ConfigurationError) -> [String] {
    do throws(ConfigurationError) {
      return try names(inFolder: folder)
    } catch {
      guard error.isTemporary else { return [] }
      throw error
    }
  }

  /// The profile with this name. Nothing else in the name, such as `..` or a slash, leads to a file.
  ///
  /// - Throws: The code `no-profile`.
  package func profile(named name: String) throws(ConfigurationError) -> Profile {
    var found: [[String]] = []
    for folder in paths { found.append(try files(ofFolder: folder)) }
    let all = profiles(inFolders: found)
    if let profile = all.first(where: { $0.name == name }) { return profile }
    let names = all.map(\.name)
    let nearest = nearestWord(to: name, among: names).map { "did you mean \(quoted($0))?" }
    let known = names.isEmpty ? hintWithoutProfiles : "there are \(list(names.map(quoted), "and"))"
    throw ConfigurationError([
      Diagnostic(.error, "no-profile", "there is no profile \(quoted(name))", hint: nearest ?? known)
    ])
  }

  /// Reads the profile with this name, or those that `auto` chooses from.
  ///
  /// - Throws: The code `no-profile`, and the errors of the file.
  package func read(_ name: String) throws(ConfigurationError) -> Settings {
    guard name == AutomaticProfile.name else { return try profile(named: name).read() }
    var settings = Settings()
    for profile in AutomaticProfile.allCases {
      settings.automatic[profile] = try self.profile(named: profile.rawValue).read()
    }
    return settings
  }

  private var hintWithoutProfiles: String {
    "no profiles are installed" + (paths.first.map { "; put NAME.toml in \($0.printable)" } ?? "")
  }
}

extension Settings {
  package static func parse(profile text: [UInt8], file: String) throws(ConfigurationError) -> Settings {
    try read(root(of: text, file: file), file: file, as: .profile)
  }

  /// These settings with the controls of a profile, and with its gamepad if it has one.
  package func with(_ profile: Settings) -> Settings {
    var copy = self
    (copy.controls, copy.madeFor) = (profile.controls, profile.madeFor)
    copy.rumbleFactor = profile.rumbleFactor
    copy.controlsPositions = profile.positions
    copy.automatic = profile.automatic
    copy.areControlsSent = profile.areControlsSent
    if profile.gamepad.positions.table != nil { copy.gamepad = profile.gamepad }
    return copy
  }

  /// These settings with what the profile has that they ask for, if they ask for one.
  func withOwnProfile() throws(ConfigurationError) -> Settings {
    guard let name = profile else { return self }
    do throws(ConfigurationError) {
      let whole = with(try ProfileFolders(beside: fileName).read(name))
      try whole.checkKeys()
      return whole
    } catch {
      // What is wrong in the profile has its place there.
      throw ConfigurationError(
        error.diagnostics.map { $0.file == nil ? $0.located(in: fileName, at: profilePosition) : $0 })
    }
  }
}

/// A profile that `profile = "auto"` chooses, by its name.
package enum AutomaticProfile: String, CaseIterable, Sendable {
  case phone, touchscreen, touchpad, tablet

  package static let name = "auto"

  /// The one for a device. A phone is narrow enough for both thumbs to reach its middle, and has a long side.
  package init(for deviceClass: DeviceClass, on size: SurfaceSize) {
    let (short, long) = (min(size.width, size.height), max(size.width, size.height))
    self =
      switch deviceClass {
      case .touchscreen: short <= 85 && long >= 1.5 * short ? .phone : .touchscreen
      case .touchpad: .touchpad
      case .tablet: .tablet
      }
  }
}

extension Settings {
  /// The settings without a file: the profile for the device. Where these profiles are not installed, they are those of
  /// an empty file.
  static func unconfigured() throws(ConfigurationError) -> Settings {
    var settings = Settings()
    do throws(ConfigurationError) {
      let automatic = try ProfileFolders().read(AutomaticProfile.name)
      settings.profile = AutomaticProfile.name
      return settings.with(automatic)
    } catch {
      guard error.isTemporary else { return settings }
      throw error
    }
  }

  /// These settings with the controls for a device, if they choose by the device.
  package func resolved(for deviceClass: DeviceClass, on size: SurfaceSize) -> Settings {
    let profile = AutomaticProfile(for: deviceClass, on: size)
    guard let chosen = automatic[profile] else { return self }
    var copy = with(chosen)
    copy.profile = profile.rawValue
    copy.gamepad = gamepad
    return copy
  }

  /// The files that the controls come from, other than the file itself.
  var profileFiles: [String] {
    [controlsPositions.file].compactMap { $0 }
      + AutomaticProfile.allCases.compactMap { automatic[$0]?.positions.file }
  }
}
