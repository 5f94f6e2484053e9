import Configuration
import Foundation
import InputDevices
import Testing
import TestSupport

@testable import System
@testable import touchstick

@Suite("touchstick doctor")
struct DoctorTests {
  @Test("Problems come first, each kind in its order")
  func order() {
    let all = ["a", "b", "c", "d", "e"].enumerated().map { index, code in
      Diagnostic([.ok, .warning, .error][index % 3], code, code)
    }
    #expect(all.problemsFirst.map(\.code) == ["c", "b", "e", "a", "d"])
  }

  @Test("A healthy machine has only lines with ok")
  func healthy() throws {
    let report = DiagnosticReport(diagnostics: try SystemFacts.healthy().diagnostics, isTable: true)
    #expect(
      report.text == """
        ok       /dev/uinput exists
        ok       you (root) may write /dev/uinput
        ok       a udev rule gives /dev/uinput to the group touchstick
        ok       touchstickd.service is running: "using a screen"
        ok       the configuration has no errors: 1 file
        ok       you (root) may read /dev/input/event5 ("ELAN Touchscreen")
        ok       touchstickd is using /dev/input/event5 ("ELAN Touchscreen")
        ok       /dev/input/event5 ("ELAN Touchscreen") has a surface of 331 x 187 mm (from the device)
        ok       udev classifies /dev/input/event9 ("Microsoft X-Box 360 pad") as a gamepad only
        ok       you may read /dev/input/event9 ("Microsoft X-Box 360 pad"), and so may your games
        ok       old games see /dev/input/event9 ("Microsoft X-Box 360 pad") as /dev/input/js0
        ok       SDL recognises a device named “Microsoft X-Box 360 pad” as a gamepad
        ok       no program is running that is known to grab touch devices

        """)
    #expect(report.summary == "no errors")
  }

  @Test(
    "/dev/uinput: the message depends on the missing part",
    arguments: [
      (true, false, true as Bool?, "uinput"), (true, true, false, "uinput"), (true, false, nil, "uinput"),
      (true, false, false, "uinput-no-module"), (false, false, true, "uinput-not-loaded"),
      (false, true, nil, "uinput-no-node"), (false, false, false, "uinput-no-module"),
      (false, false, nil, "uinput-unknown"),
    ] as [(Bool, Bool, Bool?, String)])
  func uinput(_ isThere: Bool, _ isInKernel: Bool, _ hasModule: Bool?, _ expected: String) throws {
    let facts = try SystemFacts.healthy { facts in
      facts.uinput.isInKernel = isInKernel
      facts.uinput.hasModule = hasModule
      if !isThere { facts.uinput.node = nil }
    }
    #expect(facts.uinputDiagnostics.codes() == [expected])
    #expect(isThere || (facts.uinputAccessDiagnostics + facts.uinputRuleDiagnostics).isEmpty)
  }

  @Test("/dev/uinput: a module that nothing loads is reported after the service has tried")
  func uinputRefused() throws {
    var facts = try SystemFacts.healthy { facts in
      facts.uinput.isInKernel = false
      facts.service?.properties["ExecMainStatus"] = "69"
    }
    #expect(facts.uinputDiagnostics.codes() == ["uinput-refused"])
    facts.uinput.node = .uinput(mode: 0o600)
    #expect(facts.uinputDiagnostics.codes() == ["uinput"], "the service could not try")
    facts.uinput.node = .uinput(mode: 0o660, group: 990)
    facts.service?.properties["ExecMainStatus"] = "78"
    #expect(facts.uinputDiagnostics.codes() == ["uinput"], "the service ended for its configuration")
  }

  @Test("/dev/uinput: who may write it, and who does not need to")
  func uinputAccess() throws {
    var facts = try SystemFacts.healthy { $0.userName = "player" }
    facts.uinput.node?.isWritable = false
    #expect(
      facts.uinputAccessDiagnostics.map(\.message) == [
        "touchstick, the service's user, may write /dev/uinput; you (player) do not need access"
      ])
    facts.serviceAccount = nil
    #expect(
      facts.uinputAccessDiagnostics.map(\.message) == [
        "touchstickd is running and may write /dev/uinput; you (player) do not need access"
      ])
    facts.processes = []
    #expect(facts.uinputAccessDiagnostics.codes() == ["uinput-denied"])
    #expect(
      facts.uinputAccessDiagnostics[0].message
        == "you (player) may not write /dev/uinput, which belongs to the group root")
    facts.serviceAccount = .service
    facts.uinput.node = .uinput(mode: 0o600)
    #expect(facts.uinputAccessDiagnostics.codes() == ["uinput-access", "uinput-denied-to-service"])
    let apply =
      "Load the module, then let udev apply the rule: sudo modprobe uinput; sudo udevadm control --reload; "
      + "sudo udevadm trigger /dev/uinput"
    #expect(facts.uinputAccessDiagnostics[1].hint == apply)
    facts.uinput.rules = nil
    #expect(
      facts.uinputAccessDiagnostics[1].hint
        == "touchstick's rules, 70-touchstick.rules, are missing: install touchstick again. "
        + "Then: sudo udevadm control --reload; "
        + "sudo modprobe uinput; sudo udevadm trigger /dev/uinput")
  }

  @Test("/dev/uinput: whether its rule is in effect")
  func uinputRule() throws {
    var facts = try SystemFacts.healthy { $0.uinput.node = .uinput(mode: 0o600) }
    func messages() -> [String] { facts.uinputRuleDiagnostics.map(\.message) }
    #expect(facts.uinputRuleDiagnostics.map(\.severity) == [.warning])
    #expect(messages() == ["\(facts.uinput.rules ?? "") exists, but is not applied to /dev/uinput"])
    facts.uinput.rules = nil
    #expect(messages() == ["no udev rule gives /dev/uinput to touchstick, the service's user"])
    // Another program's rule.
    facts.uinput.node = .uinput(mode: 0o660, group: 5, groupName: "games")
    #expect(messages() == ["no udev rule gives /dev/uinput to touchstick, the service's user"])
    facts.uinput.node?.accessList = AccessTests.list
    facts.uinput.node?.accessList[2].permissions = 6
    facts.uinput.node?.accessList[2].name = "touchstick"
    #expect(messages() == ["udev rules give /dev/uinput to the groups games and touchstick"])
    facts.serviceAccount = nil
    facts.uinput.node?.accessList = [AccessEntry](mode: 0o660)
    #expect(messages() == ["a udev rule gives /dev/uinput to the group games"])
    facts.uinput.node = .uinput(mode: 0o600)
    #expect(messages() == ["only root may use /dev/uinput, the kernel's default"])
    facts.uinput.node = .uinput(mode: 0o666)
    #expect(messages() == ["everybody can write /dev/uinput: any program can type for you"])
    #expect(facts.uinputRuleDiagnostics.map(\.severity) == [.warning])
    #expect(
      facts.uinputRuleDiagnostics[0].hint?.contains("remove it: grep -r uinput /etc/udev/rules.d") == true)
  }

  @Test("/dev/uinput: users with access by name, as by Steam's rule, are fine")
  func uinputUsers() throws {
    var facts = try SystemFacts.healthy()
    facts.uinput.node?.accessList += [
      AccessEntry(tag: .user, permissions: 6, number: 990, name: "990"),
      AccessEntry(tag: .user, permissions: 4, number: 1001), AccessEntry(tag: .user, permissions: 6),
    ]
    let rule = "a udev rule gives /dev/uinput to the group touchstick"
    #expect(facts.uinputRuleDiagnostics.map(\.message) == [rule])
    facts.uinput.node?.accessList += [
      AccessEntry(tag: .user, permissions: 6, number: 1000, name: "player"),
      AccessEntry(tag: .user, permissions: 6, number: 1002, name: "1002"),
    ]
    #expect(facts.uinputRuleDiagnostics.codes() == ["uinput-rule", "uinput-users"])
    let users = facts.uinputRuleDiagnostics[1]
    #expect(users.severity == .ok && users.hint == nil)
    #expect(
      users.message.hasPrefix("/dev/uinput is also open to player and 1002: Steam's udev rule,"))
    // The service's user still has its own entry.
    facts.uinput.node?.accessList[1].permissions = 0
    facts.uinput.node?.accessList[2].permissions = 0
    #expect(facts.uinputRuleDiagnostics[0].message.hasSuffix("is not applied to /dev/uinput"))
    facts.uinput.rules = nil
    #expect(facts.uinputRuleDiagnostics == [users], "it is not for root only")
    facts.serviceAccount = .player
    #expect(facts.uinputRuleDiagnostics[0].message.hasPrefix("/dev/uinput is also open to 990 and 1002: "))
    facts.uinput.node?.accessList[3].permissions = 4
    #expect(facts.uinputRuleDiagnostics.map(\.severity) == [.warning], "the mask counts")
  }

  @Test("The configuration: the same findings as touchstick check")
  func configuration() throws {
    var facts = try SystemFacts.healthy()
    for text in ["[device]\ngrab = 1\nnmae = 2", "[[stick]]\ntap_time = 100"] {
      let file = try CheckTests.file(text)
      facts.report = try CheckReport(paths: [file], device: nil)
      let said = DiagnosticReport(diagnostics: facts.configurationDiagnostics).text
      let check = try CheckTests.run([file]).output
      #expect(!said.isEmpty && check.hasPrefix(said), "\(said)\(check)")
    }
    facts.report = try CheckReport(paths: ["/nonexistent"], device: nil)
    #expect(facts.configurationDiagnostics.map(\.code) == ["unreadable"])
  }

  @Test("The configuration: a file that root can read but the service cannot is an error")
  func configurationOfService() throws {
    var facts = try SystemFacts.healthy()
    let (way, folder) = ("/etc", "/etc/touchstick")
    let file = "\(folder)/my.toml"
    facts.needed = [
      .ofRoot(way, .enter, mode: 0o711), .ofRoot(folder, .list, mode: 0o755),
      .ofRoot(file, .read, mode: 0o644),
    ]
    #expect(facts.configurationDiagnostics.map(\.message) == ["the configuration has no errors: 1 file"])
    let closed: [NeededFile] = [
      .ofRoot(way, .enter, mode: 0o700), .ofRoot(folder, .list, mode: 0o711),
      .ofRoot(file, .read, mode: 0o600),
    ]
    facts.needed = closed
    let found = Array(facts.configurationDiagnostics.dropFirst())
    #expect(found.allSatisfy { $0.severity == .error })
    #expect(
      found.map(\.message) == [
        "touchstick, the service's user, may not enter /etc",
        "touchstick, the service's user, may not read /etc/touchstick",
        "touchstick, the service's user, may not read /etc/touchstick/my.toml",
      ])
    #expect(
      found.map(\.hint) == [
        "sudo chmod o+x /etc", "sudo chgrp pads \(folder); sudo chmod g=rx \(folder)",
        "sudo chgrp pads \(file); sudo chmod g=r \(file)",
      ])
    facts.serviceAccount = .root
    #expect(facts.configurationDiagnostics.count == 1)
  }

  @Test(
    "The configuration: its files, their folder and the targets of links must be readable, with all folders above"
  )
  func neededFiles() throws {
    let target = try CheckTests.file("", "target.toml")
    let folder = URL(filePath: try CheckTests.file("", "a.toml")).deletingLastPathComponent().path
    try FileManager.default.createSymbolicLink(atPath: "\(folder)/b.toml", withDestinationPath: target)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: target)
    let needed = NeededFile.all(["\(folder)/a.toml", "\(folder)/b.toml"], in: folder)
    func paths(_ use: AccessEntry.Use) -> [String] { needed.filter { $0.use == use }.map(\.node.path) }
    #expect(paths(.read) == ["\(folder)/a.toml", "\(folder)/b.toml", target])
    #expect(paths(.list) == [folder])
    #expect(paths(.enter).first == "/")
    #expect(paths(.enter).contains(URL(filePath: target).deletingLastPathComponent().path))
    let stranger = Account(
      name: "stranger", user: 4_000_000_000, groups: [4_000_000_000], groupName: "strangers")
    let denied = needed.filter { !$0.node.allows($0.use, to: stranger) }.map(\.node.path)
    #expect(denied.contains(target) && !denied.contains("\(folder)/a.toml") && !denied.contains(folder))
  }

  @Test("Programs that grab touch devices are reported")
  func programs() throws {
    var facts = try SystemFacts.healthy { $0.processes += [ProcessFacts(number: 5, name: "touchegg")] }
    #expect(facts.programDiagnostics.map(\.severity) == [.ok])
    facts.processes += ["ts_uinput", "inputplumber", "input-remapper-", "evsieve"].map {
      ProcessFacts(number: 6, name: $0)
    }
    #expect(
      facts.programDiagnostics.map(\.message) == [
        "evsieve and InputPlumber and Input Remapper and ts_uinput of tslib are running, and may grab touch devices"
      ])
    #expect(facts.programDiagnostics.codes() == ["programs"])
  }

  @Test("JSON has the same findings, with places in files")
  func json() throws {
    var report = DiagnosticReport(diagnostics: [
      Diagnostic(.ok, "uinput", "/dev/uinput exists"),
      Diagnostic(.warning, "no-daemon", "touchstickd is not running", hint: "Start it"),
      Diagnostic(
        .error, "bad-value", "a is 1", hint: "it must be 2", at: SourcePosition(line: 3, column: 4),
        in: "/none"
      ),
    ])
    #expect(report.summary == "1 error, 1 warning" && report.count(.error) == 1)
    #expect(
      report.text == """
        ok: /dev/uinput exists
        warning: touchstickd is not running; Start it
        /none:3:4: error: a is 1; it must be 2

        """)
    report.isTable = true
    #expect(
      report.text == """
        ok       /dev/uinput exists
        warning  touchstickd is not running
                 Start it
        /none:3:4: error: a is 1; it must be 2

        """)
    #expect(
      try report.json == """
        [
        {"code":"uinput","column":null,"file":null,"hint":null,"line":null,"message":"/dev/uinput exists",\
        "severity":"ok"},
        {"code":"no-daemon","column":null,"file":null,"hint":"Start it","line":null,\
        "message":"touchstickd is not running","severity":"warning"},
        {"code":"bad-value","column":4,"file":"/none","hint":"it must be 2","line":3,"message":"a is 1",\
        "severity":"error"}
        ]

        """)
  }

  @Test("touchstick's udev rules count unless an earlier folder masks them")
  func rules() throws {
    let name = "70-touchstick.rules"
    let package = try Programs.files([name: "rule\n"]).path
    let owners = try Programs.files(["70-other.rules": "rule\n"]).path
    #expect(UinputFacts.rules(in: [owners, package]) == "\(package)/\(name)")
    try FileManager.default.createSymbolicLink(atPath: "\(owners)/\(name)", withDestinationPath: "/dev/null")
    #expect(UinputFacts.rules(in: [owners, package]) == nil)
    #expect(UinputFacts.rules(in: [package, owners]) == "\(package)/\(name)")
    #expect(UinputFacts.rules(in: [owners]) == nil)
  }

  @Test("doctor works on any machine, also with errors in the configuration")
  func program() throws {
    let broken = try CheckTests.file("a = 1")
    let text = try Programs.tool(["doctor", "--config", broken])
    #expect(text.status == 69)
    #expect(
      text.output.contains("\n\(broken):1:1: error: unknown key \"a\" at the top level; "), "\(text.output)")
    let json = try Programs.tool(["doctor", "--json", "--config", broken]).output
    let objects = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]])
    #expect((objects.first?["code"] as? String)?.hasPrefix("uinput") == true)
    let keys: Set = ["code", "severity", "file", "line", "column", "message", "hint"]
    #expect(objects.allSatisfy { Set($0.keys) == keys })
    let here = FileManager.default
    if !here.fileExists(atPath: "/dev/uinput") && !here.fileExists(atPath: "/sys/class/misc/uinput") {
      #expect(
        text.output.hasPrefix("error    /dev/uinput does not exist")
          || text.output.hasPrefix("error    the kernel"))
      #expect(text.output.contains("uinput"))
    }
  }
}
