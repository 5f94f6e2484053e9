internal import Configuration
internal import FoundationEssentials
internal import Glibc
internal import OperatingSystem

extension SystemFacts {
  /// Gathers the facts about this machine.
  ///
  /// - Parameter paths: The files and folders of the configuration; empty is the default.
  init(_ paths: [String]) throws {
    user = .current
    uinput = UinputFacts.current
    service = ServiceFacts.current
    serviceAccount = Self.account(of: service)
    configuration = try ConfigurationFacts(paths)
    hasJoydev = FileManager.default.fileExists(atPath: "/sys/module/joydev") ? true : Kernel.has("joydev")
    processes = ProcessFacts.all()
    devices = [DeviceFacts](for: configuration.settings, processes)
  }

  /// The account of the service; if the service is not installed, the account prepared for it.
  static func account(
    of service: ServiceFacts?, otherwise name: String = ServiceFacts.accountName
  ) -> Account? {
    if let service, service.isInstalled { service.account } else { Account(named: name) }
  }
}

/// The running kernel.
private enum Kernel {
  /// Whether it has a module, built in or loadable, according to the lists of depmod(8); nil without these lists.
  static func has(_ module: String) -> Bool? {
    var name = utsname()
    guard unsafe uname(&name) == 0 else { return nil }
    let release = unsafe withUnsafeBytes(of: &name.release) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    let lists = ["modules.dep", "modules.builtin"].compactMap { list in
      try? String(contentsOfFile: "/lib/modules/\(release)/\(list)", encoding: .utf8)
    }
    return lists.isEmpty ? nil : lists.contains { $0.contains("/\(module).ko") }
  }
}

extension UinputFacts {
  /// It does not open the node, which would load the module.
  fileprivate static var current: UinputFacts {
    UinputFacts(
      node: NodeFacts(of: "/dev/uinput"),
      isInKernel: FileManager.default.fileExists(atPath: "/sys/class/misc/uinput"),
      hasModule: Kernel.has("uinput"), rules: rules)
  }

  /// The folders of udev's rules, in the order of udev(7).
  private static var rules: [String] {
    rules(in: [
      "/etc/udev/rules.d", "/run/udev/rules.d", "/usr/local/lib/udev/rules.d", "/usr/lib/udev/rules.d",
      "/lib/udev/rules.d",
    ])
  }

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
    return text.replacing("\\\n", with: " ").split(separator: "\n").contains { line in
      !line.drop { $0.isWhitespace }.hasPrefix("#") && givesToService(line)
    }
  }

  /// Whether a rule gives the node to the service's group, with an access list or as its group.
  private static func givesToService(_ rule: Substring) -> Bool {
    rule.contains("uinput\"")
      && (rule.contains(/setfacl .*group:touchstick:/)
        || rule.contains(/(^|[\s,])GROUP\s*:?=\s*"touchstick"/))
  }
}

extension ServiceFacts {
  /// The account that the package makes for the service.
  static let accountName = "touchstick"

  private static let asked = [
    "LoadState", "ActiveState", "UnitFileState", "StatusText", "ExecMainStatus", "User", "DynamicUser",
    "Group", "SupplementaryGroups",
  ]

  /// Nil if systemd is not running: sd_booted(3).
  fileprivate static var current: ServiceFacts? {
    guard FileManager.default.fileExists(atPath: "/run/systemd/system") else { return nil }
    let arguments = ["show", "--property=" + asked.joined(separator: ","), name]
    let output = try? ProgramOutput(of: "systemctl", arguments, isSilent: true)
    let lines = String(decoding: output?.bytes ?? [], as: UTF8.self).split(separator: "\n").map {
      $0.split(separator: "=", maxSplits: 1)
    }
    let pairs = lines.filter { !$0.isEmpty }.map { (String($0[0]), $0.count > 1 ? String($0[1]) : "") }
    return ServiceFacts(properties: Dictionary(pairs, uniquingKeysWith: { first, _ in first }))
  }

  /// Its account, with the groups of its unit; nil if it is not installed.
  fileprivate var account: Account? {
    guard isInstalled else { return nil }
    let user = properties["User"] ?? ""
    guard var account = Account(named: user.isEmpty ? "root" : user) else { return nil }
    if let group = properties["Group"], !group.isEmpty { account.groupName = group.printable }
    let groups = "\(properties["Group"] ?? "") \(properties["SupplementaryGroups"] ?? "")"
    for group in groups.split(separator: " ") { account.join(group: String(group)) }
    return account
  }
}
