internal import CLinux
internal import Configuration
internal import Drawing
internal import Glibc
internal import System
internal import EventPipeline
internal import InputDevices

/// The running overlay: it hears what the pads do, and has the display show it.
final class Overlay: OneOutputPainter {
  private let run: OverlayRun
  private let file: OverlayConfigurationFile
  private let options: Options.Run
  private var settings: OverlaySettings
  private var scene: Scene
  /// The touchscreens on each output that was chosen, if there are several.
  private var surfacesOnScreens: [[UInt8]] = []
  /// The names of these outputs.
  private var outputNames: [String?] = []
  private var padFeed: PadFeed?
  private var feed: FeedSocket?
  private var feedSource: EventSource?
  private var fadeTimer: Timer?
  /// Frees memory that is no longer used.
  private var memoryTimer: Timer?
  /// Whether there was an update since the timer was set; nil if it is not set.
  private var hasUpdated: Bool?
  /// A frame that the display may never ask for, because it does not show the controls, and whether it has answered since.
  private var suspect: (frame: AwaitedFrame, hasAnswered: Bool)?
  private var suspectTimer: Timer?
  private var folderWatch: FolderWatch?
  private var fileTimer: Timer?
  private var gamepads: GamepadWatch?
  private var overview: OverviewWatch?
  /// What covers the overlay: GNOME's overview, or a lock screen that the display reports.
  private var (hasOverview, isLocked) = (false, false)
  private(set) var isHidden = false
  /// The touchscreens that touchstickd has released to the desktop meanwhile.
  private var released: [(node: String, call: PersistentCall)] = []
  /// Nil unless there is a handle while the pads are off.
  private var lockScreen: LockScreenWatch?
  /// A button for the menu that is pressed, until it has been held long enough to switch the pads off.
  private var menuTimer: Timer?
  private var menuPress = MenuPress.none
  /// Where the menu opens.
  private var menuPlace: (surface: FeedLayout, pad: UInt8)?
  /// How long a button for the menu is held to switch the pads off, in microseconds.
  private static let menuHoldTime: Int64 = 1_000_000
  /// Nil before the first update.
  private var wasVisible: Bool?
  /// Where they are shown; nil until that is known.
  private var outputPhrase: String?
  /// The last sentence about it.
  private var visibility = ""
  /// How long memory that is not used is kept for the next change: longer than the time from one press of a button to the
  /// next. In microseconds.
  private static let memoryDelay: Int64 = 2_000_000

  /// Runs until the display or the bus is gone. Returns the status to exit with.
  static func run(_ options: Options.Run) -> Int32 {
    let file = OverlayConfigurationFile(options.file, theme: options.theme)
    return OverlayRun.start(file) { run, settings throws(SystemError) in
      try Overlay(run, options, file, settings).start()
    }
  }

  private init(
    _ run: OverlayRun, _ options: Options.Run, _ file: OverlayConfigurationFile, _ settings: OverlaySettings
  ) {
    (self.run, self.options, self.file, self.settings) = (run, options, file, settings)
    scene = Scene(theme: settings.theme)
  }

  private var loop: EventLoop { run.loop }
  private var images: ImageLibrary { run.images }
  private var display: (any OverlayDisplay)? { run.display }

  private func start() throws(SystemError) -> Int32 {
    guard try run.show(self) else { return EX_UNAVAILABLE }
    logBadImages()
    fadeTimer = try loop.timer { [unowned self] in run.update(self) }
    memoryTimer = try loop.timer { [unowned self] in freeMemory() }
    suspectTimer = try loop.timer { [unowned self] in checkSuspect() }
    menuTimer = try loop.timer { [unowned self] in switchOff() }
    // Nobody waits for the menu's end.
    signal(SIGCHLD, SIG_IGN)
    try watchFile()
    updateGamepadWatch()
    if options.readsFeed {
      try useFeed(OwnedFileDescriptor(owning: STDIN_FILENO))
    } else {
      padFeed = try PadFeed(loop, withMenu: settings.handle != .never) { [unowned self] in
        try? useFeed($0)
        followPadsOff()
      }
      // Without a session bus, there is no GNOME.
      overview = try? OverviewWatch(loop) { [unowned self] isActive in
        hasOverview = isActive
        releaseIfCovered()
      }
    }
    return try loop.run()
  }

