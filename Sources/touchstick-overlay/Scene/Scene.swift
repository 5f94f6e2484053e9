internal import Configuration
internal import Drawing
internal import EventPipeline

/// What the overlay knows of the pads, and what it shows of them. It has no clock: times are microseconds of any clock
/// that does not go backwards.
struct Scene: Equatable, Sendable {
  var theme: Theme
  /// The layouts of all surfaces of one generation, by their numbers.
  private var layouts: [UInt8: FeedLayout] = [:] {
    didSet {
      surfaces = layouts.values.filter { $0.deviceClass == .touchscreen }.sorted { $0.surface < $1.surface }
    }
  }
  private var states: [UInt8: FeedState] = [:]
  private var rumble = FeedRumble()
  private var generation: UInt32 = 0
  /// The name of a layer that has just appeared, for each surface.
  private var titles: [UInt8: LayerTitle] = [:]
  /// When a control was last touched, or the pads came on.
  private var lastUses: [UInt8: Int64] = [:]
  /// What is shown while there are no pads.
  var handle: IdleHandle?

  /// Makes a scene without pads.
  init(theme: Theme) { self.theme = theme }

  /// The touchscreens that are shown, each on its output. A touchpad or a tablet has no picture under it.
  private(set) var surfaces: [FeedLayout] = []

  /// The first touchscreen.
  var surface: FeedLayout? { surfaces.first }

  private var shown: [(layout: FeedLayout, state: FeedState)] {
    surfaces.compactMap { layout in states[layout.surface].map { (layout, $0) } }
  }

  /// Whether there are controls to show, although they may have faded to nothing.
  var hasControls: Bool { !shown.isEmpty }

  /// Whether there is something to see.
  func hasPicture(at now: Int64) -> Bool {
    guard hasControls else { return handle != nil }
    return isInUse || theme.background != nil || isRumbleShown
      || surfaces.contains { fade(of: $0).opacity(at: now) > 0 || shownTitle(of: $0, at: now) != nil }
  }

  /// Whether no control exists, although the pads are on.
  var isEmpty: Bool { hasControls && shown.allSatisfy { $0.state.isEmpty(on: $0.layout) } }

  private var isRumbleShown: Bool {
    guard rumble.strong > 0 || rumble.weak > 0 else { return false }
    return theme.rumble == .always || theme.rumble == .withoutMotor && !rumble.hasMotor
  }

  /// The button for the menu that is pressed, and its touchscreen; nil if none is.
  var pressedMenu: (surface: FeedLayout, pad: UInt8)? {
    for (layout, state) in shown {
      let button = zip(layout.controls, state.controls).first { $0.kind == .menu && $1.isTouched }
      if let button { return (layout, button.0.pad) }
    }
    return nil
  }

  /// Whether a control is touched.
  var isInUse: Bool { shown.contains { $0.state.isInUse(on: $0.layout) } }

  /// The touchscreens with a control that is touched.
  var surfacesInUse: [UInt8] {
    shown.filter { $0.state.isInUse(on: $0.layout) }.map(\.layout.surface)
  }

  /// Changes what is known.
  mutating func apply(_ message: FeedMessage, at now: Int64) {
    switch message {
    case .off: forgetPads()
    case .layout(let layout): apply(layout, at: now)
    case .state(let state): apply(state, at: now)
    case .contacts: break
    case .rumble(let rumble): self.rumble = rumble
    }
  }

  /// Forgets all pads, as when the daemon is gone.
  mutating func forgetPads() {
    layouts = [:]
    states = [:]
    titles = [:]
    lastUses = [:]
    rumble = FeedRumble()
  }

  private mutating func apply(_ layout: FeedLayout, at now: Int64) {
    if layout.generation != generation { forgetPads() }
    generation = layout.generation
    layouts[layout.surface] = layout
    states[layout.surface] = nil
    lastUses[layout.surface] = now
  }

  /// A state of another layout says nothing.
  private mutating func apply(_ state: FeedState, at now: Int64) {
    guard state.generation == generation, let layout = layouts[state.surface],
      layout.controls.count == state.controls.count
    else { return }
    let (surface, last) = (state.surface, states[state.surface])
    // A finger that lifts starts the wait anew.
    if state.isInUse(on: layout) || last?.isInUse(on: layout) == true { lastUses[surface] = now }
    if let name = layout.newLayer(from: last?.layers, to: state.layers) {
      titles[surface] = LayerTitle(text: name, end: now + LayerTitle.duration)
      lastUses[surface] = now
    }
    states[surface] = state
  }

  private func shownTitle(of layout: FeedLayout, at now: Int64) -> LayerTitle? {
    titles[layout.surface].flatMap { theme.hasLabels && now < $0.end ? $0 : nil }
  }

  /// The picture of a touchscreen for an output; nil if there is nothing to show, so that no window is needed.
  ///
  /// - Parameter number: The surface's number; nil is the first touchscreen, or the handle while there are no pads.
  func picture(of number: UInt8? = nil, on output: OutputPicture, at now: Int64) -> OverlayPicture? {
    guard let layout = number.flatMap({ layouts[$0] }) ?? surface, let state = states[layout.surface] else {
      return hasControls ? nil : handle?.picture(on: output, theme)
    }
    let opacity = theme.opacity * (state.isInUse(on: layout) ? 1 : fade(of: layout).opacity(at: now))
    let mapping = SurfaceMapping(layout, output)
    let controls = ControlShapes.all(layout, state, on: mapping, theme, opacity: opacity)
    let background =
      theme.background.map { [[Shape(.rectangle(mapping.bounds, rounding: 0), fill: $0)]] } ?? []
    return OverlayPicture(
      background + controls + headline(layout, state, opacity, on: mapping, at: now)
        + (isRumbleShown ? rumbleBars(mapping) : []))
  }

