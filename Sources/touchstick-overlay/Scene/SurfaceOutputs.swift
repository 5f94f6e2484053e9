internal import Display
internal import EventPipeline

/// Which output each of several touchscreens is shown on.
struct SurfaceOutputs {
  /// The index of each output with touchscreens among all outputs, and the numbers of its touchscreens.
  private(set) var outputs: [(index: Int, surfaces: [UInt8])] = []
  /// The outputs with the reasons; nil if there is none.
  private(set) var phrase: String?
  /// Why some are not shown.
  private(set) var problems: [String] = []

  /// A touchscreen is on the output that the desktop or udev maps it to. What is left is on the only output that is left.
  ///
  /// - Parameters:
  ///   - names: The names of all outputs.
  ///   - wanted: The output that the user wants for the first touchscreen.
  ///   - mapping: ``SessionDisplay/output(mappedFrom:)``
  init(
    of surfaces: [FeedLayout], among names: [String?], first wanted: String?,
    _ mapping: (_ nodes: [String]) -> String?
  ) {
    var chosen: [(index: Int, why: String)?] = surfaces.enumerated().map { place, surface in
      if place == 0, let index = wanted.flatMap({ name in names.firstIndex(of: name) }) {
        return (index, "the one that you chose")
      }
      guard names.count > 1 else { return names.isEmpty ? nil : (0, "the only output") }
      return names.mappedOutput(ofTouchscreen: surface.node, mapping)
    }
    for place in chosen.indices where chosen[place] == nil {
      let free = names.indices.filter { index in !chosen.contains { $0?.index == index } }
      if let index = free.only(where: { names[$0].map(Screen.isBuiltIn) ?? false }) {
        chosen[place] = (index, "the built-in screen")
      } else if free.count == 1 {
        chosen[place] = (free[0], "the only output that is left")
      } else {
        problems.append(
          "the touchscreen \(surfaces[place].device.printable) may be on several outputs; map it in the desktop's "
            + "settings, or with udev's WL_OUTPUT")
      }
    }
    for (surface, choice) in zip(surfaces, chosen) {
      guard let choice else { continue }
      if let place = outputs.firstIndex(where: { $0.index == choice.index }) {
        outputs[place].surfaces.append(surface.surface)
      } else {
        outputs.append((choice.index, [surface.surface]))
      }
    }
    let phrases = outputs.map { output in
      let why = chosen.first { $0?.index == output.index }??.why ?? ""
      return names[output.index].map { "\($0), \(why)" } ?? why
    }
    if !phrases.isEmpty { phrase = phrases.joined(separator: ", and on ") }
  }
}

extension Array {
  /// The only element with a property; nil if none or several have it.
  fileprivate func only(where isIt: (Element) -> Bool) -> Element? {
    let found = filter(isIt)
    return found.count == 1 ? found[0] : nil
  }
}
