import Testing

@testable import touchstick

@Suite("What touchstick doctor makes of facts about the service")
struct DoctorServiceTests {
  @Test(
    "the service: what it does, and whether it does so after the next start",
    arguments: [
      (.state("active", status: "using x"), [.serviceActive(status: "using x")]),
      (.state("active", "disabled"), [.serviceActive(status: nil), .serviceNotEnabled]),
      (.state("inactive"), [.serviceStopped(isEnabled: true), .daemonRuns(process: 700)]),
      (.state("inactive", "disabled"), [.serviceStopped(isEnabled: false), .daemonRuns(process: 700)]),
      (.state("failed"), [.serviceFailed]), (.state("activating"), [.serviceChanging("activating")]),
      (
        ServiceFacts(properties: ["LoadState": "not-found", "ActiveState": "inactive"]),
        [.serviceMissing, .daemonRuns(process: 700)]
      ), (ServiceFacts(properties: [:]), [.serviceSilent, .daemonRuns(process: 700)]),
      (.loadState("masked"), [.serviceMasked, .daemonRuns(process: 700)]),
      (.loadState("bad-setting"), [.serviceNotLoaded("bad-setting"), .daemonRuns(process: 700)]),
      (.loadState("error"), [.serviceNotLoaded("error"), .daemonRuns(process: 700)]),
    ] as [(ServiceFacts, [Diagnosis])])
  func service(_ service: ServiceFacts, _ expected: [Diagnosis]) throws {
    #expect(try SystemFacts.healthy { $0.service = service }.serviceDiagnoses == expected)
  }

  @Test("the service: one that nothing can start is no reason to start the daemon by hand")
  func unstartable() throws {
    for state in ["masked", "bad-setting"] {
      let facts = try SystemFacts.healthy { facts in
        facts.service = .loadState(state)
        facts.processes = []
      }
      #expect(facts.serviceDiagnoses.count == 1 && facts.serviceDiagnoses != [.serviceMissing], "\(state)")
      #expect(facts.serviceDiagnoses.allSatisfy { $0.result != .ok })
    }
  }

  @Test("the service: a user who is not there is the problem, whoever asks")
  func missingUser() throws {
    var facts = try SystemFacts.healthy { facts in
      facts.service = .state("failed")
      facts.service?.properties["User"] = "touchstick"
      facts.service?.properties["ExecMainStatus"] = "217"
      facts.processes = []
      facts.devices[0].holder = .nobody
    }
    #expect(facts.serviceDiagnoses == [.serviceFailed])
    facts.serviceAccount = nil
    #expect(facts.serviceDiagnoses == [.serviceUserMissing("touchstick")])
    #expect(DoctorReport(diagnoses: facts.diagnoses).status == 69)
    let remedy = try #require(facts.serviceDiagnoses[0].remedy)
    #expect(remedy.contains("sudo systemd-sysusers touchstick.conf; sudo udevadm control --reload; "))
    // Another who asks is not told to run the daemon by sudo.
    facts.user = .player
    facts.uinput.node?.isWritable = false
    facts.devices = facts.devices.map(\.locked)
    #expect((facts.uinputAccessDiagnoses + facts.permissionDiagnoses).isEmpty)
    for (property, value) in [("User", "990"), ("User", ""), ("DynamicUser", "yes")] {
      var other = facts
      other.service?.properties[property] = value
      #expect(other.serviceDiagnoses == [.serviceFailed], "\(property)")
    }
  }

  @Test("the service: no account stands for that of its unit")
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

  @Test("the service: realtime scheduling that is refused is named, with what does without")
  func realtime() throws {
    for state in ["failed", "activating"] {
      var facts = try SystemFacts.healthy { $0.service = .state(state) }
      facts.service?.properties["ExecMainStatus"] = "214"
      #expect(facts.serviceDiagnoses == [.serviceDeniedRealtime])
    }
    #expect(Diagnosis.serviceDeniedRealtime.result == .problem)
    #expect(Diagnosis.serviceDeniedRealtime.remedy?.contains("CPUSchedulingPolicy=other") == true)
    var facts = try SystemFacts.healthy { $0.service = .state("active") }
    facts.service?.properties["ExecMainStatus"] = "214"
    #expect(facts.serviceDiagnoses == [.serviceActive(status: nil)], "it was so before")
  }

  @Test("the daemon: none, and one too many")
  func daemons() throws {
    var facts = try SystemFacts.healthy { $0.service = nil }
    #expect(facts.serviceDiagnoses == [.noSystemd, .daemonRuns(process: 700)])
    facts.processes = []
    #expect(facts.serviceDiagnoses == [.noSystemd, .daemonMissing])
    facts.processes = [1, 2].map { ProcessFacts(number: $0, name: "touchstickd") }
    #expect(facts.serviceDiagnoses == [.noSystemd, .severalDaemons([1, 2])])
    facts.service = .state("active")
    #expect(facts.serviceDiagnoses == [.serviceActive(status: nil), .severalDaemons([1, 2])])
  }
}
