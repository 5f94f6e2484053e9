internal import CLinux
internal import Configuration
internal import Drawing
internal import EventPipeline
internal import Glibc
internal import InputDevices
internal import JoystickModel
internal import System

/// The overlay while the menu is open. touchstickd gives the touchscreen to the desktop meanwhile, and the menu receives all
/// touches from there.
final class MenuMode: OneOutputPainter {
  private let run: OverlayRun
  private var options: Options.Run
  private let file: OverlayConfigurationFile
  private let screen: HeldTouchscreen
  private var menu: Menu
  private var scene: MenuScene
  /// How the screen was turned when the picture was drawn last.
  private var shown: OutputTransform?
  private var idleTimer: Timer?
  /// For controls that change by themselves while they are tried.
  private var trialTimer: Timer?
  /// Nil where gamepads cannot be found.
  private var gamepads: GamepadWatch?
  /// How long the menu stays without a touch, in microseconds.
  private static let idleTime: Int64 = 10_000_000

  /// Runs until the menu closes. Returns the status to exit with.
  static func run(_ options: Options.Run) -> Int32 {
    let file = OverlayConfigurationFile(options.file, theme: options.theme)
    return OverlayRun.start(file) { run, looks throws(SystemError) in
      do throws(HeldTouchscreen.Failure) {
        let screen = try HeldTouchscreen(run.loop, node: options.device, pad: options.pad)
        return try MenuMode(run, options, file, looks, screen).start()
      } catch .system(let error) {
        throw error
      } catch {
        log(error.sentence)
        return EX_UNAVAILABLE
      }
    }
  }

  private init(
    _ run: OverlayRun, _ options: Options.Run, _ file: OverlayConfigurationFile, _ looks: OverlaySettings,
    _ screen: HeldTouchscreen
  ) {
    (self.run, self.options, self.file, self.screen) = (run, options, file, screen)
    menu = Menu(MenuContents(screen, looks), size: screen.device.size)
    scene = MenuScene(rotation: screen.device.rotation)
    showLayout()
  }

  private func start() throws(HeldTouchscreen.Failure) -> Int32 {
    do throws(SystemError) {
      guard try run.show(self) else { return EX_UNAVAILABLE }
      idleTimer = try run.loop.timer { [unowned self] in run.loop.exit(EX_OK) }
      restartIdleTimer()
      trialTimer = try run.loop.timer { [unowned self] in
        menu.trial?.advance(to: run.loop.now)
        try? trialTimer?.set(to: menu.trial?.deadline)
        run.askForRedraw()
      }
      gamepads = try? GamepadWatch(
        run.loop,
        pressed: { [unowned self] press in
          guard run.allowsPicture else { return }
          restartIdleTimer()
          if let request = menu.press(press) { perform(request) }
          run.askForRedraw()
        })
      run.askForRedraw()
      return try run.loop.run()
    } catch {
      throw .system(error)
    }
  }

  private func restartIdleTimer() {
    // It fails only in another process.
    try? idleTimer?.set(to: run.loop.now + Self.idleTime)
  }

  /// Has the controls of the layout in use behind the menu.
  private func showLayout() {
    let card = menu.contents.cards.firstIndex { $0.name == menu.contents.current }
    if let card { read(card) }
    scene.controls = card.map { menu.contents.cards[$0].controls } ?? [ShownControl](.handle(on: menu.size))
    menu.contents.layout = card.flatMap { menu.contents.cards[$0].layout }
  }

  /// Reads what a card shows, unless it is known.
  private func read(_ index: Int) {
    guard menu.contents.cards[index].description == nil else { return }
    menu.contents.cards[index].read(on: menu.size)
  }
}

// What the display draws, and what it is touched with.
extension MenuMode {
  var wantedOutput: String? { options.output ?? menu.contents.looks.output }
  var deviceNode: String? { screen.device.node }
  var hasPicture: Bool { run.allowsPicture }
  var receivesTouches: Bool { true }

  func choices(among names: [String?], mapping: (_ nodes: [String]) -> String?) -> [Int] {
    menu.contents.outputs = names.compactMap(\.self)
    return choice(among: names, mapping: mapping)
  }

