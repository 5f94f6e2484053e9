internal import Configuration
internal import EventPipeline
internal import FoundationEssentials
internal import Glibc
internal import JoystickModel
internal import System

struct CheckReport {
  let diagnostics: [Diagnostic]
  let files: [String]
  let isUnconfigured: Bool
  let settings: [Settings]
  /// Those without which some of the controls do nothing.
  private let sensors: MotionSensors
  let status: Int32

  /// - Parameter names: The names of profiles. Without these and paths, it is the default folder, which may be missing.
  init(paths: [String], profiles names: [String] = [], device: DescribedDevice?) throws {
    let (profiles, unknown) = ProfileFolders.ofUser.profiles(named: names)
    let isDefault = paths.isEmpty && names.isEmpty
    let choices = (isDefault ? [SavedChoices.path].compactMap(\.self) : paths).filter(Self.isOfSession)
    let others = paths.filter { !choices.contains($0) }
    let read = isDefault ? ConfigurationFiles(asked: []) : ConfigurationFiles(others, profiles: profiles)
    isUnconfigured = read.isUnconfigured
    let settings = read.settings
    self.settings = settings
    sensors = (settings + read.profiles).reduce(into: []) { $0.formUnion($1.requiredSensors) }
    let checked = try device.map { device in
      try ([settings] + read.profiles.map { [$0] }).flatMap { try $0.diagnostics(for: device) }
    }
    // In steps: Swift 6.2 does not find the types of one sum in time.
    var found = unknown + (read.error?.diagnostics ?? [])
    found += choices.flatMap(SavedChoices.check)
    found += checked ?? (settings + read.profiles).flatMap(\.diagnostics)
    files = read.paths + choices
    diagnostics = read.permissionWarnings() + found.inOrder(of: files)
    status =
      read.error?.isUnreadable == true || !unknown.isEmpty
      ? EX_NOINPUT : found.contains { $0.severity == .error } ? EX_DATAERR : EX_OK
  }

  private static func isOfSession(_ path: String) -> Bool {
    guard let own = SavedChoices.path, let real = try? realPath(of: path) else { return false }
    return real == (try? realPath(of: own))
  }

  var text: String {
    let report = DiagnosticReport(diagnostics: diagnostics)
    let files =
      isUnconfigured
      ? "no \(ConfigurationFiles.defaultFolder) (touchstickd uses its built-in defaults)"
      : self.files.isEmpty ? "no files" : counted(self.files.count, "file")
    return "\(report.text)\(files), \(report.summary)\(sensors.need)\n"
  }

  var json: String {
    get throws { try DiagnosticReport(diagnostics: diagnostics).json }
  }
}

extension MotionSensors {
  fileprivate var need: String {
    let names = [(Self.accelerometer, "an accelerometer"), (.gyroscope, "a gyroscope")]
    let needed = names.filter { contains($0.0) }.map(\.1)
    return needed.isEmpty ? "" : "; needs \(list(needed, "and"))"
  }
}

extension ProfileFolders {
  /// The profiles with these names, and the errors about unknown names. `auto` stands for several.
  fileprivate func profiles(named names: [String]) -> (known: [Profile], errors: [Diagnostic]) {
    let names = names.flatMap {
      $0 == AutomaticProfile.name ? AutomaticProfile.allCases.map(\.rawValue) : [$0]
    }
    return names.reduce(into: ([], [])) { result, name in
      do throws(ConfigurationError) {
        result.0.append(try profile(named: name))
      } catch {
        result.1 += error.diagnostics
      }
    }
  }
}

extension Settings {
  fileprivate var diagnostics: [Diagnostic] { errors(on: device.rotatedSize) + warnings() }

  fileprivate func errors(on size: SurfaceSize?) -> [Diagnostic] {
    if let size { return errors(on: size, deviceClass: device.presumedClass) }
    do throws(ConfigurationError) {
      try checkWithoutSurface()
      return []
    } catch {
      return error.diagnostics
    }
  }
}

extension [Settings] {
  /// The diagnostics of these files for a device, which the files that use it share.
  fileprivate func diagnostics(for described: DescribedDevice) throws -> [Diagnostic] {
    let (device, deviceClass) = (described.device, described.deviceClass)
    let taking = filter { $0.device.accepts(device, class: deviceClass) }
    let others = filter { !$0.device.accepts(device, class: deviceClass) }
    let refusals = others.compactMap { $0.warningIfUnused(device, class: deviceClass) }
    var diagnostics = refusals + others.flatMap(\.diagnostics)
    guard let first = taking.first else { return diagnostics }
    for (index, other) in taking.enumerated().dropFirst()
    // Files with the same conditions were compared when they were read.
    where !taking[..<index].contains(where: { $0.device.selectsSame(as: other.device) }) {
      diagnostics += Settings.disagreement(between: first, and: other)?.diagnostics ?? []
    }
    let size = try described.surface(first.device).size
    diagnostics += taking.flatMap { $0.errors(on: size, deviceClass: deviceClass) }
    return diagnostics + taking.warnings(for: device, class: deviceClass, on: described.screen)
  }
}

extension [Diagnostic] {
  /// Sorted by file and line. Diagnostics without a file come first.
  fileprivate func inOrder(of files: [String]) -> [Diagnostic] {
    let indices = Dictionary(zip(files, files.indices), uniquingKeysWith: { first, _ in first })
    func index(_ diagnostic: Diagnostic) -> Int { diagnostic.file.flatMap { indices[$0] } ?? -1 }
    // Sort those of each file by their places.
    return Dictionary(grouping: self, by: index).sorted { $0.key < $1.key }.flatMap(
      \.value.inOrderOfPositions)
  }
}
