import Configuration
import EventPipeline
import InputDevices
import System
import Testing
import TestSupport

@testable import touchstick

@Suite("touchstick doctor: devices")
struct DoctorDeviceTests {
  @Test("No device, or none that the configuration asks for")
  func devices() throws {
    var facts = try SystemFacts.healthy()
    #expect(facts.deviceDiagnostics == [])
    facts.devices = [.pad()]
    #expect(facts.deviceDiagnostics.codes() == ["no-device"])
    #expect(facts.deviceDiagnostics[0].message == "no touchscreen, touchpad or tablet found")
    #expect((facts.permissionDiagnostics + facts.grabDiagnostics).isEmpty)
    var early = try DeviceFacts.recorded()
    early.survey = SurveyedDevice(path: early.path, description: early.description, isInitialised: false)
    facts.devices = [early, .pad()]
    #expect(facts.deviceDiagnostics.codes() == ["device-unfinished"])
    #expect(
      facts.deviceDiagnostics[0].message == "udev has not initialised \(early.phrase), or is not running"
    )
    #expect((facts.permissionDiagnostics + facts.grabDiagnostics).isEmpty)
    facts.devices = [early, try .recorded()]
    #expect(facts.deviceDiagnostics == [])
    facts.devices = [try .recorded()]
    facts.report = try .file("device.type = \"tablet\"")
    #expect(facts.deviceDiagnostics.codes() == ["no-device-asked-for"])
    #expect(
      facts.deviceDiagnostics[0].message == "the configuration asks for none of the one touch device here")
    #expect((facts.permissionDiagnostics + facts.grabDiagnostics).isEmpty)
  }

  @Test("A motor that the service may not use is an error, unless no file wants one")
  func motors() throws {
    var facts = try SystemFacts.healthy()
    #expect(facts.motorDiagnostics == [])
    facts.userName = "player"
    facts.devices = [.motor(), .motor(at: "/dev/input/event5", isVirtual: true)]
    #expect(facts.motorDiagnostics.codes() == ["motor-denied-to-service"])
    #expect(
      facts.motorDiagnostics[0].message
        == "touchstick, the service's user, may not write /dev/input/event4 (\"vibrator\"), which belongs to the group input"
    )
    facts.devices[0].holder = .touchstickd
    #expect(
      facts.motorDiagnostics.map(\.message) == ["/dev/input/event4 (\"vibrator\") shakes when a game rumbles"]
    )
    facts.status = PadStatus(
      isOn: true, reason: "start", profile: "", devices: [], pads: [],
      motors: [PadStatus.Motor(name: "feedbackd", node: "")], profiles: [], version: "")
    #expect(facts.motorDiagnostics.map(\.message) == ["\"feedbackd\" shakes when a game rumbles"])
    for text in ["rumble.motor = \"none\"", "gamepad.rumble = false"] {
      facts.report = try .file(text)
      #expect(facts.motorDiagnostics == [])
    }
  }

  @Test("Who may read the device, and who does not need to")
  func permissions() throws {
    var facts = try SystemFacts.healthy()
    facts.userName = "player"
    let screen = try DeviceFacts.recorded()
    facts.devices = [screen.locked]
    #expect(facts.permissionDiagnostics.codes() == ["device-denied-to-service"])
    #expect(
      facts.permissionDiagnostics[0].message
        == "touchstick, the service's user, may not read \(screen.phrase), which belongs to the group input")
    #expect(
      facts.permissionDiagnostics[0].hint
        == "If /usr/bin/setfacl is missing, install acl. If 70-touchstick.rules is missing, install touchstick again. "
        + "Then: sudo udevadm control --reload; sudo udevadm trigger /dev/input/event5"
    )
    facts.devices[0].node?.accessList = AccessTests.list
    #expect(
      facts.permissionDiagnostics.map(\.message) == [
        "touchstick, the service's user, may read \(screen.phrase); you (player) do not need access"
      ])
    facts.serviceAccount = nil
    #expect(facts.permissionDiagnostics.codes() == ["device-denied"])
    #expect(
      facts.permissionDiagnostics[0].message
        == "you (player) may not read \(screen.phrase), which belongs to the group input")
    facts.devices[0].holder = .touchstickd
    #expect(facts.permissionDiagnostics == [])
    facts.devices[0].node = nil
    #expect(facts.permissionDiagnostics.codes() == ["node-missing"])
    #expect(facts.permissionDiagnostics[0].message == "\(screen.phrase): the node does not exist")
    facts.devices = [screen]
    #expect(facts.permissionDiagnostics.map(\.message) == ["you (player) may read \(screen.phrase)"])
  }

  @Test("Who has grabbed the device")
  func grab() throws {
    var facts = try SystemFacts.healthy()
    let phrase = "/dev/input/event5 (\"ELAN Touchscreen\")"
    let cases: [(DeviceFacts.Holder, [String])] = [
      (.touchstickd, ["touchstickd is using \(phrase)"]),
      (.nobody, ["no other program has grabbed \(phrase)"]),
      (.anotherProgram(["a", "b"]), ["another program has grabbed \(phrase); a, b have it open"]),
      (
        .untested(.touched),
        ["\(phrase) is being touched, so it was not tested whether another program has grabbed it"]
      ),
      (
        .untested(.mayBeTouchstickds),
        [
          "touchstickd is running and may be using \(phrase), so it was not tested whether another program has "
            + "grabbed it"
        ]
      ), (.untested(.notAsked), []),
    ]
    for (holder, expected) in cases {
      facts.devices[0].holder = holder
      #expect(facts.grabDiagnostics.codes().count == expected.count)
      #expect(facts.grabDiagnostics.map(\.message) == expected)
    }
  }

  @Test("The size of the device, and its source")
  func size() throws {
    var facts = try SystemFacts.healthy()
    #expect(
      facts.sizeDiagnostics.map(\.message) == [
        "/dev/input/event5 (\"ELAN Touchscreen\") has a surface of 331 x 187 mm (from the device)"
      ])
    #expect(facts.sizeDiagnostics.map(\.severity) == [.ok])
    facts.devices[0] = try .recorded("EP0430M09")
    facts.devices[0].panelSize = SurfaceSize(width: 100, height: 60)
    facts.report = try .file("device.rotation = 270")
    #expect(
      facts.sizeDiagnostics[0].message.hasSuffix(
        "has a surface of 60 x 100 mm (from the panel's EDID), rotated by 270 degrees"))
    facts.devices[0].panelSize = nil
    #expect(
      facts.sizeDiagnostics[0].message.hasSuffix(
        "has a surface of 132 x 220 mm (assumed: the device does not report it), rotated by 270 degrees"))
    #expect(facts.sizeDiagnostics.codes() == ["device-size-assumed"])
  }

  @Test("A device that may not be opened was not tested")
  func untested() throws {
    var facts = try SystemFacts.healthy()
    facts.userName = "player"
    facts.devices[0] = facts.devices[0].locked
    let path = facts.devices[0].path
    #expect(facts.grabDiagnostics.codes() == ["grab-untested"])
    let report = DiagnosticReport(diagnostics: facts.diagnostics, isTable: true)
    #expect(report.summary == "no errors, 1 warning" && report.count(.error) == 0, "\(report.text)")
    #expect(
      report.text.contains(
        "\nwarning  it was not tested whether another program has grabbed /dev/input/event5 (\"ELAN Touchscreen\"), "
          + "which you may not read\n         Test it: sudo touchstick doctor\n"))
    facts.devices[0].holder = .untested(.mayBeTouchstickds)
    #expect(
      facts.grabDiagnostics.map(\.message) == [
        "touchstickd is running and may be using \(facts.devices[0].phrase), so it was not tested whether another "
          + "program has grabbed it"
      ])
    facts.devices[0].holder = .untested(.notAsked)
    facts.devices[0].access = .failure(.cannotOpen(node: path, errno: 19))
    #expect(facts.grabDiagnostics.codes() == ["device-unusable"])
    #expect(
      facts.grabDiagnostics[0].hint
        == "Read the kernel's log: sudo dmesg. Then plug the device in again, or reload its driver.")
    facts.devices[0].node = nil
    #expect(!facts.grabDiagnostics.map(\.code).contains("grab-untested"))
  }

  @Test("What to do about a device that cannot be used")
  func unusable() throws {
    let device = try DeviceFacts.recorded()
    #expect(
      device.unusable(.noSurface(.noPosition))[0].hint
        == "See what it reports: sudo evemu-describe /dev/input/event5. If it really lacks that, select another "
        + "device in [device]: name, vendor, product or path")
    #expect(device.unusable(.misfit)[0].hint == nil, "its sentence says it")
    // Root in a container may read the node, but not open it.
    var facts = try SystemFacts.healthy()
    let denial = DeviceError.cannotOpen(node: device.path, errno: 1)
    facts.devices[0].holder = .untested(.notAsked)
    facts.devices[0].access = .failure(denial)
    #expect(facts.grabDiagnostics.codes() == ["device-unusable"])
    #expect(facts.grabDiagnostics[0].hint?.contains("DeviceAllow=char-input rw") == true)
  }

  @Test("A kernel without joydev is reported once, whatever pads exist")
  func joydev() throws {
    var facts = try SystemFacts.healthy()
    facts.hasJoydev = false
    facts.devices = [.pad(joystick: nil)]
    #expect(facts.padDiagnostics.codes() == ["pad", "pad-access", "no-joydev"])
    facts.devices = []
    #expect(facts.padDiagnostics.codes() == ["no-pad", "no-joydev"])
    facts.hasJoydev = true
    #expect(facts.padDiagnostics.codes() == ["no-pad"])
  }

  @Test("Only the chosen device is checked, and why it may be unusable")
  func chosen() throws {
    var facts = try SystemFacts.healthy()
    facts.devices = [try .touchpad(), try .recorded()]
    facts.report = try .file("[[dpad]]\nregion = { x = 9000, y = 0, width = 9, height = 9 }")
    #expect(facts.grabDiagnostics.codes() == ["grab", "device-unusable"])
    #expect(
      facts.grabDiagnostics[1].message
        == "/dev/input/event5 (\"ELAN Touchscreen\"): not used: the configuration does not fit "
        + "it; see: touchstick check --device /dev/input/event5")
  }

  @Test("How udev classifies the pads, and who may read them")
  func pads() throws {
    var facts = try SystemFacts.healthy()
    facts.devices = [.pad(["JOYSTICK", "TOUCHSCREEN", "KEY"], joystick: nil)]
    #expect(facts.padDiagnostics.codes() == ["pad-class", "pad-access", "no-joystick"])
    #expect(facts.padDiagnostics[0].message.hasSuffix("as more than a gamepad: ID_INPUT_TOUCHSCREEN"))
    facts.userName = "player"
    facts.devices = [DeviceFacts.pad(["MOUSE"]).locked]
    #expect(facts.padDiagnostics.codes() == ["pad-class", "pad-denied", "joystick"])
    #expect(facts.padDiagnostics[0].message.hasSuffix("as a gamepad: ID_INPUT_JOYSTICK is not 1"))
    #expect(
      facts.padDiagnostics[1].message
        == "you (player) and your games may not read \(facts.devices[0].phrase)")
    #expect(facts.padDiagnostics[2].message.hasSuffix(" as /dev/input/js0"))
  }

  @Test("SDL's verdict on the names of existing and configured pads, each once")
  func names() throws {
    var facts = try SystemFacts.healthy()
    facts.report = try .file("gamepad.name = \"mine\"")
    #expect(
      facts.nameDiagnostics.map(\.message) == [
        "SDL recognises a device named “mine” as a gamepad",
        "SDL recognises a device named “Microsoft X-Box 360 pad” as a gamepad",
      ])
    var odd = DeviceDescription.xbox360
    odd.name = "My Touchpad"
    facts.devices = [
      DeviceFacts(
        survey: SurveyedDevice(path: "/dev/input/event9", description: odd, phys: "touchstick/gamepad"),
        access: .success(odd))
    ]
    #expect(facts.nameDiagnostics.codes() == ["pad-name", "pad-name-ignored"])
    #expect(
      facts.nameDiagnostics[1].message
        == "SDL ignores a gamepad named “My Touchpad”, because of “ Touchpad”")
  }
}
