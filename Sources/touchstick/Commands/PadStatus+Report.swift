internal import Configuration
internal import Diagnostics
internal import EventPipeline
internal import FoundationEssentials
internal import Glibc
internal import OperatingSystem
internal import SystemBus

// The report about touchstickd's status.
extension PadStatus {
  /// A line for the switch, and a paragraph for each device and each pad.
  var text: String {
    let devices = devices.isEmpty ? ["no touch device is in use"] : devices.map(\.text)
    let pads = pads.isEmpty ? ["no gamepad exists yet"] : pads.map(\.text)
    // The summary says what the first one is.
    let hint = problems.first { $0.isOfSwitch }?.hint
    let found = (problems.filter { !$0.isOfSwitch } + SessionPrograms(status: self).problems).map(\.text)
    let parts = [
      ([summary] + (hint.map { ["  \($0.printable)"] } ?? []) + [layoutPhrase]).joined(separator: "\n"),
      String(found.joined().dropLast()),
    ]
    return (parts + devices + pads).filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
  }

  /// Whether the pads are on, and why.
  var summary: String {
    let reason =
      switch (self.reason, isOn) {
      case ("start", true): "since touchstickd started"
      case ("start", false): "since touchstickd started: the configuration says so"
      case ("gesture", _): "by the gesture on a touch device"
      case ("signal", _): "by the signal USR1"
      case ("call", _): "by touchstick or another program"
      case ("locked", true): "but kept off until the session is unlocked"
      case ("away", true): "but kept off until their user is in front again; touchstick on makes them yours"
      default: self.reason.printable
      }
    return "the pads are \(isOn ? "on" : "off"), \(reason)"
  }

  /// The layout of the first gamepad, who has chosen it, and how long it lasts.
  var layoutPhrase: String {
    let name = quoted(layout.name)
    let what =
      if profile.isEmpty {
        layout.name.isEmpty ? "that of the configuration" : name
      } else if layout.name == AutomaticProfile.name, profile != layout.name {
        "the profile \(quoted(profile)), which \(name) chooses for this device"
      } else {
        "the profile \(quoted(profile))"
      }
    return "the layout is \(what)\(layout.choicePhrase)"
  }

  /// One object.
  var json: String {
    get throws { try object.jsonLine + "\n" }
  }

  /// Empty values are unknown.
  private var object: JSONObject {
    [
      "on": isOn, "reason": reason, "profile": profile.isEmpty ? nil : profile, "version": version,
      "layout": layout.object, "problems": (problems + SessionPrograms(status: self).problems).map(\.object),
      "devices": devices.map(\.object), "pads": pads.map(\.object),
    ]
  }
}

extension PadStatus.Layout {
  /// Whether the user's session.toml has it.
  private var isKept: Bool {
    guard choice == .user, user == getuid(), let path = SessionSettings.path else { return false }
    let kept = try? SessionSettings.read(path: path).layout
    return kept != nil && (kept == name || kept == (try? realPath(of: name)))
  }

  fileprivate var choicePhrase: String {
    let who = user == getuid() ? "you" : Account.name(ofUser: user)
    return switch choice {
    case .configuration: name.isEmpty ? "" : ", by the configuration"
    case .user where user == 0: ", by \(who), until touchstickd restarts"
    case .user:
      ", by \(who), "
        + (isKept ? "kept in \(SessionSettings.fileName)" : "until the session ends; --keep makes it last")
    case .program:
      ", by \(who), until \(process.map(ProcessFacts.phrase) ?? "a program") ends"
    case nil: ""
    }
  }

  fileprivate var object: JSONObject {
    [
      "name": name.isEmpty ? nil : name, "by": choice?.rawValue, "user": Account.name(ofUser: user),
      "process": process, "kept": isKept,
    ]
  }
}

extension PadStatus.Problem {
  /// Whether it is the switch, or what keeps switched-on pads off.
  var isOfSwitch: Bool { ["off", "locked", "away"].contains(code) }

  /// Whether it keeps pads from playing.
  var stopsPads: Bool {
    isOfSwitch || ["no-device", "released", "grabbed", "misfit", "device"].contains(code)
  }

  /// The programs that cause it: the one that the daemon names, or those that have a grabbed device open.
  private var programs: String? {
    if let process { return ProcessFacts.phrase(process) }
    guard code == "grabbed" else { return nil }
    let open = ProcessFacts.all().filter { !$0.isDaemon && $0.openNodes?.contains(node) == true }
    return open.isEmpty ? nil : list(open.map { ProcessFacts.phrase(UInt32($0.number)) }, "and")
  }

  /// The message with the programs.
  var sentence: String { message.printable + (programs.map { " (\($0))" } ?? "") }

  /// The sentence, and the hint below it.
  var text: String {
    let more = code == "grabbed" && programs == nil ? " See which: sudo touchstick status" : ""
    let hint = hint.printable + more
    return "! \(sentence)\n" + (hint.isEmpty ? "" : "  \(hint)\n")
  }

  fileprivate var object: JSONObject {
    [
      "code": code, "message": message, "hint": hint.isEmpty ? nil : hint, "node": node.isEmpty ? nil : node,
      "process": process, "program": programs,
    ]
  }
}

extension PadStatus.Device {
  fileprivate var text: String {
    let source = SurfaceSizeSource(rawValue: sizeSource)?.phrase ?? sizeSource.printable
    let size = SurfaceSize(width: width, height: height).phraseWithSource(source, rotation: Int(rotation))
    return "\(node.printable)  \(name.printable)\n    \(deviceClass.printable), \(size), "
      + (isGrabbed ? "grabbed" : "not grabbed")
  }
}

extension PadStatus.Pad {
  fileprivate var text: String {
    let file = file.isEmpty ? "no configuration file" : file.printable
    return "\(node.isEmpty ? "unknown node" : node.printable)  \(name.printable)\n    gamepad, \(file)"
  }
}

extension PadStatus.Device {
  fileprivate var object: JSONObject {
    [
      "name": name, "node": node, "class": deviceClass, "width": tenths(width), "height": tenths(height),
      "size_source": sizeSource, "rotation": rotation, "grabbed": isGrabbed,
    ]
  }
}

extension PadStatus.Pad {
  fileprivate var object: JSONObject {
    ["name": name, "file": file.isEmpty ? nil : file, "node": node.isEmpty ? nil : node]
  }
}