  /// Logs whether the controls are shown, or what keeps them from it, when that changes. That they have faded is not news.
  private func reportVisibility() {
    if showsControls {
      if let outputPhrase { report("the controls are shown on \(outputPhrase)") }
      return
    }
    if gamepads?.isUsed == true { return report("the controls are hidden, because a gamepad is used") }
    padFeed?.askForStatus { [unowned self] status in
      guard !showsControls else { return }
      guard let problem = status?.problems.first(where: { $0.obstacle != nil }) else {
        return report("no controls to show; see: touchstick status")
      }
      report("no controls to show: \("\(problem.message). \(problem.hint)".printable)")
    }
  }

  private func report(_ sentence: String) {
    if sentence != visibility { announce(sentence) }
    visibility = sentence
  }

  func willUpdate() {
    // While the pads are off, pictures need no memory.
    if !scene.hasControls { images.forget() }
    // It fails only in another process.
    try? fadeTimer?.set(to: scene.nextChange(after: loop.now))
  }

  func didUpdate() {
    watchFrames()
    watchMemory(hasUpdated: true)
    let isVisible = showsControls
    if isVisible != wasVisible { reportVisibility() }
    wasVisible = isVisible
  }

  /// Frees what was not used for a while, and goes on until all of it is free.
  private func freeMemory() {
    images.forgetUnused()
    display?.discardSpareBuffers()
    malloc_trim(0)
    guard hasUpdated == true else { return hasUpdated = nil }
    watchMemory(hasUpdated: false)
  }

  private func watchMemory(hasUpdated: Bool) {
    if self.hasUpdated == nil || !hasUpdated { try? memoryTimer?.set(to: loop.now + Self.memoryDelay) }
    self.hasUpdated = hasUpdated
  }

  func didRead() { watchFrames() }
}

// What the display draws.
extension Overlay {
  func use(output phrase: String?) {
    outputPhrase = phrase
    // What was announced instead has replaced the last report.
    if phrase == nil { visibility = "" }
    if wasVisible == true { reportVisibility() }
  }

  var wantedOutput: String? { options.output ?? settings.output }
  var deviceNode: String? { (scene.surface ?? scene.handle?.surface)?.node }
  var isInUse: Bool { scene.isInUse }
  var hasPicture: Bool {
    scene.hasControls ? mayShow && scene.hasPicture(at: loop.now) : isHandleShown
  }
  private var mayShow: Bool { scene.hasControls && gamepads?.isUsed != true }
  private var showsControls: Bool { mayShow && !scene.isEmpty }

  func choices(among names: [String?], mapping: (_ nodes: [String]) -> String?) -> [Int] {
    surfacesOnScreens = []
    guard scene.surfaces.count > 1 else { return choice(among: names, mapping: mapping) }
    let choice = SurfaceOutputs(of: scene.surfaces, among: names, first: wantedOutput, mapping)
    for problem in choice.problems { announce(problem) }
    surfacesOnScreens = choice.outputs.map(\.surfaces)
    outputNames = choice.outputs.map { names[$0.index] }
    use(output: choice.phrase)
    return choice.outputs.map(\.index)
  }

  func picture(on output: OutputPicture, screen: Int) -> OverlayPicture? {
    guard scene.hasControls, surfacesOnScreens.indices.contains(screen) else {
      return scene.picture(on: output, at: loop.now)
    }
    let pictures = surfacesOnScreens[screen].compactMap { scene.picture(of: $0, on: output, at: loop.now) }
    return pictures.isEmpty ? nil : OverlayPicture(pictures.flatMap(\.controls))
  }

  /// The outputs with a control that is touched.
  private var screensInUse: [Int] {
    guard !surfacesOnScreens.isEmpty else { return scene.isInUse ? [0] : [] }
    let used = scene.surfacesInUse
    return surfacesOnScreens.indices.filter { surfacesOnScreens[$0].contains(where: used.contains) }
  }
}

// The handle while the pads are off.
extension Overlay {
  private var isHandleShown: Bool { scene.handle != nil && lockScreen?.allowsPicture == true }

  func touchArea(on output: OutputPicture) -> PixelRectangle? {
    scene.hasControls ? nil : scene.handle?.area(on: output)
  }

