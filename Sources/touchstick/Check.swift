internal import ArgumentParser
internal import Configuration
internal import EventPipeline
internal import FoundationEssentials
internal import JoystickModel

/// Says what is wrong with configurations.
struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Say what is wrong with a configuration, and where.",
    discussion: """
      It reads the files as touchstickd does: a folder stands for its files whose names end in .toml; without a \
      file or folder it is /etc/touchstick. Several are taken together: those that ask for the same device have \
      to agree on it. What it finds goes to the standard output, as a compiler says it:

        FILE:LINE:COLUMN: error: what is wrong; what would be right

      with the line of the file, and a mark under the column, which counts characters from 1. An error keeps \
      touchstickd from taking the file. A warning does not: it is about what can be, but is surely not meant.

      With --device it looks at whether the files go with that device: whether all controls are on its surface, \
      and whether it has what they ask for. Without, it takes the surface of the size in the file, else that of a \
      phone held upright, of one held sideways and of a 10-inch screen. It warns about controls that are cut off, \
      overlap or are too small.

      With --json it is one array, with an object for each of them, and nothing else; line and column are null \
      where it is the file as a whole:

        {"file": path, "line": 3, "column": 8, "severity": "error" or "warning", "message": text}

      Exit status: 0 when there are no errors, with or without warnings; 65 when there are; 66 when a file or \
      folder cannot be read, or a folder has no file.
      """)

  @Argument(
    help: "The files and folders to check.", completion: .file(extensions: ["toml"]))
  var paths: [String] = []

  @Option(
    help: ArgumentHelp(
      "The device that they are for: a file by evemu-describe, a recording that describes its device, or the "
        + "device's node, such as /dev/input/event5.", valueName: "description"),
    completion: .file())
  var device: String?

  @Flag(help: "Print what is found as JSON.")
  var json = false

  func run() throws {
    try Touchstick.perform {
      let described = try device.map { file in try DescribedDevice(file: file) }
      let report = try CheckReport(paths: paths, device: described)
      Touchstick.printOutput(try (json ? report.json : report.text).utf8)
      if report.status != 0 { throw ExitCode(report.status) }
    }
  }
}

/// What is to be said of some configurations.
struct CheckReport {
  let findings: [Finding]
  /// The paths of the files that were looked at.
  let files: [String]
  /// Whether the usual folder was to be looked at, and is not there.
  let isUnconfigured: Bool
  let status: Int32

  static let usualFolder = "/etc/touchstick"

  /// - Parameters:
  ///   - paths: Files and folders; none is the usual folder, which need not be there.
  ///   - device: The device that they are for.
  init(paths: [String], device: DescribedDevice?) throws {
    isUnconfigured = paths.isEmpty && !FileManager.default.fileExists(atPath: Self.usualFolder)
    let read = ConfigurationFiles(paths.isEmpty && !isUnconfigured ? [Self.usualFolder] : paths)
    let settings = isUnconfigured ? [Settings()] : read.settings
    let checked = try device.map { device in try settings.findings(for: device) }
    let own = (read.error?.problems ?? []).map(Finding.init) + (checked ?? settings.flatMap(\.findings))
    files = read.paths
    findings = read.permissionWarnings().map(Finding.init) + own.inOrder(of: files)
    status =
      read.error?.isUnreadable == true ? 66 : own.contains { $0.severity == .error } ? 65 : 0
  }
}

extension Settings {
  /// What there is to say where the device is not known.
  fileprivate var findings: [Finding] { problems(on: device.rotatedSize) + warnings().map(Finding.init) }

  /// Why it cannot be on a surface; nil is any.
  fileprivate func problems(on size: SurfaceSize?, _ deviceClass: DeviceClass = .touchscreen) -> [Finding] {
    do throws(ConfigurationError) {
      if let size {
        _ = try layout(width: size.width, height: size.height, deviceClass: deviceClass)
      } else {
        try checkWithoutSurface()
      }
      return []
    } catch {
      return error.problems.map(Finding.init)
    }
  }
}

extension [Settings] {
  /// What there is to say of these files for a device, which those share that take it.
  fileprivate func findings(for described: DescribedDevice) throws -> [Finding] {
    let (device, deviceClass) = (described.device, described.deviceClass)
    let taking = filter { $0.device.accepts(device, class: deviceClass) }
    let others = filter { !$0.device.accepts(device, class: deviceClass) }
    let refusals = others.compactMap { $0.warningUnlessTaken(device, class: deviceClass) }
    var findings = refusals.map(Finding.init) + others.flatMap(\.findings)
    guard let first = taking.first else { return findings }
    for (index, other) in taking.enumerated().dropFirst()
    // Those that ask for it in the same words were compared when they were read.
    where !taking[..<index].contains(where: { $0.device.selectsSame(as: other.device) }) {
      findings += (Settings.disagreement(between: first, and: other)?.problems ?? []).map(Finding.init)
    }
    let size = try described.surface(first.device).size
    findings += taking.flatMap { $0.problems(on: size, deviceClass) }
    return findings
      + taking.warnings(for: device, class: deviceClass, on: described.screen)
      .map(Finding.init)
  }
}

extension [Finding] {
  /// In the order of the files, and of their lines; what is of none of them comes first.
  fileprivate func inOrder(of files: [String]) -> [Finding] {
    let indices = Dictionary(zip(files, files.indices), uniquingKeysWith: { first, _ in first })
    func index(_ finding: Finding) -> Int { finding.file.flatMap { indices[$0] } ?? -1 }
    func place(_ finding: Finding) -> (Int, Int, Int) {
      (index(finding), finding.position?.line ?? 0, finding.position?.column ?? 0)
    }
    // The order of what has the same place is that in which it came.
    return enumerated().sorted { first, second in
      let (one, other) = (place(first.element), place(second.element))
      return one == other ? first.offset < second.offset : one < other
    }.map(\.element)
  }
}
