internal import ArgumentParser
internal import Configuration
internal import EventPipeline
internal import FoundationEssentials
internal import Glibc
internal import System

struct Status: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Prints the touch devices in use, the pads, whether the pads are on, and why.",
    discussion: """
      It asks the running touchstickd on the system bus, which everybody may do.

      The pads belong to the user who was in front of seat0 when they were last switched. While that user's session is
      locked or not in front, pads that are on are kept off.

      A line that begins with "!" says what keeps pads or controls from working, and the next line what to do.

      With --json, the output is one object; unknown values are null:

        {"on": true or false,
         "reason": "start" or "gesture" or "signal" or "call" or "locked" or "unlocked" or "away" or "gamepad",
         "profile": text, "version": text,
         "layout": {"name": text, "by": "configuration" or "user" or "program", "user": text, "process": number,
           "kept": true or false}, "other_layouts": [(the same), ...],
         "problems": [{"code": word, "message": text, "hint": text, "node": path, "process": number,
           "program": text}, ...],
         "devices": [{"name": text, "node": path, "class": "touchscreen" or "touchpad" or "tablet", "width": mm,
           "height": mm,
           "size_source": \(SurfaceSizeSource.choicesForJSON),
           "rotation": 0 or 90 or 180 or 270, "grabbed": true or false}, ...],
         "pads": [{"name": text, "file": path, "node": path}, ...],
         "motors": [{"name": text, "node": path}, ...],
         "sensors": [{"name": text, "node": path, "kind": "accelerometer" or "gyroscope" or
           "accelerometer and gyroscope", "buffered": true or false}, ...],
         "overlay": text}

      Exit status: 0, whether the pads are on or off; 69 if touchstickd cannot be reached.
      """)

  @Flag(help: "Prints the status as JSON.")
  var json = false

  @Flag(help: "Prints the status again after each change, until touchstickd ends.")
  var follow = false

  func run() throws {
    try Touchstick.perform {
      let bus = try SystemBus()
      if !follow { return try printStatus(try bus.padStatus()) }
      try bus.followPads(printStatus)
    }
  }

  private func printStatus(_ status: PadStatus) throws {
    // A blank line ends each of several texts.
    Touchstick.printOutput(try (json ? status.json : status.text + (follow ? "\n" : "")).utf8)
  }
}

// The report about touchstickd's status.
extension PadStatus {
  var text: String {
    let devices = devices.isEmpty ? ["no touch device is in use"] : devices.map(\.text)
    let pads = pads.isEmpty ? ["no gamepad exists"] : pads.map(\.text)
    // What keeps all pads off is in the summary, so only its hint follows.
    let keepsOff = problems.first(where: \.isOfSwitch)
    let switchLines = [summary] + (keepsOff.map { ["  \($0.hint.printable)"] } ?? [])
    let session = SessionPrograms(status: self)
    let others = problems.filter { !$0.isOfSwitch } + session.problems
    let parts =
      [(switchLines + layoutPhrases).joined(separator: "\n"), others.map(\.text).joined(separator: "\n")]
      + devices + pads + motors.map(\.text) + sensors.map(\.text)
      + [session.shownPhrase?.printable ?? ""]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
  }

  var summary: String {
    let reason =
      switch (knownReason, isOn) {
      case (.start, true): "since touchstickd started"
      case (.start, false): "since touchstickd started: the configuration says so"
      case (.gesture, _): "by the gesture on a touch device"
      case (.signal, _): "by the signal USR1"
      case (.call, _): "by touchstick or another program"
      case (.locked, false): "and the session is locked"
      case (.unlocked, false): "and the session was locked; touchstick on brings them back"
      case (.locked, true): "but kept off until the session is unlocked"
      case (.unlocked, true): "but kept off since the session was locked; touchstick on brings them back"
      case (.away, true): "but kept off until their user is in front again; touchstick on makes them yours"
      case (.gamepad, true): "but kept off while a gamepad is used; a touch on a control brings them back"
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
    return "the layout is \(what)\(layout.choicePhrase())"
  }

  /// The same of each gamepad; those after the first one are numbered.
  private var layoutPhrases: [String] { (1...otherLayouts.count + 1).map(layoutPhrase(ofPad:)) }

  /// The same of the gamepad with this number, from 1.
  func layoutPhrase(ofPad pad: Int) -> String {
    guard pad > 1 else { return layoutPhrase }
    guard pad - 2 < otherLayouts.count else { return "there is no pad \(pad)" }
    let layout = otherLayouts[pad - 2]
    let name = layout.name.isEmpty ? "that of its configuration file" : quoted(layout.name)
    return "the layout of pad \(pad) is \(name)\(layout.choicePhrase(mayBeKept: false))"
  }

  var json: String {
    get throws { try object.jsonLine + "\n" }
  }

  /// What touchstickd leaves empty is null.
  private var object: JSONObject {
    let session = SessionPrograms(status: self)
    return [
      "on": isOn, "reason": reason, "profile": profile.isEmpty ? nil : profile, "version": version,
      "layout": layout.object(), "other_layouts": otherLayouts.map { $0.object(mayBeKept: false) },
      "problems": (problems + session.problems).map(\.object),
      "devices": devices.map(\.object), "pads": pads.map(\.object), "motors": motors.map(\.object),
      "sensors": sensors.map(\.object), "overlay": session.shownPhrase,
    ]
  }
}

extension PadStatus.Layout {
  private var isKept: Bool {
    guard choice == .user, user == getuid(), let path = SavedChoices.path else { return false }
    return (try? SavedChoices.read(path: path).layout) == name
  }

