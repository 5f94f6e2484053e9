import Configuration
import Foundation
import InputDevices
import TestSupport
import Testing

@testable import touchstick

@Suite("What touchstick doctor makes of facts")
struct DoctorTests {
  @Test("a machine on which all is well has nothing but good marks")
  func healthy() throws {
    let report = DoctorReport(diagnoses: try SystemFacts.healthy().diagnoses)
    #expect(
      report.text == """
        ok       /dev/uinput is there
        ok       you (root) may write /dev/uinput
        ok       /dev/uinput is for the group touchstick, by a udev rule
        ok       touchstickd.service runs: using a screen
        ok       the configuration has no mistakes: 1 file
        ok       you (root) may read /dev/input/event5 (ELAN Touchscreen)
        ok       touchstickd has /dev/input/event5 (ELAN Touchscreen)
        ok       /dev/input/event5 (ELAN Touchscreen) has a surface of 331 x 187 mm (as the device says)
        ok       udev takes /dev/input/event9 (Microsoft X-Box 360 pad) for a gamepad, and for nothing else
        ok       you may read /dev/input/event9 (Microsoft X-Box 360 pad), and so may your games
        ok       old games have /dev/input/event9 (Microsoft X-Box 360 pad) as /dev/input/js0
        ok       SDL takes a device named “Microsoft X-Box 360 pad” for a gamepad
        ok       no program runs that is known to take touch devices
        no problems

        """)
    #expect(report.status == 0)
  }

  @Test(
    "/dev/uinput: what is missing depends on where it is missing",
    arguments: [
      (true, false, true as Bool?, .uinputThere), (true, true, false, .uinputThere),
      (true, false, nil, .uinputThere),
      (true, false, false, .uinputMissing(.noModule)), (false, false, true, .uinputMissing(.notLoaded)),
      (false, true, nil, .uinputMissing(.noNode)), (false, false, false, .uinputMissing(.noModule)),
      (false, false, nil, .uinputMissing(.unknown)),
    ] as [(Bool, Bool, Bool?, Diagnosis)])
  func uinput(_ isThere: Bool, _ isInKernel: Bool, _ hasModule: Bool?, _ expected: Diagnosis) throws {
    let facts = try SystemFacts.healthy { facts in
      facts.uinput.isInKernel = isInKernel
      facts.uinput.hasModule = hasModule
      if !isThere { facts.uinput.node = nil }
    }
    #expect(facts.uinputDiagnoses == [expected])
    #expect(isThere || (facts.uinputAccessDiagnoses + facts.uinputRuleDiagnoses).isEmpty)
  }

  @Test("/dev/uinput: a module that nothing loads is missed where the service has tried to")
  func uinputRefused() throws {
    var facts = try SystemFacts.healthy { facts in
      facts.uinput.isInKernel = false
      facts.service?.properties["ExecMainStatus"] = "69"
    }
    #expect(facts.uinputDiagnoses == [.uinputMissing(.refused)])
    facts.uinput.node = .uinput(mode: 0o600)
    #expect(facts.uinputDiagnoses == [.uinputThere], "the service could not try")
    facts.uinput.node = .uinput(mode: 0o660, group: 990)
    facts.service?.properties["ExecMainStatus"] = "78"
    #expect(facts.uinputDiagnoses == [.uinputThere], "the service ended for its configuration")
  }

  @Test("/dev/uinput: who may write it, and who need not")
  func uinputAccess() throws {
    var facts = try SystemFacts.healthy { $0.user = .player }
    facts.uinput.node?.isWritable = false
    #expect(facts.uinputAccessDiagnoses == [.uinputNotNeeded(user: "player", service: "touchstick")])
    facts.serviceAccount = nil
    #expect(facts.uinputAccessDiagnoses == [.uinputNotNeededNow(user: "player")])
    facts.processes = []
    #expect(facts.uinputAccessDiagnoses == [.uinputDenied(user: "player", group: "touchstick")])
    facts.serviceAccount = .service
    facts.uinput.node = .uinput(mode: 0o600)
    #expect(
      facts.uinputAccessDiagnoses == [
        .uinputWritable(user: "player"),
        .uinputDeniedToService(service: "touchstick", group: "root", hasRule: true),
      ])
  }

  @Test("/dev/uinput: whether its rule is in effect")
  func uinputRule() throws {
    var facts = try SystemFacts.healthy { $0.uinput.node = .uinput(mode: 0o600) }
    #expect(facts.uinputRuleDiagnoses == [.uinputRuleWithoutEffect(file: facts.uinput.rules[0])])
    facts.uinput.rules = []
    #expect(facts.uinputRuleDiagnoses == [.uinputWithoutRule(service: "touchstick")])
    // A rule of somebody else's.
    facts.uinput.node = .uinput(mode: 0o660, group: 5, groupName: "games")
    #expect(facts.uinputRuleDiagnoses == [.uinputWithoutRule(service: "touchstick")])
    facts.serviceAccount = nil
    #expect(facts.uinputRuleDiagnoses == [.uinputForGroup("games")])
    facts.uinput.node = .uinput(mode: 0o600)
    #expect(facts.uinputRuleDiagnoses == [.uinputForRoot])
    facts.uinput.node = .uinput(mode: 0o666)
    #expect(facts.uinputRuleDiagnoses == [.uinputForEverybody])
  }

  @Test("/dev/uinput: users who are let write it by name, as who is logged in, are warned of")
  func uinputUsers() throws {
    var facts = try SystemFacts.healthy()
    facts.uinput.node?.accessList = [
      AccessEntry(tag: .owner, permissions: 6), AccessEntry(tag: .user, permissions: 6, number: 990),
      AccessEntry(tag: .user, permissions: 4, number: 1001), AccessEntry(tag: .user, permissions: 6),
      AccessEntry(tag: .owningGroup, permissions: 6), AccessEntry(tag: .mask, permissions: 6),
      AccessEntry(tag: .others, permissions: 0),
    ]
    #expect(facts.uinputRuleDiagnoses == [.uinputForGroup("touchstick")])
    facts.uinput.node?.accessList += [1000, 1002].map {
      AccessEntry(tag: .user, permissions: 6, number: $0)
    }
    facts.uinput.node?.userNames = [1000: "player"]
    let warning = Diagnosis.uinputForUsers(["player", "1002"])
    #expect(facts.uinputRuleDiagnoses == [.uinputForGroup("touchstick"), warning])
    #expect(warning.result == .warning)
    facts.uinput.node?.group = 0
    #expect(facts.uinputRuleDiagnoses == [.uinputRuleWithoutEffect(file: facts.uinput.rules[0]), warning])
    facts.uinput.rules = []
    #expect(facts.uinputRuleDiagnoses == [warning], "it is not for root only")
    facts.serviceAccount = .player
    #expect(facts.uinputRuleDiagnoses == [.uinputForUsers(["990", "1002"])])
    facts.serviceAccount = nil
    facts.uinput.node?.accessList[5].permissions = 4
    #expect(facts.uinputRuleDiagnoses == [.uinputForRoot])
  }

  @Test("the configuration: how many mistakes, and where they are shown")
  func configuration() throws {
    var facts = try SystemFacts.healthy { $0.configuration = try .file("[device]\ngrab = 1\nnmae = 2") }
    let paths = facts.configuration.asked
    #expect(facts.configurationDiagnoses == [.configurationWrong(mistakes: 2, paths)])
    #expect(facts.configurationDiagnoses.first?.remedy == "See what: touchstick check \(paths[0])")
    facts.configuration = try .file("[[stick]]\ntap_time = 100")
    #expect(facts.configurationDiagnoses == [.configurationOdd(warnings: 1, facts.configuration.asked)])
    facts.configuration = try ConfigurationFacts(["/nonexistent"])
    #expect(facts.configurationDiagnoses == [.configurationUnreadable(["/nonexistent"])])
  }

  @Test("the configuration: what the service's user may not read, which root can, is a problem")
  func configurationOfService() throws {
    var facts = try SystemFacts.healthy()
    let (way, folder) = ("/etc", "/etc/touchstick")
    let file = "\(folder)/my.toml"
    facts.configuration.needed = [
      .ofRoot(way, .pass, mode: 0o711), .ofRoot(folder, .list, mode: 0o755),
      .ofRoot(file, .read, mode: 0o644),
    ]
    #expect(facts.configurationDiagnoses == [.configurationGood(fileCount: 1)])
    let closed: [NeededFile] = [
      .ofRoot(way, .pass, mode: 0o700), .ofRoot(folder, .list, mode: 0o711),
      .ofRoot(file, .read, mode: 0o600),
    ]
    facts.configuration.needed = closed
    let found = Array(facts.configurationDiagnoses.dropFirst())
    #expect(found == closed.map { .configurationDenied($0, .service) })
    #expect(found.allSatisfy { $0.result == .problem })
    #expect(
      found.map(\.message) == [
        "touchstick, the service's user, may not get at what is in /etc",
        "touchstick, the service's user, may not read /etc/touchstick",
        "touchstick, the service's user, may not read /etc/touchstick/my.toml",
      ])
    #expect(
      found.map(\.remedy) == [
        "sudo chmod o+x /etc", "sudo chgrp pads \(folder); sudo chmod g=rx \(folder)",
        "sudo chgrp pads \(file); sudo chmod g=r \(file)",
      ])
    facts.serviceAccount = .root
    #expect(facts.configurationDiagnoses.count == 1)
  }

  @Test(
    "the configuration: to be read are its files, their folder and what links lead to, through all folders above"
  )
  func neededFiles() throws {
    let target = try CheckTests.file("", "target.toml")
    let folder = URL(filePath: try CheckTests.file("", "a.toml")).deletingLastPathComponent().path
    try FileManager.default.createSymbolicLink(atPath: "\(folder)/b.toml", withDestinationPath: target)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: target)
    let needed = NeededFile.all(["\(folder)/a.toml", "\(folder)/b.toml"], in: folder)
    func paths(_ use: NeededFile.Use) -> [String] { needed.filter { $0.use == use }.map(\.node.path) }
    #expect(paths(.read) == ["\(folder)/a.toml", "\(folder)/b.toml", target])
    #expect(paths(.list) == [folder])
    #expect(paths(.pass).first == "/")
    #expect(paths(.pass).contains(URL(filePath: target).deletingLastPathComponent().path))
    let stranger = Account(name: "stranger", user: 4_000_000_000, groups: [4_000_000_000])
    let denied = needed.filter { !$0.isUsable(by: stranger) }.map(\.node.path)
    #expect(denied.contains(target) && !denied.contains("\(folder)/a.toml") && !denied.contains(folder))
  }

  @Test("programs that take touch devices")
  func programs() throws {
    var facts = try SystemFacts.healthy { $0.processes += [ProcessFacts(number: 5, name: "touchegg")] }
    #expect(facts.programDiagnoses == [.noOtherPrograms])
    facts.processes += ["ts_uinput", "inputplumber", "input-remapper-", "evsieve"].map {
      ProcessFacts(number: 6, name: $0)
    }
    #expect(
      facts.programDiagnoses == [
        .otherPrograms(["evsieve", "InputPlumber", "Input Remapper", "ts_uinput of tslib"])
      ])
  }

  @Test("is an array with the same as JSON, and ends with 69 for a problem, not for a warning")
  func json() throws {
    let warned = DoctorReport(diagnoses: [CheckedDiagnosis(check: "devices", diagnosis: .noTouchDevice)])
    #expect(warned.status == 0 && warned.text.hasSuffix("\nno problems, 1 warning\n"))
    let report = DoctorReport(diagnoses: [
      CheckedDiagnosis(check: "uinput", diagnosis: .uinputThere),
      CheckedDiagnosis(check: "service", diagnosis: .severalDaemons([1, 2])),
    ])
    #expect(report.status == 69)
    #expect(
      try report.json == """
        [
        {"check":"uinput","message":"/dev/uinput is there","remedy":null,"result":"ok"},
        {"check":"service","message":"touchstickd runs 2 times (1, 2), and only one can have a device","remedy":\
        "Stop all but one of them.","result":"problem"}
        ]

        """)
  }

  @Test("a udev rule counts unless a file of its name in a folder before it takes it away")
  func rules() throws {
    let rule = "KERNEL==\"uinput\", GROUP=\"games\", OPTIONS+=\"static_node=uinput\"\n"
    let files = ["70-a.rules": rule, "71-b.rules": "# \(rule)", "72-c.rules": rule, "readme": rule]
    let package = try Programs.files(files).path
    let owners = try Programs.files([:]).path
    #expect(UinputFacts.rules(in: [owners, package]) == ["\(package)/70-a.rules", "\(package)/72-c.rules"])
    try FileManager.default.createSymbolicLink(
      atPath: "\(owners)/70-a.rules", withDestinationPath: "/dev/null")
    #expect(UinputFacts.rules(in: [owners, package]) == ["\(package)/72-c.rules"])
    #expect(UinputFacts.rules(in: [package, owners]).count == 2)
  }

  @Test(
    "a udev rule counts only if it gives /dev/uinput to a group",
    arguments: [
      // Steam's.
      (#"KERNEL=="uinput", SUBSYSTEM=="misc", TAG+="uaccess", OPTIONS+="static_node=uinput""#, false),
      (#"GROUP=="input", OPTIONS+="static_node=uinput""#, false),
      (#"ENV{GROUP}="input", OPTIONS+="static_node=uinput""#, false),
      (#"GROUP="root", OPTIONS+="static_node=uinput""#, false),
      (#"KERNEL=="uhid", GROUP="input", OPTIONS+="static_node=uhid""#, false),
      ("\t# GROUP=\"input\", OPTIONS+=\"static_node=uinput\"", false),
      (#"GROUP:="input",OPTIONS+="static_node=uinput""#, true),
      ("KERNEL==\"uinput\", \\\n  GROUP = \"input\", \\\n  OPTIONS+=\"static_node=uinput\"", true),
    ])
  func groupRules(_ rule: String, _ counts: Bool) throws {
    let folder = try Programs.files(["60-a.rules": "\(rule)\n"]).path
    #expect(UinputFacts.rules(in: [folder]).isEmpty == !counts)
  }

  @Test("is said of this machine, whatever it is, without a configuration that has mistakes being an end")
  func program() throws {
    let broken = try CheckTests.file("a = 1")
    let text = try Programs.tool(["doctor", "--config", broken])
    #expect(text.status == 69)
    #expect(text.output.contains("\nproblem  the configuration is wrong: 1 mistake\n"), "\(text.output)")
    #expect(text.output.contains("\n         See what: touchstick check \(broken)\n"))
    let json = try Programs.tool(["doctor", "--json", "--config", broken]).output
    let objects = try JSONDecoder().decode([[String: String?]].self, from: Data(json.utf8))
    #expect(objects.first?["check"] == "uinput")
    #expect(objects.allSatisfy { Set($0.keys) == ["check", "result", "message", "remedy"] })
    let here = FileManager.default
    if !here.fileExists(atPath: "/dev/uinput") && !here.fileExists(atPath: "/sys/class/misc/uinput") {
      #expect(
        text.output.hasPrefix("problem  /dev/uinput is not there")
          || text.output.hasPrefix("problem  the kernel"))
      #expect(text.output.contains("uinput"))
    }
  }
}
