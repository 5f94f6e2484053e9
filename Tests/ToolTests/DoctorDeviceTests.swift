import Configuration
import EventPipeline
import InputDevices
import TestSupport
import Testing

@testable import touchstick

@Suite("What touchstick doctor makes of facts about devices")
struct DoctorDeviceTests {
  @Test("that there is none, and that the configuration asks for none of those that are there")
  func devices() throws {
    var facts = try SystemFacts.healthy()
    #expect(facts.deviceDiagnoses == [])
    facts.devices = [.pad()]
    #expect(facts.deviceDiagnoses == [.noTouchDevice])
    #expect((facts.permissionDiagnoses + facts.grabDiagnoses).isEmpty)
    var early = try DeviceFacts.recorded()
    early.survey = SurveyedDevice(path: early.path, description: early.description, isInitialised: false)
    facts.devices = [early, .pad()]
    #expect(facts.deviceDiagnoses == [.deviceUnfinished(DeviceName(early))])
    #expect((facts.permissionDiagnoses + facts.grabDiagnoses).isEmpty)
    facts.devices = [early, try .recorded()]
    #expect(facts.deviceDiagnoses == [])
    facts.devices = [try .recorded()]
    facts.configuration = try .file("device.type = \"tablet\"")
    #expect(facts.deviceDiagnoses == [.noneAskedFor(count: 1)])
    #expect((facts.permissionDiagnoses + facts.grabDiagnoses).isEmpty)
  }

