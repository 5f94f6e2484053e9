internal import OperatingSystem

// What touchstick doctor says of each thing that it finds.

extension Diagnosis {
  /// What is so.
  var message: String { uinputMessage ?? serviceMessage ?? deviceMessage ?? otherMessage ?? "" }

  private var uinputMessage: String? {
    switch self {
    case .uinputThere: "/dev/uinput is there"
    case .uinputMissing(.notLoaded): "/dev/uinput is not there: the kernel's uinput module is not loaded"
    case .uinputMissing(.noNode): "/dev/uinput is not there, though the kernel has uinput"
    case .uinputMissing(.noModule):
      "the kernel that runs has no uinput module, without which there are no gamepads"
    case .uinputMissing(.unknown): "/dev/uinput is not there, and the kernel does not have uinput, or not yet"
    case .uinputMissing(.refused):
      "the kernel's uinput module is not loaded, though the service has opened /dev/uinput, which loads it"
    case .uinputWritable(let user): "you (\(user)) may write /dev/uinput"
    case .uinputNotNeeded(let user, let service):
      "\(service), the service's user, may write /dev/uinput; you (\(user)) may not, and need not"
    case .uinputNotNeededNow(let user):
      "touchstickd runs, and may write /dev/uinput; you (\(user)) may not, and need not"
    case .uinputDenied(let user, let group):
      "you (\(user)) may not write /dev/uinput, which is the group \(group)'s"
    case .uinputDeniedToService(let service, let group, _):
      "\(service), the service's user, may not write /dev/uinput, which is the group \(group)'s"
    case .uinputForRoot: "/dev/uinput is for root only, as the kernel makes it"
    case .uinputForGroup(let group): "/dev/uinput is for the group \(group), by a udev rule"
    case .uinputForEverybody: "/dev/uinput can be written by everybody: any program can type for you"
    case .uinputForUsers(let users):
      "/dev/uinput is also for \(users.joined(separator: " and ")), as udev gives devices to who is logged in: any "
        + "program of theirs can type, in another's session, too"
    case .uinputWithoutRule(let service): "no udev rule gives /dev/uinput to \(service), the service's user"
    case .uinputRuleWithoutEffect(let file): "\(file) is there, but /dev/uinput is not as it says"
    default: nil
    }
  }

  private var serviceMessage: String? {
    switch self {
    case .noSystemd: "systemd does not run here, so that nothing starts touchstickd by itself"
    case .serviceSilent: "systemd does not say what it knows of \(ServiceFacts.name)"
    case .serviceMissing:
      "\(ServiceFacts.name) is not installed, so that nothing starts touchstickd by itself"
    case .serviceMasked: "\(ServiceFacts.name) is masked, so that nothing can start it"
    case .serviceNotLoaded(let reason): "systemd cannot load \(ServiceFacts.name): \(reason)"
    case .serviceUserMissing(let user):
      "\(ServiceFacts.name) cannot start: its user, \(user.printable), is not there"
    case .serviceDeniedRealtime:
      "\(ServiceFacts.name) cannot start: the kernel, or the container, refuses it realtime scheduling"
    case .serviceActive(let status): "\(ServiceFacts.name) runs" + (status.map { ": \($0)" } ?? "")
    case .serviceNotEnabled: "\(ServiceFacts.name) is not enabled: it does not start with the system"
    case .serviceStopped(let isEnabled):
      "\(ServiceFacts.name) does not run" + (isEnabled ? "" : ", and does not start with the system")
    case .serviceFailed: "\(ServiceFacts.name) has failed"
    case .serviceChanging(let state): "\(ServiceFacts.name) is \(state.printable)"
    case .daemonRuns(let process): "touchstickd runs, started by somebody: process \(process)"
    case .daemonMissing: "touchstickd does not run"
    case .severalDaemons(let processes):
      "touchstickd runs \(processes.count) times (\(processes.map(String.init).joined(separator: ", "))), and only one "
        + "can have a device"
    default: nil
    }
  }

