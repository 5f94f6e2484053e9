internal import EventPipeline
internal import FoundationEssentials
internal import OperatingSystem
internal import SystemBus

// The report about touchstickd's status.
extension PadStatus {
  /// A line for the switch, and a paragraph for each device and each pad.
  var text: String {
    let devices = devices.isEmpty ? ["no touch device is in use"] : devices.map(\.text)
    let pads = pads.isEmpty ? ["no gamepad exists yet"] : pads.map(\.text)
    return ([summary + (layout.map { "\n" + $0 } ?? "")] + devices + pads).joined(separator: "\n\n") + "\n"
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

  /// The profile of the first gamepad's layout; nil without one.
  private var layout: String? {
    profile.isEmpty ? nil : "the layout is the profile \"\(profile.printable)\""
  }

  /// One object.
  var json: String {
    get throws { try object.jsonLine + "\n" }
  }

  /// Empty values are unknown.
  private var object: JSONObject {
    [
      "on": isOn, "reason": reason, "profile": profile.isEmpty ? nil : profile, "version": version,
      "devices": devices.map(\.object), "pads": pads.map(\.object),
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
