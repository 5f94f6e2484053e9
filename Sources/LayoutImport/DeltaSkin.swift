internal import Configuration
internal import JoystickModel

/// A skin for Delta: `info.json`. It has a representation for each device, display and orientation; a profile has the best
/// one for each orientation.
struct DeltaSkin {
  struct Representation {
    let path: [String]
    let when: SurfaceOrientation
    let node: JSONNode
  }

  private let root: JSONNode
  private let representations: [Representation]

  /// The devices and displays, the best first: phones without a home button are like the first.
  private static let order = [
    ["iphone", "edgeToEdge"], ["iphone", "standard"], ["ipad", "standard"], ["tv", "standard"],
    ["ipad", "splitView"],
  ]

  init(_ root: JSONNode) throws(Diagnostic) {
    guard let devices = root["representations"], devices.isObject else {
      throw Diagnostic(missing: "it has no object \"representations\"", in: .delta)
    }
    self.root = root
    var found: [Representation] = []
    for device in devices.members {
      // Without displays, the orientations are those of the standard one. A television has only one.
      if device.name == "tv" {
        found.append(Representation(path: ["tv", "standard"], when: .landscape, node: device.node))
      }
      for display in device.node.members {
        found += Self.orientations(of: display.node, [device.name, display.name])
      }
      found += Self.orientations(of: device.node, [device.name, "standard"])
    }
    representations = found
    guard !found.isEmpty else {
      throw Diagnostic(missing: "it has no representation for an orientation", in: .delta)
    }
  }

  private static func orientations(of node: JSONNode, _ path: [String]) -> [Representation] {
    let all: [(String, SurfaceOrientation)] = [("portrait", .portrait), ("landscape", .landscape)]
    return all.compactMap { name, when in
      guard order.contains(path), let node = node[name], node.isObject else { return nil }
      return Representation(path: path + [name], when: when, node: node)
    }
  }

  /// - Parameter page: A representation, or a part of its name: `ipad`, `portrait` or `iphone/standard/landscape`.
  func add(page: String?, to draft: inout ImportDraft) throws(Diagnostic) {
    draft.name(.delta, root["name"]?.string)
    let words = page?.split { "/- ".contains($0) }.map(String.init) ?? []
    let fitting = representations.filter { representation in words.allSatisfy(representation.path.contains) }
    guard !fitting.isEmpty else {
      throw Diagnostic(
        unknownPage: page ?? "", among: representations.map { $0.path.joined(separator: "/") })
    }
    for when in [SurfaceOrientation.portrait, .landscape] {
      let best = Self.order.lazy.compactMap { path in
        fitting.first { $0.when == when && Array($0.path.prefix(2)) == path }
      }.first
      guard let best else {
        if page == nil {
          draft.warn(
            "there is no representation for \(when)", hint: "held so, the pad has no controls",
            at: root.offset)
        }
        continue
      }
      DeltaRepresentation(best, game: root["gameTypeIdentifier"]?.string ?? "").add(to: &draft)
    }
  }
}

/// The controls of a representation.
struct DeltaRepresentation {
  private let node: JSONNode
  private let when: SurfaceOrientation
  private let outputs: [String: String]
  /// The part of the screen that the skin covers: in portrait, without a place for the game, it is the lower end.
  private let top: Double
  private let size: (width: Double, height: Double)?
  private let aspect: Double

  init(_ representation: DeltaSkin.Representation, game: String) {
    (node, when) = (representation.node, representation.when)
    let device = representation.path[0]
    let mapping = node["mappingSize"]
    let width = mapping?["width"]?.number ?? (device == "tv" ? 1920 : 0)
    let height = mapping?["height"]?.number ?? (device == "tv" ? 1080 : 0)
    let isUsable = (1...100_000).contains(width) && (1...100_000).contains(height)
    size = isUsable ? (width, height) : nil
    let screens = node["screens"]?.array ?? []
    let hasScreen = node["gameScreenFrame"] != nil || screens.contains { $0["outputFrame"] != nil }
    if when == .portrait, !hasScreen, isUsable {
      // iPhones with and without a home button, and iPads.
      let screen =
        device == "ipad" ? 4.0 / 3 : representation.path[1] == "edgeToEdge" ? 812.0 / 375 : 667.0 / 375
      let part = min(1, height / width / screen)
      (top, aspect) = (1 - part, 1 / screen)
    } else {
      (top, aspect) = (0, isUsable ? width / height : 1)
    }
    outputs = Self.outputs(ofGame: game)
  }

  func add(to draft: inout ImportDraft) {
    guard size != nil else {
      return draft.warn(
        "this representation has no usable mappingSize", hint: "it is left out", at: node.offset)
    }
    if let assets = node["assets"] {
      draft.warnOfPictures("pictures", at: assets.offset)
    }
    for item in node["items"]?.array ?? [] { draft.addControl { add(item, to: &$0) } }
  }