  private var deviceMessage: String? {
    switch self {
    case .noTouchDevice: "there is no touchscreen, touchpad or tablet"
    case .noneAskedFor(let count):
      "the configuration asks for none of the \(count == 1 ? "one touch device" : "\(count) touch devices") here"
    case .deviceUnfinished(let device): "udev has not finished with \(device.phrase), or does not run here"
    case .nodeMissing(let device): "\(device.phrase): the node is not there"
    case .deviceReadable(let device, let user): "you (\(user)) may read \(device.phrase)"
    case .deviceNotNeeded(let device, let user, let service):
      "\(service), the service's user, may read \(device.phrase); you (\(user)) may not, and need not"
    case .deviceDenied(let device, let user, let group):
      "you (\(user)) may not read \(device.phrase), which is the group \(group)'s"
    case .deviceDeniedToService(let device, let service, let group):
      "\(service.name), the service's user, may not read \(device.phrase), which is the group \(group)'s"
    case .deviceInUse(let device): "touchstickd has \(device.phrase)"
    case .deviceFree(let device): "no other program has grabbed \(device.phrase)"
    case .deviceGrabbed(let device, let programs):
      "another program has grabbed \(device.phrase)\(programs.openPhrase)"
    case .deviceTouched(let device):
      "\(device.phrase) is touched, so that it was not tried whether another program has grabbed it"
    case .deviceMayBeInUse(let device):
      "touchstickd runs, and may have \(device.phrase), so that it was not tried whether it is grabbed"
    case .deviceUntested(let device):
      "it was not tried whether another program has grabbed \(device.phrase), which you may not read"
    case .deviceUnusable(let device, let verdict):
      "\(DeviceName(device).phrase): \(verdict.sentence(of: device))"
    case .deviceSized(let device, let surface): "\(device.phrase) has a surface of \(surface.phrase)"
    default: nil
    }
  }

  private var otherMessage: String? {
    switch self {
    case .noPad: "there is no gamepad yet: touchstickd makes it when it has a touch device"
    case .padUnfinished(let pad): "udev has not finished with \(pad.phrase), or does not run here"
    case .padIsPad(let pad): "udev takes \(pad.phrase) for a gamepad, and for nothing else"
    case .padIsNone(let pad): "udev does not take \(pad.phrase) for a gamepad: ID_INPUT_JOYSTICK is not 1"
    case .padIsMore(let pad, let classes):
      "udev takes \(pad.phrase) for more than a gamepad: "
        + classes.map { "ID_INPUT_\($0)" }.joined(separator: ", ")
    case .padReadable(let pad): "you may read \(pad.phrase), and so may your games"
    case .padDenied(let pad, let user):
      "you (\(user)) may not read \(pad.phrase), nor may games that you start"
    case .padHasJoystick(let pad, let node): "old games have \(pad.phrase) as \(node)"
    case .padWithoutJoystick(let pad): "old games that want a /dev/input/js node do not see \(pad.phrase)"
    case .joydevMissing:
      "old games that want a /dev/input/js node see no gamepad: the kernel that runs has no joydev module"
    case .nameTaken(let name): "SDL takes a device named “\(name.printable)” for a gamepad"
    case .nameIgnored(let name, let word):
      "SDL takes no device named “\(name.printable)” for a gamepad, for the “\(word)” in it"
    case .noOtherPrograms: "no program runs that is known to take touch devices"
    case .otherPrograms(let programs):
      "\(programs.joined(separator: " and ")) \(programs.count == 1 ? "runs, and may" : "run, and may") take touch devices"
    case .noConfiguration: "there is no \(CheckReport.usualFolder), which touchstickd takes for an empty file"
    case .configurationGood(let count): "the configuration has no mistakes: \(count.phrase("file"))"
    case .configurationOdd(let count, _):
      "the configuration has no mistakes, but says what is surely not meant: \(count.phrase("warning"))"
    case .configurationWrong(let count, _): "the configuration is wrong: \(count.phrase("mistake"))"
    case .configurationDenied(let file, let service):
      "\(service.name), the service's user, may not \(file.use == .pass ? "get at what is in" : "read") "
        + file.node.path.printable
    case .configurationUnreadable: "the configuration cannot be read, or not all of it"
    default: nil
    }
  }
}

extension DeviceName {
  fileprivate var phrase: String { "\(path) (\(name.printable))" }
}

extension Int {
  /// `1 file`, `2 files`
  fileprivate func phrase(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