  /// A tap switches the pads on.
  func touch(_ touch: DisplayTouch, by id: Int) {
    let wasPressed = scene.handle?.isPressed == true
    switch touch {
    case .began: scene.handle?.isPressed = true
    case .moved: return
    case .ended, .cancelled: scene.handle?.isPressed = false
    }
    if case .ended = touch, wasPressed, isHandleShown { padFeed?.switchPads(on: true) }
    run.askForRedraw()
  }

  /// Shows the handle while the user has the pads off, if the user wants it and the menu is allowed.
  private func followPadsOff() {
    let isWanted = settings.handle == .always && padFeed != nil
    if isWanted, lockScreen == nil {
      lockScreen = LockScreenWatch(loop) { [unowned self] in run.askForRedraw() }
    }
    padFeed?.watchStatus(isWanted ? { [unowned self] in followPadsOff() } : nil)
    guard isWanted, !scene.hasControls, padFeed?.hasMenu == true else { return setHandle(nil) }
    padFeed?.askForStatus { [unowned self] status in
      setHandle(scene.hasControls ? nil : status.flatMap(IdleHandle.init))
    }
  }

  private func setHandle(_ handle: IdleHandle?) {
    guard handle?.surface != scene.handle?.surface else { return }
    // Another touchscreen may be on another output.
    if let handle, handle.surface.node != deviceNode { display?.forget() }
    scene.handle = handle
    run.askForRedraw()
  }
}

// The feed.
extension Overlay {
  private func useFeed(_ file: consuming OwnedFileDescriptor) throws(SystemError) {
    let socket = FeedSocket(file)
    feedSource = try loop.whenReadable(socket.fileDescriptor) { [unowned self] in readFeed() }
    feed = socket
  }

  private func readFeed() {
    do throws(FeedSocket.End) {
      while let message = try feed?.read() {
        let (wasInUse, hadControls, nodes) = (scene.isInUse, scene.hasControls, scene.surfaces.map(\.node))
        scene.apply(message, at: loop.now)
        followMenuButton()
        // Another touchscreen may be on another output.
        if !scene.surfaces.isEmpty, scene.surfaces.map(\.node) != nodes { display?.forget() }
        if scene.hasControls != hadControls { followPadsOff() }
        // Whoever touches a control wants to see it. Pads that go on, also after a lock, show all of theirs.
        if scene.isInUse && !wasInUse || scene.hasControls && !hadControls { gamepads?.forgetUse() }
      }
    } catch {
      feedSource = nil
      feed = nil
      scene.forgetPads()
      followMenuButton()
      setHandle(nil)
      switch error {
      case .wrong(let error):
        log(error.sentence)
        // Another version comes with another daemon, which is asked when it comes.
        if case .version = error { break }
        padFeed?.askLater()
      case .failed(let error):
        log("the feed cannot be read: \(error.text)")
        padFeed?.askLater()
      // The daemon has ended, or another session is in front, or this program was too slow.
      case .hangUp: padFeed?.askLater()
      }
    }
    releaseIfCovered()
    run.askForRedraw()
  }
}

// The file with the looks.
extension Overlay {
  private func watchFile() throws(SystemError) {
    guard let folder = file.folder else { return }
    // The first theme is as welcome as a changed one, and only a folder that is there can be watched.
    makeFolders(folder)
    guard unsafe access(folder, F_OK) == 0 else { return }
    fileTimer = try loop.timer { [unowned self] in readFile() }
    folderWatch = try loop.whenChanged(inFolder: folder) { [unowned self] name in
      let paths = settings.images.map(\.path.whole) + [file.path ?? ""]
      // It fails only in another process.
      if name.map({ name in paths.contains { $0.hasSuffix(name) } }) ?? true {
        try? fileTimer?.setForChanges(at: loop.now)
      }
    }
    // It may have changed since it was read at the start.
    if let now = try? file.read(), now != settings { readFile() }
  }

  /// An error changes nothing.
  private func readFile() {
    do throws(ConfigurationError) {
      settings = try file.read()
    } catch {
      log(error.sentence)
      return
    }
    scene.theme = settings.theme
    padFeed?.setMenu(settings.handle != .never)
    followPadsOff()
    images.forget()
    // A shape is the same, though its picture may not be.
    display?.forget()
    logBadImages()
    updateGamepadWatch()
    run.askForRedraw()
  }