  private func add(_ item: JSONNode, to draft: inout ImportDraft) {
    guard item["placement"]?.string != "app" else {
      return draft.warn(
        "a control on the game's picture is left out", hint: "the picture can be anywhere", at: item.offset)
    }
    guard let place = place(of: item) else {
      return draft.warn("this control has no frame on the screen", hint: "it is left out", at: item.offset)
    }
    guard let inputs = item["inputs"] else {
      return draft.warn("this control has no inputs", hint: "it is left out", at: item.offset)
    }
    let tables =
      inputs.isObject
      ? directions(item, inputs, place, &draft) : button(inputs, place, &draft).map { [$0] } ?? []
    for var table in tables {
      table.when = when
      draft.add(table)
    }
  }

  /// The frame, with the edges around it that also answer touches: the control's own, else those of the representation.
  private func place(of item: JSONNode) -> ImportedRegion? {
    let frame = ["x", "y", "width", "height"].compactMap { item["frame"]?[$0]?.number }
    guard frame.count == 4, let size else { return nil }
    func edge(_ name: String) -> Double {
      (item["extendedEdges"]?[name] ?? node["extendedEdges"]?[name])?.number ?? 0
    }
    let (left, right) = (frame[0] - edge("left"), frame[0] + frame[2] + edge("right"))
    let (upper, lower) = (frame[1] - edge("top"), frame[1] + frame[3] + edge("bottom"))
    let scale = (1 - top) / size.height
    return ImportedRegion(
      x: (left + right) / 2 / size.width, y: top + (upper + lower) / 2 * scale,
      halfWidth: (right - left) / 2 / size.width, halfHeight: (lower - upper) / 2 * scale,
      isRound: item["mask"]?.string == "circle", aspect: aspect)
  }
}

extension DeltaRepresentation {
  private func button(_ inputs: JSONNode, _ place: ImportedRegion, _ draft: inout ImportDraft) -> DraftTable?
  {
    guard let words = inputs.array, !words.isEmpty else {
      draft.warn("inputs must be a list or an object", hint: "this control is left out", at: inputs.offset)
      return nil
    }
    let names = words.compactMap { output($0, &draft) }
    return names.isEmpty ? nil : draft.button(names, place, at: inputs.offset)
  }

  private func directions(
    _ item: JSONNode, _ inputs: JSONNode, _ place: ImportedRegion, _ draft: inout ImportDraft
  ) -> [DraftTable] {
    let words = ["up", "right", "down", "left"].map { inputs[$0] }
    guard words.allSatisfy({ $0 != nil }) else {
      draft.warn(
        "a touch screen in the game is left out",
        hint: "touches outside the controls reach the desktop, and so the game",
        at: item.offset)
      return []
    }
    let outputs = words.map { word in word.flatMap { output($0, &draft) }.map { [$0] } ?? [] }
    if item["thumbstick"] != nil, let names = outputs.single,
      case .stick(let target) = FourOutputs(names: names).kind
    {
      return [.fixedStick(target, place, at: item.offset, origin: "relative")]
    }
    return draft.directions(outputs, place, at: item.offset)
  }

  private func output(_ node: JSONNode, _ draft: inout ImportDraft) -> String? {
    let word = node.string ?? ""
    return draft.output(outputs[word], for: word, at: node.offset)
  }

  /// By the places of the buttons: those where RetroArch's cores for the same machine expect them.
  private static func outputs(ofGame game: String) -> [String: String] {
    let own: [String: String] =
      switch game.split(separator: ".").last.map({ $0.lowercased() }) ?? "" {
      case "n64": ["a": "A", "b": "X", "z": "LT", "l": "LB", "r": "RB"]
      // Manic and Provenance, which have Delta's format, have Mega Drive, Mega CD, 32X and Saturn.
      case "genesis", "mega_drive", "md", "mcd", "32x", "ss":
        [
          "a": "X", "b": "A", "c": "B", "x": "LB", "y": "Y", "z": "RB", "l": "LT", "r": "RT", "mode": "Back",
        ]
      default: ["a": "B", "b": "A", "x": "Y", "y": "X", "l": "LB", "r": "RB"]
      }
    var outputs = shared
    for (word, name) in own { outputs[word] = name }
    return outputs
  }

  private static let shared: [String: String] = {
    var outputs = [
      "start": "Start", "select": "Back", "up": "Up", "right": "Right", "down": "Down", "left": "Left",
      "l1": "LB", "r1": "RB", "l2": "LT", "r2": "RT", "l3": "L3", "r3": "R3",
      // Delta's own functions, by the default hotkeys of RetroArch.
      "menu": "KEY_F1", "quickSave": "KEY_F2", "quickLoad": "KEY_F4", "fastForward": "KEY_L",
      "toggleFastForward": "KEY_SPACE",
    ]
    let sticks: [(String, PadStick)] = [
      ("leftThumbstick", .left), ("analogStick", .left), ("rightThumbstick", .right), ("cStick", .right),
      ("c", .right),
    ]
    for (word, stick) in sticks {
      for (way, name) in zip(FourOutputs.hat.names, FourOutputs.stick(stick).names) {
        outputs[word + way] = name
      }
    }
    return outputs
  }()
}
