internal import OperatingSystem
internal import EventPipeline
internal import JoystickModel

// What is said of what can be, but is surely not meant.

extension ConfigurationWarning {
  /// `FILE:LINE:COLUMN`, or as much of it as there is; nil for settings that are from no file.
  public var place: String? { phrase(file, position) }

  /// `FILE:LINE:COLUMN: what is wrong; what would be right`, in one line.
  public var sentence: String { place.map { "\($0): \(message)" } ?? message }

  /// `what is wrong; what would be right`, without the place.
  public var message: String { (surface.map { "on \($0.phrase), " } ?? "") + kind.sentence }
}

extension ConfigurationWarning.Kind {
  fileprivate var sentence: String {
    switch self {
    case .file(let warning): warning.sentence
    case .stick(let warning): warning.sentence
    case .control(let warning): warning.sentence
    case .device(let warning): warning.sentence
    case .layout(let problem, let size): problem.sentence(on: size)
    }
  }
}

extension TypicalSurface {
  fileprivate var phrase: String { "\(name) (\(decimal(size.width)) mm x \(decimal(size.height)) mm)" }
}

extension FileWarning {
  fileprivate var sentence: String {
    switch self {
    case .fileWritable(let path, let writers):
      "\(writers.phrase) can change this file; run: \(writers.command(path))"
    case .folderWritable(let path, let writers):
      "\(writers.phrase) can put another file into this folder; run: \(writers.command(path))"
    }
  }
}

extension Writers {
  fileprivate var phrase: String {
    switch self {
    case .group: "its group"
    case .others: "everybody"
    case .groupAndOthers: "its group and everybody else"
    }
  }

  /// What takes it from them.
  fileprivate func command(_ path: String) -> String {
    let mode =
      switch self {
      case .group: "g-w"
      case .others: "o-w"
      case .groupAndOthers: "go-w"
      }
    return "chmod \(mode) \(shellWord(path))"
  }
}

extension StickWarning {
  fileprivate var sentence: String {
    switch self {
    case .withoutUse(let key, let other): "\(key) has no effect here; it goes with \(other)"
    case .boundsWithoutRoom:
      "movable_bounds is a point, so that the base never moves; give it a width or a height, or leave it out"
    case .rimBeyondEdge(let edge, let distance, let needed):
      "center is \(rounded(distance)) mm from the \(edge.phrase) edge of the surface, but the stick is all the way "
        + "\(edge.direction) at \(rounded(needed)) mm; move it away from there, or make radius or travel less"
    case .unusualReach(let name, let reach, let least, let most):
      "the handle of \(quoted(name)) goes \(rounded(reach)) mm (radius x travel); a thumb needs \(rounded(least)) mm to "
        + "\(rounded(most)) mm here"
    case .unusualSensitivity(let name, let sensitivity, let reach) where sensitivity > 1:
      "\(quoted(name)) is all the way out \(rounded(reach / sensitivity)) mm from its middle, with sensitivity "
        + "\(decimal(sensitivity)) and radius x travel \(rounded(reach)) mm; take a sensitivity of at most "
        + decimal(StickWarning.usualSensitivities.upperBound)
    case .unusualSensitivity(let name, let sensitivity, let reach):
      "\(quoted(name)) is out by \(rounded(sensitivity * 100))% at most, \(rounded(reach)) mm from its middle, with "
        + "sensitivity \(decimal(sensitivity)); take one of at least "
        + decimal(StickWarning.usualSensitivities.lowerBound)
    case .sameTaps: "double_tap does what tap does, and makes each tap wait for another; leave it out"
    }
  }
}

extension SurfaceEdge {
  fileprivate var phrase: String {
    switch self {
    case .left: "left"
    case .right: "right"
    case .top: "top"
    case .bottom: "bottom"
    }
  }

  fileprivate var direction: String {
    switch self {
    case .left: "left"
    case .right: "right"
    case .top: "up"
    case .bottom: "down"
    }
  }
}

extension ControlWarning {
  fileprivate var sentence: String {
    switch self {
    case .hidden(let name, let other):
      "no touch begins on \(quoted(name)), all of which is behind the button \(other.phrase); put it before that, or "
        + "move it away"
    case .needsSecondFinger(let name, let other):
      "a touch begins on \(quoted(name)) only while another finger has \(other.phrase), on which it lies; put it "
        + "before that"
    case .cutOff(let name, let length, let edge):
      "\(rounded(length)) mm of \(quoted(name)) are beyond the \(edge.phrase) edge of the surface; move it, or make it "
        + "smaller"
    case .overlaps(let name, let other, let length):
      "\(quoted(name)) overlaps \(other.phrase) by \(rounded(length)) mm, and gets no touch there; move them apart"
    case .small(let name, let length):
      "\(quoted(name)) is \(rounded(length)) mm wide or high; a finger needs at least "
        + "\(decimal(ControlWarning.leastButton)) mm"
    case .sameDirections(let name, let button):
      "all four directions of \(quoted(name)) press \(button); give each a button of its own, or use a [[button]]"
    case .toggledBySticks(let fingers, let sticks):
      "fingers is \(fingers), but there are \(sticks.count) sticks, \(list(sticks.map(quoted), "and")), and thumbs that "
        + "rest on them switch the pad off; make it at least \(sticks.count + 1)"
    case .pullBeyondSurface(let distance, let farthest):
      "distance is \(rounded(distance)) mm, but from region a finger can slide \(rounded(farthest)) mm at most; make "
        + "it less"
    }
  }
}

extension ControlReference {
  fileprivate var phrase: String {
    switch (file, line) {
    case (let file?, let line?): "\(quoted(name)) of \(file.escaped):\(line)"
    case (let file?, nil): "\(quoted(name)) of \(file.escaped)"
    case (nil, let line?): "\(quoted(name)) in line \(line)"
    case (nil, nil): quoted(name)
    }
  }
}

extension DeviceWarning {
  fileprivate var sentence: String {
    switch self {
    case .notTaken(let name, let deviceClass, let wanted):
      "touchstickd does not take \(quoted(name)), a \(deviceClass.rawValue), for this file; it asks for "
        + wanted.escaped
    case .noInput(let input, let device):
      "\(quoted(device)) has no \(input), so that this is never pressed; take a button that the device has"
    case .noPressure(let device):
      "\(quoted(device)) does not tell how hard it is pressed, so that a touch pulls all the way; take pull = "
        + "\"full\" or \"slide\""
    case .tooFewContacts(let count, let fingers, let device):
      "fingers is \(fingers), but \(quoted(device)) tells of \(count) at most; make it less, or leave out [toggle]"
    case .sizeAssumed(let size, let device):
      "\(quoted(device)) does not say how large it is; \(decimal(size.width.rounded())) x \(decimal(size.height.rounded())) mm is "
        + "assumed, so that sticks may be too large or too small; set size in [device]"
    case .otherShape(let size, let height, let device):
      "size is \(rounded(size.width)) x \(rounded(size.height)) mm, but by the axes of \(quoted(device)) a width of "
        + "\(rounded(size.width)) mm goes with a height of \(decimal(height.rounded())) mm; measure both sides of the surface"
    }
  }
}