  func picture(on output: OutputPicture, screen: Int) -> OverlayPicture? {
    turn(with: output.transform)
    if menu.page == .game { for index in menu.contents.cards.indices { read(index) } }
    for cell in menu.panel.cells {
      if let card = cell.item.card,
        let index = menu.contents.cards.firstIndex(where: { $0.name == card.name })
      {
        read(index)
      }
    }
    return scene.picture(of: menu, on: output)
  }

  func touch(_ touch: DisplayTouch, by id: Int) {
    restartIdleTimer()
    let touch = EditTouch(touch) { scene.point(of: $0, in: menu, on: $1) }
    if let request = menu.touch(touch, by: id, at: run.loop.now) { perform(request) }
    // It fails only in another process.
    try? trialTimer?.set(to: menu.trial?.deadline)
    run.askForRedraw()
  }

  /// A device that was held like its screen is turned with it.
  private func turn(with transform: OutputTransform) {
    defer { shown = transform }
    guard let shown, shown != transform,
      let turns = OutputTransform(degrees: scene.rotation).turns(from: shown, to: transform)
    else { return }
    scene.rotation = (scene.rotation + 90 * turns) % 360
    guard turns % 2 == 1 else { return }
    menu.size = SurfaceSize(width: menu.size.height, height: menu.size.width)
    for index in menu.contents.cards.indices { menu.contents.cards[index].forget() }
    showLayout()
  }
}

// What the menu asks for.
extension MenuMode {
  private func perform(_ request: MenuRequest) {
    switch request {
    case .close: run.loop.exit(EX_OK)
    case .switchPads(let isOn):
      attempt { () throws(HeldTouchscreen.Failure) in
        try screen.call(isOn ? .on : .off)
        run.loop.exit(EX_OK)
      }
    case .use(let name): use(name)
    case .keep(let name):
      attempt { () throws(ConfigurationError) in
        _ = try SavedChoices.change { $0.layout = name }
        menu.contents.kept = name
      }
    case .edit(let name): edit(name)
    case .copy(let name):
      attempt { () throws(ConfigurationError) in edit(try EditedProfile.copy(of: name)) }
    case .delete(let name): delete(name)
    case .setLooks(let change): setLooks(change)
    case .setFeel(let change): setFeel(change)
    case .setScreen(let change): setScreen(change)
    case .setRule(let effect): setRule(effect)
    }
  }

  private func attempt<Failure: MenuFailure>(_ work: () throws(Failure) -> Void) {
    do throws(Failure) { try work() } catch { menu.message = error.sentence }
  }

  private func use(_ name: String) {
    attempt { () throws(ConfigurationError) in
      let request = try LayoutRequest(NamedLayout(name), limit: PadsInterface.maxLayoutBytes)
      attempt { () throws(HeldTouchscreen.Failure) in
        try screen.use(request)
        menu.contents.current = name
        showLayout()
      }
    }
  }

  /// Goes on as the edit mode. Returns only if that fails.
  private func edit(_ name: String) {
    let error = replaceProgram(["touchstick-overlay", "--edit"] + options.arguments + [name])
    menu.message = "The edit mode cannot start: \(error.text)"
  }

  private func delete(_ name: String) {
    guard let path = ProfileFolders.own.all.first(where: { $0.name == name })?.path else { return }
    menu.open(.layouts)
    guard unsafe unlink(path) == 0 else {
      menu.message = "\(name) is not deleted: \(SystemError.last.text)"
      return
    }
    if menu.contents.kept == name { perform(.keep(nil)) }
    menu.contents.cards = LayoutCard.all
    // The layout may be in use; then it stays until another is chosen, but has no file.
    if menu.contents.current == name, !menu.contents.cards.contains(where: { $0.name == name }) {
      attempt { () throws(HeldTouchscreen.Failure) in
        try screen.call(.useProfile, [""])
        menu.contents.current = ""
      }
    }
    showLayout()
  }

  private func setLooks(_ change: LooksChange) {
    attempt { () throws(OverlayConfigurationFile.NotSaved) in _ = try file.save(change) }
    attempt { () throws(ConfigurationError) in menu.contents.looks = try file.read() }
    if case .output = change {
      options.output = nil
      run.display?.forget()
    }
  }
}

