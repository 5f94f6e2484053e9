import EventPipeline
import TestSupport
import Testing

@testable import touchstick

@Suite("What touchstick doctor says")
struct DoctorSentenceTests {
  private static let uinput: [Diagnosis] = [
    .uinputThere, .uinputMissing(.notLoaded), .uinputMissing(.noNode), .uinputMissing(.noModule),
    .uinputMissing(.unknown), .uinputMissing(.refused), .uinputWritable(user: "u"),
    .uinputNotNeeded(user: "u", service: "s"),
    .uinputNotNeededNow(user: "u"), .uinputDenied(user: "u", group: "g"),
    .uinputDeniedToService(service: "s", group: "g", hasRule: true),
    .uinputDeniedToService(service: "s", group: "g", hasRule: false), .uinputForRoot, .uinputForGroup("g"),
    .uinputForEverybody, .uinputForUsers(["anna"]), .uinputWithoutRule(service: "s"),
    .uinputRuleWithoutEffect(file: "f"),
  ]
  private static let others: [Diagnosis] = [
    .noSystemd, .serviceSilent, .serviceMissing, .serviceMasked, .serviceNotLoaded("bad-setting"),
    .serviceUserMissing("u"), .serviceDeniedRealtime, .serviceActive(status: nil), .serviceNotEnabled,
    .serviceStopped(isEnabled: true), .serviceStopped(isEnabled: false), .serviceFailed,
    .serviceChanging("activating"), .daemonRuns(process: 1), .daemonMissing, .severalDaemons([1, 2]),
    .noTouchDevice, .noneAskedFor(count: 1), .noPad, .nameTaken("n"), .nameIgnored("n", word: "w"),
    .noOtherPrograms, .otherPrograms(["p"]), .noConfiguration, .configurationGood(fileCount: 2),
    .configurationOdd(warnings: 1, []), .configurationWrong(mistakes: 1, []), .configurationUnreadable([]),
    .configurationDenied(.ofRoot("/etc", .pass, mode: 0o700), .service),
    .configurationDenied(.ofRoot("/etc", .list, mode: 0o700), .service),
  ]

  private func ofDevices() throws -> [Diagnosis] {
    let device = try DeviceFacts.recorded()
    let name = DeviceName(device)
    let silent = try Fixtures.description("EP0430M09")
    func surface(_ device: DeviceDescription) throws -> Surface {
      try Surface(of: device, class: .touchscreen)
    }
    return [
      .deviceUnfinished(DeviceName(try .touchpad())),
      .nodeMissing(name), .deviceReadable(name, user: "u"), .deviceNotNeeded(name, user: "u", service: "s"),
      .deviceDenied(name, user: "u", group: "g"), .deviceDeniedToService(name, service: .service, group: "g"),
      .deviceInUse(name), .deviceFree(name), .deviceGrabbed(name, by: []), .deviceTouched(name),
      .deviceMayBeInUse(name), .deviceUnusable(device, .misfit), .deviceUntested(name), .joydevMissing,
      .deviceUnusable(device, .noSurface(.noPosition)),
      .deviceUnusable(device, .cannotOpen(.cannotOpen(node: "n", errno: 19))), .padUnfinished(name),
      .padIsPad(name),
      .padIsNone(name), .padIsMore(name, classes: ["MOUSE"]), .padReadable(name), .padDenied(name, user: "u"),
      .padHasJoystick(name, "j"), .padWithoutJoystick(name), .deviceSized(name, try surface(silent)),
      .deviceSized(name, try surface(device.description)),
    ]
  }

  @Test("is something of everything, in a line, and for all that is not well what can be done")
  func all() throws {
    // Of these the message says it, or that of the check before.
    let without: [Diagnosis] = [
      .uinputWithoutRule(service: "s"), .deviceUnusable(try .recorded(), .misfit),
    ]
    let all = try Self.uinput + Self.others + ofDevices()
    for diagnosis in all {
      #expect(!diagnosis.message.isEmpty && !diagnosis.message.contains("\n"), "\(diagnosis)")
      if diagnosis.result != .ok, !without.contains(diagnosis) {
        #expect(diagnosis.remedy != nil, "\(diagnosis)")
      }
    }
    #expect(Set(all.map(\.message)).count == all.count - 1, "only the two rules have the same message")
  }

  @Test("says which rule gives /dev/uinput to the service, or that it has to be put into effect")
  func rule() {
    #expect(
      Diagnosis.uinputDeniedToService(service: "s", group: "root", hasRule: false).remedy
        == #"Give it to the group touchstick by a udev rule: KERNEL=="uinput", SUBSYSTEM=="misc", "#
        + #"GROUP="touchstick", MODE="0660", OPTIONS+="static_node=uinput". Then: sudo udevadm control --reload; "#
        + "sudo modprobe uinput; sudo udevadm trigger /dev/uinput")
    #expect(
      Diagnosis.uinputRuleWithoutEffect(file: "f").remedy
        == "Load the module first, then have udev look again: sudo modprobe uinput; sudo udevadm control --reload; "
        + "sudo udevadm trigger /dev/uinput")
    #expect(
      Diagnosis.serviceStopped(isEnabled: false).remedy == "sudo systemctl enable --now touchstickd.service")
    #expect(
      Diagnosis.configurationWrong(mistakes: 2, ["a.toml", "b"]).remedy
        == "See what: touchstick check a.toml b")
  }
}