  /// The name of a layer that has just appeared; else, on an empty surface, that it is empty.
  private func headline(
    _ layout: FeedLayout, _ state: FeedState, _ opacity: Double, on mapping: SurfaceMapping, at now: Int64
  ) -> [[Shape]] {
    if let title = shownTitle(of: layout, at: now) {
      return [Headline(title.text).shapes(on: mapping, theme)]
    }
    guard state.isEmpty(on: layout) else { return [] }
    let orientation = SurfaceOrientation(
      of: SurfaceSize(width: Double(layout.width), height: Double(layout.height)))
    return [Headline("no controls in \(orientation)", opacity: opacity).shapes(on: mapping, theme)]
  }

  /// Bars at the left and right edge, each by itself, so that they do not share a surface as large as the screen.
  private func rumbleBars(_ mapping: SurfaceMapping) -> [[Shape]] {
    let (all, width) = (mapping.bounds, max(mapping.length(3).rounded(), 2))
    let bars: [(UInt8, Double)] = [(rumble.strong, 0), (rumble.weak, all.width - width)]
    return bars.filter { $0.0 > 0 }.map { magnitude, x in
      [
        Shape(
          .rectangle(PixelRectangle(x: x, y: 0, width: width, height: all.height), rounding: 0),
          fill: theme.color(ofPad: 0).faded(to: Double(magnitude) / 255))
      ]
    }
  }

  /// When the picture changes next without a message; nil is never.
  func nextChange(after now: Int64) -> Int64? {
    shown.flatMap { layout, state in
      [
        shownTitle(of: layout, at: now)?.end,
        state.isInUse(on: layout) ? nil : fade(of: layout).nextChange(after: now),
      ].compactMap(\.self)
    }.min()
  }

  private func fade(of layout: FeedLayout) -> Fade {
    Fade(looks: theme.fade, start: lastUses[layout.surface] ?? 0)
  }
}

/// The name of a layer, which is shown for a second when the layer appears.
private struct LayerTitle: Equatable, Sendable {
  let text: String
  /// In microseconds.
  let end: Int64

  static let duration: Int64 = 1_000_000
}

private struct Headline {
  let text: String
  let opacity: Double

  init(_ text: String, opacity: Double = 1) { (self.text, self.opacity) = (text, opacity) }

  /// In the middle of the upper edge.
  func shapes(on mapping: SurfaceMapping, _ theme: Theme) -> [Shape] {
    let label = LabelText(text)
    let height = min(mapping.length(5), mapping.bounds.width * 0.9 / max(label.width, 1))
    let middle = PixelPoint(x: mapping.bounds.width / 2, y: mapping.length(8))
    let area = PixelRectangle(around: middle, width: label.width * height, height: label.height * height)
    return [Shape(.text(text, area, height: height), fill: theme.labelColor.faded(to: opacity))]
  }
}

extension FeedLayout {
  /// The name of the first layer that differs; nil at first, and if none does.
  fileprivate func newLayer(from old: [UInt8]?, to new: [UInt8]) -> String? {
    guard let old, let changed = zip(old, new).first(where: { $0 != $1 })?.1, changed < layers.count
    else { return nil }
    return layers[Int(changed)]
  }
}

extension FeedState {
  /// Whether a control is touched. A palm on ignored glass shows nothing.
  fileprivate func isInUse(on layout: FeedLayout) -> Bool {
    zip(layout.controls, controls).contains { $0.kind != .ignore && $1.isTouched }
  }

  fileprivate func isEmpty(on layout: FeedLayout) -> Bool {
    zip(layout.controls, controls).allSatisfy { $0.kind == .ignore || $1.isHidden }
  }
}

/// The fading since a time, in steps that are small enough to look continuous.
struct Fade: Equatable {
  let looks: FadeLooks
  /// When the last touch ended, in microseconds.
  let start: Int64

  /// Half a second in this many steps is a step for each second frame at 60 Hz.
  private static let steps: Int64 = 16

  /// What all opacities are multiplied by, 0 to 1.
  func opacity(at now: Int64) -> Double {
    guard let step = step(at: now) else { return 1 }
    return 1 + (looks.alpha - 1) * Double(step) / Double(Self.steps)
  }

  /// When the opacity changes next; nil is never.
  func nextChange(after now: Int64) -> Int64? {
    guard let delay = looks.delay, looks.alpha < 1 else { return nil }
    guard let step = step(at: now), step < Self.steps else { return nil }
    // The first moment of the next step: rounded up.
    return start + delay + ((step + 1) * looks.duration + Self.steps - 1) / Self.steps
  }

  /// From 0 to `steps`; nil without fading.
  private func step(at now: Int64) -> Int64? {
    guard let delay = looks.delay else { return nil }
    let time = now - start - delay
    guard time >= 0 else { return 0 }
    return time >= looks.duration ? Self.steps : time * Self.steps / looks.duration
  }
}
