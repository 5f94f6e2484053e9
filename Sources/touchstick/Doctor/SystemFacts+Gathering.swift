internal import Configuration
internal import FoundationEssentials
internal import Glibc
internal import OperatingSystem
internal import SystemBus

extension SystemFacts {
  /// Gathers the facts about this machine.
  ///
  /// - Parameter paths: The files and folders of the configuration; empty is the default.
  init(_ paths: [String]) throws {
    userName = Account.name(ofUser: geteuid())
    // Opening the node would load the module.
    uinput = UinputFacts(
      node: NodeFacts(of: "/dev/uinput"),
      isInKernel: FileManager.default.fileExists(atPath: "/sys/class/misc/uinput"),
      hasModule: kernelHas("uinput"),
      // The folders of udev's rules, in the order of udev(7).
      rules: UinputFacts.rules(
        in: ["/etc", "/run", "/usr/local/lib", "/usr/lib", "/lib"].map { "\($0)/udev/rules.d" }))
    service = ServiceFacts.current
    serviceAccount = Self.account(of: service)
    report = try CheckReport(paths: paths, device: nil)
    // With other paths, the files of the service are unknown.
    if paths.isEmpty, !report.isUnconfigured {
      needed = NeededFile.all(report.files, in: ConfigurationFiles.usualFolder)
    }
    hasJoydev = FileManager.default.fileExists(atPath: "/sys/module/joydev") ? true : kernelHas("joydev")
    processes = ProcessFacts.all()
    status = try? SystemBus().padStatus()
    if let status { self.status?.problems += SessionPrograms(status: status).problems }
    devices = [DeviceFacts](for: settings, processes)
  }

  /// The account of the service, with the groups of its unit; if the service is not installed, the account that the
  /// package makes for it.
  static func account(of service: ServiceFacts?, otherwise name: String = "touchstick") -> Account? {
    guard let service, service.isInstalled else { return Account(named: name) }
    let user = service.properties["User"] ?? ""
    let group = service.properties["Group"] ?? ""
    guard var account = Account(named: user.isEmpty ? "root" : user) else { return nil }
    if !group.isEmpty { account.groupName = group.printable }
    let groups = "\(group) \(service.properties["SupplementaryGroups"] ?? "")"
    for group in groups.split(separator: " ") { account.join(group: String(group)) }
    return account
  }
}

/// Whether the running kernel has a module, built in or loadable, according to the lists of depmod(8); nil without these
/// lists.
private func kernelHas(_ module: String) -> Bool? {
  let release = try? String(contentsOfFile: "/proc/sys/kernel/osrelease", encoding: .utf8)
  guard let release = release?.split(separator: "\n").first else { return nil }
  let lists = ["modules.dep", "modules.builtin"].compactMap { list in
    try? String(contentsOfFile: "/lib/modules/\(release)/\(list)", encoding: .utf8)
  }
  return lists.isEmpty ? nil : lists.contains { $0.contains("/\(module).ko") }
}

extension UinputFacts {
  /// The files with rules that give the node to the service's group. A file of the same name in an earlier folder replaces a file,
  /// or disables it if it is a link to /dev/null.
  static func rules(in folders: [String]) -> [String] {
    var known: Set<String> = []
    return folders.flatMap { folder in
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      return names.filter { $0.hasSuffix(".rules") && known.insert($0).inserted }.sorted()
        .map { "\(folder)/\($0)" }
    }.filter(hasRule)
  }

  private static func hasRule(_ file: String) -> Bool {
    guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { return false }
    // A backslash at the end continues on the next line.
    return text.replacing("\\\n", with: " ").split(separator: "\n").contains { rule in
      !rule.drop { $0.isWhitespace }.hasPrefix("#") && rule.contains("uinput\"")
        // With an access list, or as the node's group.
        && (rule.contains(/setfacl .*group:touchstick:/)
          || rule.contains(/(^|[\s,])GROUP\s*:?=\s*"touchstick"/))
    }
  }
}

extension ServiceFacts {
  /// Nil if systemd is not running: sd_booted(3).
  fileprivate static var current: ServiceFacts? {
    guard FileManager.default.fileExists(atPath: "/run/systemd/system") else { return nil }
    let asked =
      "LoadState,ActiveState,UnitFileState,StatusText,ExecMainStatus,User,DynamicUser,Group,SupplementaryGroups"
    let output = try? ProgramOutput(of: "systemctl", ["show", "--property=\(asked)", name], isSilent: true)
    let pairs = String(decoding: output?.bytes ?? [], as: UTF8.self).split(separator: "\n").map { line in
      (String(line.prefix { $0 != "=" }), String(line.drop { $0 != "=" }.dropFirst()))
    }
    return ServiceFacts(properties: Dictionary(pairs, uniquingKeysWith: { first, _ in first }))
  }
}
