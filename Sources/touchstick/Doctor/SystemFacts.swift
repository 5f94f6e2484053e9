internal import Configuration
internal import FoundationEssentials
internal import Glibc
internal import System

/// The facts that touchstick doctor judges. Gathering them changes nothing.
struct SystemFacts {
  var userName: String
  var uinput: UinputFacts
  /// Nil if systemd is not running.
  var service: ServiceFacts?
  /// The account that the service runs as, or will run as; nil if there is neither the service nor the account.
  var serviceAccount: Account?
  /// Whether the running kernel has joydev, loaded or not; nil if its modules cannot be found.
  var hasJoydev: Bool?
  var processes: [ProcessFacts] = []
  /// touchstickd's answer; nil without one.
  var status: PadStatus?
  /// What the programs of the session lack.
  var sessionProblems: [PadStatus.Problem] = []
  var devices: [DeviceFacts] = []
  var sensors: [SensorFacts] = []
  /// The installed screen lockers that do not tell logind of a lock.
  var silentLockers: [String] = []
  var report: CheckReport
  /// The files and folders that the service must read, if it uses this configuration.
  var needed: [NeededFile] = []

  /// The missing user that the service should run as; nil if the user exists.
  var missingServiceUser: String? { serviceAccount == nil ? service?.staticUser : nil }

  /// The settings of the files without errors, or of an empty file if there is none.
  var settings: [Settings] { report.settings.isEmpty ? [Settings()] : report.settings }

  var daemons: [ProcessFacts] { processes.filter(\.isDaemon) }
}

struct UinputFacts: Equatable {
  var node: NodeFacts?
  var isInKernel: Bool
  /// Whether the running kernel has a module of it; nil if its modules cannot be found.
  var hasModule: Bool?
  /// touchstick's own file of udev rules, which give the node to the service's group; nil if it is missing.
  var rules: String?
}

struct ServiceFacts: Equatable {
  /// The properties from systemctl(1); empty if it does not answer.
  var properties: [String: String]
  /// Whether its process, if it runs, has realtime scheduling.
  var isRealtime = true

  static let name = "touchstickd.service"

  var isInstalled: Bool { loadState == "loaded" }
  /// loaded, not-found, masked, ..., or why systemd has not loaded the installed unit: bad-setting, error.
  var loadState: String { properties["LoadState"] ?? "" }
  /// The name of its user, which must exist before it starts; nil if none is needed.
  var staticUser: String? {
    guard isInstalled, properties["DynamicUser"] != "yes", let user = properties["User"] else { return nil }
    return user.isEmpty || UInt32(user) != nil ? nil : user
  }
  /// active, inactive, failed, activating, ...
  var state: String { properties["ActiveState"] ?? "" }
  var isEnabled: Bool {
    ["enabled", "enabled-runtime", "static", "generated"].contains(properties["UnitFileState"])
  }
  /// Whether something that the daemon needs was missing when it last ran.
  var lackedSomething: Bool { properties["ExecMainStatus"] == "69" }  // EX_UNAVAILABLE
  var status: String? { properties["StatusText"].flatMap { $0.isEmpty ? nil : $0.printable } }
}

extension SystemFacts {
  /// Gathers the facts about this machine.
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
      needed = NeededFile.all(report.files, in: ConfigurationFiles.defaultFolder)
    }
    hasJoydev = FileManager.default.fileExists(atPath: "/sys/module/joydev") ? true : kernelHas("joydev")
    processes = ProcessFacts.all()
    status = try? SystemBus().padStatus()
    sessionProblems = status.map { SessionPrograms(status: $0).problems } ?? []
    devices = [DeviceFacts](for: settings, processes)
    sensors = SensorFacts.all(status)
    silentLockers = ["hyprlock", "i3lock", "light-locker", "swaylock"].filter(SessionPrograms.isInstalled)
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
  /// touchstick's rules in the first of udev's folders that has them: it replaces those in others, or disables them if
  /// it is a link to /dev/null.
  static func rules(in folders: [String]) -> String? {
    let files = folders.map { "\($0)/70-touchstick.rules" }
    let first = files.first { (try? FileManager.default.attributesOfItem(atPath: $0)) != nil }
    return first.flatMap { FileManager.default.contents(atPath: $0)?.isEmpty == false ? $0 : nil }
  }
}

extension ServiceFacts {
  /// Nil if systemd is not running: sd_booted(3).
  fileprivate static var current: ServiceFacts? {
    guard FileManager.default.fileExists(atPath: "/run/systemd/system") else { return nil }
    let asked =
      "LoadState,ActiveState,UnitFileState,StatusText,ExecMainStatus,MainPID,User,DynamicUser,Group,SupplementaryGroups"
    let output = try? ProgramOutput(of: "systemctl", ["show", "--property=\(asked)", name], isSilent: true)
    let pairs = String(decoding: output?.bytes ?? [], as: UTF8.self).split(separator: "\n").map { line in
      (String(line.prefix { $0 != "=" }), String(line.drop { $0 != "=" }.dropFirst()))
    }
    var facts = ServiceFacts(properties: Dictionary(pairs, uniquingKeysWith: { first, _ in first }))
    if let process = facts.properties["MainPID"].flatMap({ pid_t($0) }), process > 0 {
      // Without SCHED_RESET_ON_FORK, which Swift does not import.
      facts.isRealtime = sched_getscheduler(process) & 0xff == SCHED_RR
    }
    return facts
  }
}