  @Test("who may read it, and who need not")
  func permissions() throws {
    var facts = try SystemFacts.healthy()
    facts.user = .player
    let screen = try DeviceFacts.recorded()
    facts.devices = [screen.locked]
    let name = DeviceName(screen)
    #expect(
      facts.permissionDiagnoses == [.deviceDeniedToService(name, service: .service, group: "input")])
    #expect(
      facts.permissionDiagnoses[0].remedy
        == "Give it to the group pads by a udev rule, as the package does by "
        + "/usr/bin/setfacl: install acl if that is not there. If both are: sudo udevadm trigger /dev/input/event5"
    )
    facts.devices[0].node?.accessList = AccessTests.list
    #expect(facts.permissionDiagnoses == [.deviceNotNeeded(name, user: "player", service: "touchstick")])
    facts.serviceAccount = nil
    #expect(facts.permissionDiagnoses == [.deviceDenied(name, user: "player", group: "input")])
    facts.devices[0].holder = .touchstickd
    #expect(facts.permissionDiagnoses == [])
    facts.devices[0].node = nil
    #expect(facts.permissionDiagnoses == [.nodeMissing(name)])
    facts.devices = [screen]
    #expect(facts.permissionDiagnoses == [.deviceReadable(name, user: "player")])
  }

  @Test("who has it")
  func grab() throws {
    var facts = try SystemFacts.healthy()
    let name = DeviceName(facts.devices[0])
    let cases: [(DeviceFacts.Holder, [Diagnosis])] = [
      (.touchstickd, [.deviceInUse(name)]), (.nobody, [.deviceFree(name)]),
      (.anotherProgram(["a", "b"]), [.deviceGrabbed(name, by: ["a", "b"])]),
      (.untested(.touched), [.deviceTouched(name)]),
      (.untested(.mayBeTouchstickds), [.deviceMayBeInUse(name)]), (.untested(.notAsked), []),
    ]
    for (holder, expected) in cases {
      facts.devices[0].holder = holder
      #expect(facts.grabDiagnoses == expected)
    }
    #expect(
      Diagnosis.deviceGrabbed(name, by: ["a", "b"]).message
        == "another program has grabbed /dev/input/event5 (ELAN Touchscreen); a, b have it open")
  }

  @Test("how large it is, and who says so")
  func size() throws {
    var facts = try SystemFacts.healthy()
    #expect(
      facts.sizeDiagnoses.map(\.message) == [
        "/dev/input/event5 (ELAN Touchscreen) has a surface of 331 x 187 mm (as the device says)"
      ])
    #expect(facts.sizeDiagnoses.map(\.result) == [.ok])
    facts.devices[0] = try .recorded("EP0430M09")
    facts.devices[0].panelSize = SurfaceSize(width: 100, height: 60)
    facts.configuration = try .file("device.rotation = 270")
    #expect(
      facts.sizeDiagnoses[0].message.hasSuffix(
        "has a surface of 60 x 100 mm (as the panel's EDID says), rotated by 270 degrees"))
    facts.devices[0].panelSize = nil
    #expect(
      facts.sizeDiagnoses[0].message.hasSuffix(
        "has a surface of 132 x 220 mm (assumed: the device does not say it), rotated by 270 degrees"))
    #expect(facts.sizeDiagnoses.map(\.result) == [.warning])
  }

  @Test("that nobody tried who has it, where it may not be opened")
  func untested() throws {
    var facts = try SystemFacts.healthy()
    facts.user = .player
    facts.devices[0] = facts.devices[0].locked
    let name = DeviceName(facts.devices[0])
    #expect(facts.grabDiagnoses == [.deviceUntested(name)])
    let report = DoctorReport(diagnoses: facts.diagnoses)
    #expect(report.status == 0 && report.text.hasSuffix("\nno problems, 1 warning\n"), "\(report.text)")
    #expect(
      report.text.contains(
        "\nwarning  it was not tried whether another program has grabbed /dev/input/event5 (ELAN Touchscreen), "
          + "which you may not read\n         Have it tried: sudo touchstick doctor\n"))
    facts.processes = [ProcessFacts(number: 700, name: "touchstickd", openNodes: nil)]
    #expect(facts.grabDiagnoses == [.deviceMayBeInUse(name)])
    facts.devices[0].access = .failed(.cannotOpen(node: name.path, errno: 19))
    let verdict = DeviceVerdict.cannotOpen(.cannotOpen(node: name.path, errno: 19))
    #expect(facts.grabDiagnoses == [.deviceUnusable(facts.devices[0], verdict)])
    facts.devices[0].node = nil
    #expect(!facts.grabDiagnoses.contains(.deviceUntested(name)))
  }

  @Test("what to do about one that cannot be used")
  func unusable() throws {
    let device = try DeviceFacts.recorded()
    func remedy(_ verdict: DeviceVerdict) -> String? { Diagnosis.deviceUnusable(device, verdict).remedy }
    #expect(
      remedy(.noSurface(.noPosition))
        == "See what it says of itself: sudo evemu-describe /dev/input/event5. If that is so, have the configuration "
        + "ask for another device: name, vendor, product or path in [device]")
    #expect(
      remedy(.cannotOpen(.cannotOpen(node: device.path, errno: 19)))
        == "See what the kernel says of it: sudo dmesg; plug it in again, or load its driver again.")
    #expect(remedy(.misfit) == nil, "its sentence says it")
    // Root in a container may read the node, and yet not open it.
    var facts = try SystemFacts.healthy()
    let denial = DeviceError.cannotOpen(node: device.path, errno: 1)
    facts.devices[0].holder = .untested(.notAsked)
    facts.devices[0].access = .failed(denial)
    #expect(facts.grabDiagnoses == [.deviceUnusable(facts.devices[0], .cannotOpen(denial))])
    #expect(facts.grabDiagnoses[0].remedy?.contains("DeviceAllow=char-input rw") == true)
  }

  @Test("a kernel without joydev is told of once, whatever pads there are")
  func joydev() throws {
    var facts = try SystemFacts.healthy()
    facts.hasJoydev = false
    facts.devices = [.pad(joystick: nil)]
    let name = DeviceName(facts.devices[0])
    #expect(facts.padDiagnoses == [.padIsPad(name), .padReadable(name), .joydevMissing])
    facts.devices = []
    #expect(facts.padDiagnoses == [.noPad, .joydevMissing])
    facts.hasJoydev = true
    #expect(facts.padDiagnoses == [.noPad])
  }

  @Test("only the device counts that is taken, and what is against that")
  func chosen() throws {
    var facts = try SystemFacts.healthy()
    facts.devices = [try .touchpad(), try .recorded()]
    facts.configuration = try .file("[[dpad]]\nregion = { x = 9000, y = 0, width = 9, height = 9 }")
    let screen = facts.devices[1]
    #expect(facts.grabDiagnoses == [.deviceFree(DeviceName(screen)), .deviceUnusable(screen, .misfit)])
    #expect(
      facts.grabDiagnoses[1].message
        == "/dev/input/event5 (ELAN Touchscreen): not used: the configuration does not go "
        + "with it; see: touchstick check --device /dev/input/event5")
  }

  @Test("what udev takes the pads for, and who may read them")
  func pads() throws {
    var facts = try SystemFacts.healthy()
    facts.devices = [.pad(["JOYSTICK", "TOUCHSCREEN", "KEY"], joystick: nil)]
    let name = DeviceName(facts.devices[0])
    #expect(
      facts.padDiagnoses == [
        .padIsMore(name, classes: ["TOUCHSCREEN"]), .padReadable(name), .padWithoutJoystick(name),
      ])
    facts.user = .player
    facts.devices = [DeviceFacts.pad(["MOUSE"]).locked]
    #expect(
      facts.padDiagnoses == [
        .padIsNone(name), .padDenied(name, user: "player"), .padHasJoystick(name, "/dev/input/js0"),
      ])
    facts.devices = []
    #expect(facts.padDiagnoses == [.noPad])
  }

  @Test("whether SDL takes their names, and those that are to be, each once")
  func names() throws {
    var facts = try SystemFacts.healthy()
    facts.configuration = try .file("gamepad.name = \"mine\"")
    #expect(facts.nameDiagnoses == [.nameTaken("mine"), .nameTaken("Microsoft X-Box 360 pad")])
    var odd = DeviceDescription.xbox360
    odd.name = "My Touchpad"
    facts.devices = [
      DeviceFacts(
        survey: SurveyedDevice(path: "/dev/input/event9", description: odd, phys: "touchstick/gamepad"),
        access: .opened(odd))
    ]
    #expect(facts.nameDiagnoses == [.nameTaken("mine"), .nameIgnored("My Touchpad", word: " Touchpad")])
  }
}
