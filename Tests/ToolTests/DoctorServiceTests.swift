import Configuration
import Testing

@testable import System
@testable import touchstick

@Suite("touchstick doctor: the service")
struct DoctorServiceTests {
  private static let running = "touchstickd is running, but not as the service: process 700"

  @Test(
    "The service's state, and whether it starts at boot",
    arguments: [
      (.state("active", status: "using x"), ["touchstickd.service is running: \"using x\""]),
      (
        .state("active", "disabled"),
        [
          "touchstickd.service is running",
          "touchstickd.service is not enabled: it does not start at boot",
        ]
      ), (.state("inactive"), ["touchstickd.service is not running", Self.running]),
      (
        .state("inactive", "disabled"),
        ["touchstickd.service is not running, and does not start at boot", Self.running]
      ), (.state("failed"), ["touchstickd.service has failed"]),
      (.state("activating"), ["touchstickd.service is activating"]),
      (
        ServiceFacts(properties: ["LoadState": "not-found", "ActiveState": "inactive"]),
        ["touchstickd.service is not installed, so nothing starts touchstickd automatically", Self.running]
      ),
      (
        ServiceFacts(properties: [:]),
        ["systemd does not report the state of touchstickd.service", Self.running]
      ),
      (.loadState("masked"), ["touchstickd.service is masked, so nothing can start it", Self.running]),
      (.loadState("bad-setting"), ["systemd cannot load touchstickd.service: bad-setting", Self.running]),
      (.loadState("error"), ["systemd cannot load touchstickd.service: error", Self.running]),
    ] as [(ServiceFacts, [String])])
  func service(_ service: ServiceFacts, _ expected: [String]) throws {
    let diagnostics = try SystemFacts.healthy { $0.service = service }.serviceDiagnostics
    #expect(diagnostics.codes().count == expected.count)
    #expect(diagnostics.map(\.message) == expected)
  }

  @Test("A stopped service is to be started, and enabled if it is not")
  func stopped() throws {
    for (state, verb) in [("enabled", "start"), ("disabled", "enable --now")] {
      let facts = try SystemFacts.healthy { $0.service = .state("inactive", state) }
      #expect(facts.serviceDiagnostics[0].hint == "sudo systemctl \(verb) touchstickd.service")
    }
  }

  @Test("A service that cannot start is no reason to start the daemon by hand")
  func unstartable() throws {
    for state in ["masked", "bad-setting"] {
      let facts = try SystemFacts.healthy { facts in
        facts.service = .loadState(state)
        facts.processes = []
      }
      #expect(facts.serviceDiagnostics.count == 1 && facts.serviceDiagnostics[0].code != "service-missing")
      #expect(facts.serviceDiagnostics.allSatisfy { $0.severity != .ok }, "\(state)")
    }
  }