/// A file or folder that the service needs to read its configuration.
struct NeededFile: Equatable {
  var node: NodeFacts
  /// What it must be able to do with it.
  var use: AccessEntry.Use
}

extension NeededFile {
  /// The files of a folder, that folder, and all folders on the way to them, also through links; the outermost come
  /// first.
  ///
  /// - Parameter files: Absolute paths, without `..`.
  static func all(_ files: [String], in folder: String) -> [NeededFile] {
    let paths = ([folder] + files).flatMap { [$0, (try? realPath(of: $0)) ?? $0] }
    let folders = paths.flatMap { path in
      sequence(first: path) { $0 == "/" ? nil : parent(of: $0) }.dropFirst().reversed()
    }
    var known: Set<String> = []
    return (folders + paths).filter { known.insert($0).inserted }.compactMap { path in
      let index = paths.firstIndex(of: path)
      // The first two are the folder and the target of its link.
      let use: AccessEntry.Use = index.map { $0 < 2 ? .list : .read } ?? .enter
      return NodeFacts(of: path).map { NeededFile(node: $0, use: use) }
    }
  }
}

/// The permissions of a device's node, or of another file or folder.
struct NodeFacts: Equatable {
  var path: String
  var owner: UInt32
  var group: UInt32
  /// The group's name, or its number if it has no name.
  var groupName: String
  /// Its access control list, or what its mode stands for.
  var accessList: [AccessEntry]
  /// Whether the current user may read it, and write it.
  var isReadable: Bool
  var isWritable: Bool

  func allows(_ use: AccessEntry.Use, to account: Account) -> Bool {
    accessList.allow(use, to: account, owner: owner, group: group)
  }

  /// The users that the access control list lets write it, apart from their groups, except root and one other user.
  func usersWriting(but other: Account?) -> [String] {
    accessList.allowing(.write).filter { $0.tag == .user && $0.number != 0 && $0.number != other?.user }
      .map(\.name)
  }

  /// The groups whose members may write it, but for root's own.
  var groupsWriting: [String] {
    let entries = accessList.allowing(.write)
    let own = group != 0 && entries.contains { $0.tag == .owningGroup } ? [groupName] : []
    return own + entries.filter { $0.tag == .group && $0.number != group }.map(\.name)
  }
}

extension NodeFacts {
  /// Reads the facts of a node without opening it: stat(2), faccessat(2). Nil if it does not exist.
  init?(of path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    self.path = path
    owner = status.st_uid
    group = status.st_gid
    groupName = Account.name(ofGroup: group)
    accessList = [AccessEntry](ofNode: path, mode: status.st_mode)
    isReadable = unsafe faccessat(AT_FDCWD, path, R_OK, AT_EACCESS) == 0
    isWritable = unsafe faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0
  }
}

struct ProcessFacts: Equatable {
  var number: Int32
  /// The first 15 bytes of its name: proc_pid_comm(5).
  var name: String
  /// The input devices that it has open; nil if we may not see them.
  var openNodes: Set<String>? = []

  /// A program by its number: `name, process 123`.
  static func phrase(_ number: UInt32) -> String {
    let name = (try? String(contentsOfFile: "/proc/\(number)/comm", encoding: .utf8))?.prefix { $0 != "\n" }
    return name.map { "\(String($0).printable), process \(number)" } ?? "process \(number)"
  }

  var isDaemon: Bool { name == "touchstickd" }
}

extension ProcessFacts {
  static func all() -> [ProcessFacts] {
    let numbers = (try? FileManager.default.contentsOfDirectory(atPath: "/proc"))?.compactMap(Int32.init)
    return (numbers ?? []).sorted().filter { $0 != getpid() }.compactMap(ProcessFacts.init)
  }

  /// Nil if it has ended meanwhile.
  private init?(_ number: Int32) {
    let folder = "/proc/\(number)"
    guard let name = try? String(contentsOfFile: folder + "/comm", encoding: .utf8) else { return nil }
    self.number = number
    self.name = String(name.prefix { $0 != "\n" }).printable
    let files = try? FileManager.default.contentsOfDirectory(atPath: folder + "/fd")
    openNodes = files.map { files in
      let targets = files.compactMap { file in
        try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/fd/\(file)")
      }
      return Set(targets.filter { $0.hasPrefix("/dev/input/") })
    }
  }
}