  private func logBadImages() {
    for error in file.errors(in: settings) { log(error.sentence) }
  }
}

// What covers the overlay.
extension Overlay {
  /// How long a display that shows the controls may need for a frame. In microseconds.
  private static let patience: Int64 = 400_000

  /// Looks for controls that are used, though nobody sees them, such as below a lock screen.
  private func watchFrames() {
    // An output that is switched off asks for no frames, either.
    let screens = suspect.map { [$0.frame.screen] } ?? screensInUse
    let (frame, wasAwaited) = (display?.awaitedFrame(on: screens), suspect != nil)
    if let suspect, suspect.frame != frame {
      self.suspect = nil
      if isHidden {
        isHidden = false
        releaseIfCovered()
        run.askForRedraw()
      }
    }
    guard suspect == nil, scene.isInUse, frame != nil || wasAwaited else { return }
    suspect = frame.map { ($0, hasAnswered: false) }
    try? suspectTimer?.set(to: loop.now + Self.patience)
  }

  private func checkSuspect() {
    guard let suspect else {
      // While a finger rests or a button is latched, nothing else asks for frames. And labwc 0.8 may answer the first one
      // although a lock screen covers it.
      guard scene.isInUse else { return }
      display?.requestFrame()
      watchFrames()
      return
    }
    guard suspect.hasAnswered else {
      // A display that is busy does not ask for frames, either.
      display?.ping { [unowned self] in
        self.suspect?.hasAnswered = true
        try? suspectTimer?.set(to: loop.now + Self.patience)
      }
      return
    }
    isHidden = true
    releaseIfCovered()
  }

  func setLocked(_ isLocked: Bool) {
    self.isLocked = isLocked
    releaseIfCovered()
  }

  /// Has touchstickd release the touchscreen to the desktop while nobody sees the controls. A layout that appears meanwhile
  /// is for a touchscreen that is not released: the pads were off, or it has another node.
  private func releaseIfCovered() {
    guard hasOverview || isLocked || isHidden else { return released = [] }
    for node in scene.surfaces.map(\.node) where !released.contains(where: { $0.node == node }) {
      let call = try? PersistentCall(loop, nil, reconnects: true) { bus throws(SystemError) in
        try bus.newCall(.releaseDevice, [node])
      } failed: { error in
        error.isAbsence ? nil : 1
      }
      guard let call else { return }
      released.append((node, call))
      call.renew()
    }
  }
}

/// How long a button for the menu is pressed.
private enum MenuPress {
  case none, short
  /// Long enough to switch the pads off.
  case long
}

// The menu.
extension Overlay {
  /// Opens the menu when its button is released. Held for a second, the button switches the pads off.
  private func followMenuButton() {
    let (last, pressed) = (menuPress, scene.pressedMenu)
    guard (pressed != nil) != (last != .none) else { return }
    menuPress = last == .none ? .short : .none
    if let pressed { menuPlace = pressed }
    // It fails only in another process.
    try? menuTimer?.set(to: menuPress == .short ? loop.now + Self.menuHoldTime : nil)
    // Pads that went off while it was pressed have no controls.
    if last == .short, scene.hasControls { openMenu() }
  }

  private func switchOff() {
    menuPress = .long
    padFeed?.switchPads(on: false)
  }

  /// On the screen where its button was pressed.
  private func openMenu() {
    var options = options
    if scene.surfaces.count > 1, let menuPlace {
      (options.device, options.pad) = (menuPlace.surface.node, UInt32(menuPlace.pad) + 1)
      let number = menuPlace.surface.surface
      let screen = surfacesOnScreens.firstIndex { $0.contains(number) }
      options.output = screen.flatMap { outputNames[$0] } ?? options.output
    }
    do throws(SystemError) {
      var start = ProgramStart()
      _ = try start.run(["/proc/self/exe", "--menu"] + options.arguments)
    } catch {
      log("the menu cannot start: \(error.text)")
    }
  }
}

// Gamepads.
extension Overlay {
  private func updateGamepadWatch() {
    guard settings.hidesForGamepads else {
      gamepads = nil
      return
    }
    guard gamepads == nil else { return }
    do throws(SystemError) {
      gamepads = try GamepadWatch(loop) { [unowned self] in run.askForRedraw() }
    } catch {
      log("cannot find gamepads: \(error.text)")
    }
  }
}