// What is in session.toml.
extension MenuMode {
  private func setFeel(_ change: FeelChange) {
    attempt { () throws(ConfigurationError) in
      try SavedChoices.setFeel(change)
      menu.contents.feel = menu.contents.saved?.feel ?? FeelSettings()
      // It counts for the layout in use at once.
      let name = menu.contents.current
      if menu.contents.cards.contains(where: { $0.name == name }) { use(name) }
    }
  }

  /// touchstick-session reports it to touchstickd.
  private func setScreen(_ change: ScreenChange) {
    attempt { () throws(ConfigurationError) in
      try SavedChoices.setScreen(change)
      menu.contents.screen.choice = menu.contents.saved?.screen ?? ScreenSettings()
      menu.message = "The controls follow when this menu is closed."
    }
  }

  private func setRule(_ effect: GameRule.Effect?) {
    guard let name = menu.contents.game?.name else { return }
    attempt { () throws(ConfigurationError) in
      try SavedChoices.setRule(effect, for: name)
      menu.contents.game?.effect = effect
    }
  }
}

/// An error that the menu shows.
private protocol MenuFailure: Error {
  var sentence: String { get }
}

extension HeldTouchscreen.Failure: MenuFailure {}
extension ConfigurationError: MenuFailure {}
extension OverlayConfigurationFile.NotSaved: MenuFailure {
  var sentence: String { "The looks are not saved: \(reason)" }
}

extension MenuContents {
  fileprivate init(_ screen: HeldTouchscreen, _ looks: OverlaySettings) {
    cards = LayoutCard.all
    current = screen.profile
    (kept, feel) = (saved?.layout, saved?.feel ?? FeelSettings())
    game = PadUses.current().map {
      MenuGame(title: $0.program.name.printable, name: $0.ruleName, effect: $0.rule?.effect)
    }
    isOn = screen.status.isOn
    self.looks = looks
    // The menu itself has the device released.
    problems =
      screen.status.problems.filter { $0.obstacle != .released }.map(MenuProblem.init)
      + MenuProblem.ofSession(screen.status)
    canKeep = screen.pad == 1
    let source = screen.status.devices.first { $0.node == screen.device.node }?.sizeSource
    self.screen = MenuScreen(
      choice: saved?.screen ?? ScreenSettings(), size: screen.device.size,
      canChooseSize: ["session", "assumption"].contains(source))
  }

  /// The user's choices; nil if their file has an error.
  fileprivate var saved: SavedChoices? { SavedChoices.path.flatMap { try? SavedChoices.read(path: $0) } }
}

extension Layout {
  /// Only the menu's handle, behind the menu of a layout that is not known here.
  fileprivate static func handle(on size: SurfaceSize) -> Layout {
    Layout(surface: Rectangle(x: 0, y: 0, width: size.width, height: size.height), controls: [])
      .withMenuHandle()
  }
}

extension LayoutCard {
  /// The profiles that the user can choose.
  fileprivate static var all: [LayoutCard] {
    let own = ProfileFolders.own.all.map(\.name)
    return ProfileFolders.ofUser.all.map { LayoutCard(name: $0.name, isOwn: own.contains($0.name)) }
  }

  fileprivate mutating func forget() { (description, problem, controls, layout) = (nil, nil, [], nil) }

  /// Reads the file, and what the layout looks like on a surface.
  fileprivate mutating func read(on size: SurfaceSize) {
    description = ""
    do throws(ConfigurationError) {
      let settings = try NamedLayout.profile(name).readProfile()
      description = settings.description ?? ""
      let fitted = settings.fittedLayout(on: size, deviceClass: .touchscreen)
      controls = [ShownControl](fitted.layout.hasMenuButton ? fitted.layout : fitted.layout.withMenuHandle())
      layout = fitted.layout
      problem = settings.obstacle(to: fitted.layout, on: size)
      _ = try settings.layout(width: size.width, height: size.height, deviceClass: .touchscreen)
    } catch {
      problem = (error.diagnostics.first?.text ?? error.sentence).withWholeMillimetres
    }
  }
}
