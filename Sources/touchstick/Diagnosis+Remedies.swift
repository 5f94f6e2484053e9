internal import OperatingSystem

// What touchstick doctor says that can be done.

extension Diagnosis {
  /// What to do, in one or two sentences; nil where there is nothing.
  var remedy: String? {
    switch self {
    case .uinputMissing(.notLoaded): "Load it: sudo modprobe uinput"
    case .uinputMissing(.noNode): "In a container, give it /dev/uinput; else: sudo udevadm trigger"
    case .uinputMissing(.noModule):
      "If the kernel was updated since the start, restart; else take one that has CONFIG_INPUT_UINPUT."
    case .uinputMissing(.unknown):
      "Load it: sudo modprobe uinput. A container has to be given /dev/uinput by a machine that has it."
    case .uinputMissing(.refused):
      "See why: sudo modprobe --verbose uinput; grep -r uinput /etc/modprobe.d /run/modprobe.d"
    case .uinputDenied: "Run touchstickd by sudo, or install it as a service."
    case .uinputDeniedToService(_, _, hasRule: false):
      "Give it to the group touchstick by a udev rule: " + Self.rule
        + ". Then: sudo udevadm control --reload; sudo modprobe uinput; sudo udevadm trigger /dev/uinput"
    case .uinputDeniedToService(_, _, hasRule: true), .uinputRuleWithoutEffect:
      "Load the module first, then have udev look again: sudo modprobe uinput; sudo udevadm control --reload; "
        + "sudo udevadm trigger /dev/uinput"
    case .uinputForEverybody:
      "Find the udev rule that does it, and give the node to a group instead: \(Self.rule)"
    case .uinputForUsers:
      "Find the udev rule that does it, by TAG+=\"uaccess\", such as Steam's, and take it away if nobody needs it: "
        + "grep -r uinput /etc/udev/rules.d /run/udev/rules.d /usr/lib/udev/rules.d"
    case .serviceSilent, .serviceNotLoaded: "Ask it: systemctl status \(ServiceFacts.name)"
    case .serviceMasked:
      "sudo systemctl unmask \(ServiceFacts.name); sudo systemctl enable --now \(ServiceFacts.name)"
    case .serviceUserMissing:
      "Make the user, and have udev give it the devices: sudo systemd-sysusers touchstick.conf; "
        + "sudo udevadm control --reload; sudo modprobe uinput; "
        + "sudo udevadm trigger --settle --subsystem-match=misc --subsystem-match=input; "
        + "sudo systemctl restart \(ServiceFacts.name)"
    case .serviceDeniedRealtime:
      "Have it do without, and be late when the processor is busy: sudo systemctl edit \(ServiceFacts.name), with "
        + "the lines [Service] and CPUSchedulingPolicy=other; then: sudo systemctl restart \(ServiceFacts.name)"
    case .serviceNotEnabled: "sudo systemctl enable \(ServiceFacts.name)"
    case .serviceStopped(let isEnabled):
      "sudo systemctl \(isEnabled ? "start" : "enable --now") \(ServiceFacts.name)"
    case .serviceFailed, .serviceChanging:
      "See why: journalctl -b -u \(ServiceFacts.name); then: sudo systemctl reset-failed \(ServiceFacts.name); "
        + "sudo systemctl restart \(ServiceFacts.name)"
    case .daemonMissing: "Start it: sudo touchstickd"
    case .severalDaemons: "Stop all but one of them."
    case .configurationOdd(_, let paths), .configurationWrong(_, let paths),
      .configurationUnreadable(let paths):
      "See what: " + (["touchstick check"] + paths.map(\.printable)).joined(separator: " ")
    case .configurationDenied(let file, let service): file.remedy(for: service)
    default: deviceRemedy
    }
  }

  private var deviceRemedy: String? {
    switch self {
    case .noTouchDevice:
      "touchstickd waits for one. See what there is: touchstick devices; sudo libinput list-devices"
    case .noneAskedFor: "See what it asks for: touchstick devices"
    case .deviceUnfinished:
      "Where udev runs, have it look again: sudo udevadm trigger --subsystem-match=input"
    case .nodeMissing:
      "In a container, give it /dev/input; else: sudo udevadm trigger --subsystem-match=input"
    case .deviceDenied: "Run touchstickd by sudo, or install it as a service."
    case .deviceDeniedToService(let device, let service, _):
      "Give it to the group \(service.groupName ?? service.name) by a udev rule, as the package does by "
        + "/usr/bin/setfacl: install acl if that is not there. If both are: sudo udevadm trigger \(device.path)"
    case .deviceGrabbed: "Stop that program, or have it leave the device alone."
    case .deviceTouched: "Take everything off it, and ask again."
    case .deviceMayBeInUse: "Only root can see which devices it has: sudo touchstick doctor"
    case .deviceUntested: "Have it tried: sudo touchstick doctor"
    case .deviceUnusable(let device, let verdict): verdict.remedy(for: device)
    case .deviceSized(_, let surface) where surface.sizeSource == .assumption:
      "Measure the glass, and write its width and height into the configuration: size = \"217mm x 136mm\" in [device]"
    case .padUnfinished(let pad): "See what udev knows: udevadm info \(pad.path)"
    case .padIsNone(let pad), .padIsMore(let pad, _):
      "Find the udev rule or hwdb entry that does it: udevadm test $(udevadm info -q path \(pad.path))"
    case .padDenied:
      "Log in at the computer itself: logind gives gamepads to who sits there."
    case .padWithoutJoystick: "If you have such a game: sudo modprobe joydev"
    case .joydevMissing: "If you have such a game, take a kernel that has CONFIG_INPUT_JOYDEV."
    case .nameIgnored: "Give it another one: name in [gamepad]"
    case .otherPrograms:
      "If it has the device that touchstickd is to have, stop it, or have it leave that alone."
    default: nil
    }
  }

  private static let rule =
    #"KERNEL=="uinput", SUBSYSTEM=="misc", GROUP="touchstick", MODE="0660", OPTIONS+="static_node=uinput""#
}

extension DeviceVerdict {
  /// What can be done about a device that cannot be used; nil where the sentence says it.
  fileprivate func remedy(for device: DeviceFacts) -> String? {
    switch self {
    case .cannotOpen(let error) where error.isDenial:
      "A container has to be allowed to open it, too: DeviceAllow=char-input rw of systemd, --device of others"
    case .cannotOpen:
      "See what the kernel says of it: sudo dmesg; plug it in again, or load its driver again."
    case .noSurface:
      "See what it says of itself: sudo evemu-describe \(device.path). If that is so, have the configuration ask for "
        + "another device: name, vendor, product or path in [device]"
    default: nil
    }
  }
}

extension NeededFile {
  /// What lets the service's user use it, and nobody else.
  fileprivate func remedy(for service: Account) -> String {
    let path = node.path.printable
    return switch use {
    // A folder on the way is somebody else's, too.
    case .pass: "sudo chmod o+x \(path)"
    case .read, .list:
      "sudo chgrp \(service.groupName ?? service.name) \(path); sudo chmod g=\(use == .list ? "rx" : "r") \(path)"
    }
  }
}