  @Test("A missing user of the service is an error, whoever runs doctor")
  func missingUser() throws {
    var facts = try SystemFacts.healthy { facts in
      facts.service = .state("failed")
      facts.service?.properties["User"] = "touchstick"
      facts.service?.properties["ExecMainStatus"] = "217"
      facts.processes = []
      facts.devices[0].holder = .nobody
    }
    #expect(facts.serviceDiagnostics.codes() == ["service-failed"])
    facts.serviceAccount = nil
    #expect(facts.serviceDiagnostics.codes() == ["service-user-missing"])
    #expect(facts.serviceDiagnostics[0].severity == .error)
    #expect(
      facts.serviceDiagnostics[0].message
        == "touchstickd.service cannot start: its user, touchstick, does not exist")
    let remedy = try #require(facts.serviceDiagnostics[0].hint)
    #expect(remedy.contains("sudo systemd-sysusers touchstick.conf; sudo udevadm control --reload; "))
    // Other users are not advised to run the daemon with sudo.
    facts.userName = "player"
    facts.uinput.node?.isWritable = false
    facts.devices = facts.devices.map(\.locked)
    #expect((facts.uinputAccessDiagnostics + facts.permissionDiagnostics).isEmpty)
    for (property, value) in [("User", "990"), ("User", ""), ("DynamicUser", "yes")] {
      var other = facts
      other.service?.properties[property] = value
      #expect(other.serviceDiagnostics.codes() == ["service-failed"], "\(property)")
    }
  }

  @Test("An unknown user in the unit is no account")
  func account() {
    var service = ServiceFacts(properties: ["LoadState": "loaded", "User": "no such user"])
    #expect(SystemFacts.account(of: service, otherwise: "root") == nil)
    service.properties["User"] = ""
    #expect(SystemFacts.account(of: service, otherwise: "nobody")?.name == "root")
    #expect(SystemFacts.account(of: service)?.groupName == "root")
    service.properties["Group"] = "pads"
    #expect(SystemFacts.account(of: service)?.groupName == "pads")
    #expect(SystemFacts.account(of: .loadState("masked"), otherwise: "root")?.name == "root")
    #expect(SystemFacts.account(of: nil, otherwise: "no such user") == nil)
  }

  @Test("Lockers that do not report the lock are named, unless the pads stay on during a lock anyway")
  func lockers() throws {
    var facts = try SystemFacts.healthy()
    #expect(facts.lockerDiagnostics.isEmpty)
    facts.silentLockers = ["i3lock", "swaylock"]
    #expect(facts.diagnostics.contains(facts.lockerDiagnostics[0]))
    #expect(facts.lockerDiagnostics.codes() == ["silent-locker"])
    #expect(facts.lockerDiagnostics[0].severity == .warning)
    #expect(facts.lockerDiagnostics[0].hint?.hasSuffix("touchstick lock -- i3lock") == true)
    facts.report = try .file("[toggle]\nfingers = 5\nlock = \"ignore\"\n")
    #expect(facts.lockerDiagnostics.isEmpty)
  }

  @Test("A service without realtime scheduling is reported, with where to see why")
  func realtime() throws {
    var facts = try SystemFacts.healthy { $0.service = .state("active") }
    facts.service?.isRealtime = false
    #expect(facts.serviceDiagnostics.codes() == ["service", "service-realtime"])
    #expect(facts.serviceDiagnostics[1].severity == .warning)
    #expect(
      facts.serviceDiagnostics[1].hint?.contains("journalctl -b -u touchstickd.service -g chrt") == true)
  }

  @Test("No daemon, and one too many")
  func daemons() throws {
    var facts = try SystemFacts.healthy { $0.service = nil }
    #expect(facts.serviceDiagnostics.codes() == ["no-systemd", "daemon"])
    facts.processes = []
    #expect(facts.serviceDiagnostics.codes() == ["no-systemd", "no-daemon"])
    facts.processes = [1, 2].map { ProcessFacts(number: $0, name: "touchstickd") }
    #expect(facts.serviceDiagnostics.codes() == ["no-systemd", "several-daemons"])
    #expect(
      facts.serviceDiagnostics[1].message
        == "touchstickd is running 2 times (1, 2), but only one can use a device")
    facts.service = .state("active")
    #expect(facts.serviceDiagnostics.codes() == ["service", "several-daemons"])
  }

  /// Somebody's text that looks like a line and a hint of doctor's own.
  private static let forged =
    "x\" is fine\nerror    run this\u{1b}[2K: sudo \(String(repeating: "x", count: 4000))"
  /// How it is shown.
  private static let shown = #"x\" is fine\nerror    run this\u{1B}[2K: sudo xxx"#

  /// The lines of doctor about the service and the pads.
  private func lines(_ change: (inout SystemFacts) -> Void) throws -> [Substring] {
    let facts = try SystemFacts.healthy(but: change)
    let found =
      facts.serviceDiagnostics + facts.playDiagnostics + facts.motorDiagnostics + facts.grabDiagnostics
    return DiagnosticReport(diagnostics: found, isTable: true).text.split(separator: "\n")
  }

  @Test("Texts of layouts and names of devices are quoted, in one line of limited length")
  func texts() throws {
    let said = try lines { facts in
      facts.service = .state("active", status: "using x (\(quoted("/dev/input/event5")))")
      var status = PadStatus(
        isOn: true, reason: "call", profile: "", devices: [], pads: [], profiles: [], version: "")
      status.problems = [
        PadStatus.Problem("moved-inside", Self.forged, hint: "Move \(quoted(Self.forged))"),
        PadStatus.Problem(.misfit, Self.forged, hint: ""),
        PadStatus.Problem(.off, "the pads are switched off", hint: "Switch them on: touchstick on"),
      ]
      status.motors = [PadStatus.Motor(name: Self.forged, node: "")]
      facts.status = status
      var description = facts.devices[0].description
      description.name = Self.forged
      facts.devices[0].access = .success(description)
    }
    let starts = [
      #"ok       touchstickd.service is running: "using x (\"/dev/input/event5\")""#,
      #"warning  touchstickd reports: "\#(Self.shown)"#,
      #"         Move "x\" is fine\nerror    run this\u{1B}[2K: sudo x"#,
      #"warning  touchstickd reports: "\#(Self.shown)"#,
      "warning  the pads are switched off", "         Switch them on: touchstick on",
      #"ok       "\#(Self.shown)"#,
      #"ok       touchstickd is using /dev/input/event5 ("\#(Self.shown)"#,
    ]
    #expect(said.count == starts.count)
    for (line, start) in zip(said, starts) {
      #expect(line.hasPrefix(start) && line.unicodeScalars.count < 400, "\(line)")
    }
    #expect(said[1].hasSuffix(#"x...""#) && said[6].hasSuffix(#"..." shakes when a game rumbles"#))
  }

  @Test("Problems of the session's programs come after those of touchstickd")
  func sessionPrograms() throws {
    let problem = PadStatus.Problem("no-overlay", "touchstick-overlay is not running", hint: "Start it")
    let facts = try SystemFacts.healthy { facts in
      facts.status = PadStatus(
        isOn: false, reason: "call", profile: "", problems: [PadStatus.Problem(.off, "off", hint: "on")],
        devices: [], pads: [], profiles: [], version: "")
      facts.sessionProblems = [problem]
    }
    #expect(facts.playDiagnostics.codes() == ["off", "no-overlay"])
  }
}