  /// Until when a rule keeps it; nil if none does.
  private var lastsForGame: String? {
    guard choice == .user, user == getuid() else { return nil }
    let uses = PadUses.read()
    guard uses.applied.layout == name, let use = uses.all.last(where: { $0.rule?.effect == .profile(name) })
    else { return nil }
    return "by a rule in \(SavedChoices.fileName), while \(use.program.name.printable) has the pad"
  }

  /// - Parameter mayBeKept: Whether `--keep` is for it: that of the first gamepad.
  fileprivate func choicePhrase(mayBeKept: Bool = true) -> String {
    if let lastsForGame { return ", \(lastsForGame)" }
    let who = user == getuid() ? "you" : Account.name(ofUser: user)
    return switch choice {
    case .configuration: name.isEmpty ? "" : ", by the configuration"
    case .user where user == 0: ", by \(who), until touchstickd restarts"
    case .user where !mayBeKept: ", by \(who), until the session ends"
    case .user:
      ", by \(who), "
        + (isKept ? "kept in \(SavedChoices.fileName)" : "until the session ends; --keep makes it last")
    case .program:
      ", by \(who), until \(process.map(ProcessFacts.phrase) ?? "a program") ends"
    case nil: ""
    }
  }

  fileprivate func object(mayBeKept: Bool = true) -> JSONObject {
    // The configuration is root's choice.
    [
      "name": name.isEmpty ? nil : name, "by": choice?.rawValue, "user": Account.name(ofUser: user),
      "process": process, "kept": mayBeKept && isKept,
    ]
  }
}

extension PadStatus.Problem {
  /// The programs that cause it: the one that the daemon names, or those that have a grabbed device open. To find those, it
  /// reads all of /proc.
  private var programs: String? {
    if let process { return ProcessFacts.phrase(process) }
    guard obstacle == .grabbed else { return nil }
    let open = ProcessFacts.all().filter { !$0.isDaemon && $0.openNodes?.contains(node) == true }
    return open.isEmpty ? nil : list(open.map { ProcessFacts.phrase(UInt32($0.number)) }, "and")
  }

  var sentence: String { sentence(with: programs) }

  private func sentence(with programs: String?) -> String {
    message.printable + (programs.map { " (\($0))" } ?? "")
  }

  /// One line, or two with a hint.
  var text: String {
    let programs = programs
    let more = obstacle == .grabbed && programs == nil ? " See which: sudo touchstick status" : ""
    let hint = hint.printable + more
    return "! \(sentence(with: programs))" + (hint.isEmpty ? "" : "\n  \(hint)")
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

  fileprivate var object: JSONObject {
    [
      "name": name, "node": node, "class": deviceClass, "width": tenths(width), "height": tenths(height),
      "size_source": sizeSource, "rotation": rotation, "grabbed": isGrabbed,
    ]
  }
}

extension PadStatus.Motor {
  fileprivate var text: String {
    (node.isEmpty ? "" : "\(node.printable)  ")
      + "\(name.printable)\n    motor\(node.isEmpty ? " of your session" : ""), shakes when a game rumbles"
  }

  fileprivate var object: JSONObject { ["name": name, "node": node.isEmpty ? nil : node] }
}

extension PadStatus.Sensor {
  fileprivate var text: String {
    "\(node.printable)  \(name.printable)\n    \(kind.printable), read "
      + (isBuffered ? "by its buffer" : "value by value")
  }

  fileprivate var object: JSONObject {
    ["name": name, "node": node, "kind": kind, "buffered": isBuffered]
  }
}

extension PadStatus.Pad {
  var text: String {
    let file = file.isEmpty ? "no configuration file" : file.printable
    return "\(node.isEmpty ? "unknown node" : node.printable)  \(name.printable)\n    gamepad, \(file)"
  }

  fileprivate var object: JSONObject {
    ["name": name, "file": file.isEmpty ? nil : file, "node": node.isEmpty ? nil : node]
  }
}
