internal import Configuration
internal import Drawing
internal import EventPipeline
internal import Glibc
internal import JoystickModel
internal import System

/// The overlay while a profile is edited: the only one that receives touches. touchstickd gives the touchscreen to the desktop
/// meanwhile.
final class EditMode: OneOutputPainter {
  private let run: OverlayRun
  private let options: Options.Run
  private let looks: OverlaySettings
  private var screen: HeldTouchscreen?
  private(set) var deviceNode: String?
  private var profile: EditedProfile?
  private var editor: LayoutEditor?
  private var scene: EditScene
  /// For controls that change by themselves while the layout is tried.
  private var trialTimer: Timer?
  /// How the screen was turned when the picture was drawn last.
  private var shown: OutputTransform?

  /// Runs until the user is done. Returns the status to exit with.
  ///
  /// - Parameter name: The name of the profile; nil is the one in use.
  static func run(_ options: Options.Run, profile name: String?) -> Int32 {
    OverlayRun.start(OverlayConfigurationFile(options.file, theme: options.theme)) {
      run, looks throws(SystemError) in
      try EditMode(run, options, looks).start(name)
    }
  }

  private init(_ run: OverlayRun, _ options: Options.Run, _ looks: OverlaySettings) {
    (self.run, self.options, self.looks) = (run, options, looks)
    scene = EditScene(theme: looks.theme, rotation: 0)
  }

  private func start(_ name: String?) throws(SystemError) -> Int32 {
    let device: EditedDevice
    var current = ""
    if options.readsFeed {
      device = try readDevice()
    } else {
      do throws(HeldTouchscreen.Failure) {
        let screen = try HeldTouchscreen(run.loop, node: options.device, pad: options.pad)
        (device, current, self.screen) = (screen.device, screen.profile, screen)
      } catch {
        log(error.sentence)
        return EX_UNAVAILABLE
      }
    }
    do throws(ConfigurationError) {
      let profile = try EditedProfile(name ?? EditedProfile.defaultName(current: current))
      editor = try LayoutEditor(profile.text, name: profile.name, size: device.size)
      self.profile = profile
    } catch {
      log(error.sentence)
      return error.diagnostics.contains { $0.code == "no-profile" } ? EX_NOINPUT : EX_DATAERR
    }
    trialTimer = try run.loop.timer { [unowned self] in
      editor?.advanceTrial(to: run.loop.now)
      update()
    }
    (scene.rotation, deviceNode) = (device.rotation, device.node)
    guard try run.show(self) else { return EX_UNAVAILABLE }
    run.askForRedraw()
    return try run.loop.run()
  }

  /// The device of the first layout in the feed, for tests.
  private func readDevice() throws(SystemError) -> EditedDevice {
    let socket = FeedSocket(OwnedFileDescriptor(owning: STDIN_FILENO))
    let loop = try EventLoop()
    let source = try loop.whenReadable(socket.fileDescriptor) {}
    defer { withExtendedLifetime(source) {} }
    while true {
      try loop.runOnce()
      guard let message = try? socket.read(), case .layout(let layout) = message else { continue }
      return EditedDevice(
        size: SurfaceSize(width: Double(layout.width), height: Double(layout.height)),
        rotation: Int(layout.rotation), node: layout.node)
    }
  }
}

// What the display draws, and what it is touched with.
extension EditMode {
  var wantedOutput: String? { options.output ?? looks.output }
  var hasPicture: Bool { editor != nil && run.allowsPicture }
  var receivesTouches: Bool { true }

  func picture(on output: OutputPicture, screen: Int) -> OverlayPicture? {
    turn(with: output.transform)
    return editor.map { scene.picture(of: $0, on: output) }
  }

  func touch(_ touch: DisplayTouch, by id: Int) {
    guard let editor else { return }
    let touch = EditTouch(touch) { scene.point(of: $0, in: editor, on: $1) }
    switch self.editor?.touch(touch, by: id, at: run.loop.now) {
    case .save: if let profile { save(in: profile) }
    case .saveAs(let name): save(as: name)
    case .end: run.loop.exit(EX_OK)
    case nil: break
    }
    update()
  }

  private func update() {
    try? trialTimer?.set(to: editor?.trialDeadline)
    run.askForRedraw()
  }

  /// A device that was held like its screen is turned with it.
  private func turn(with transform: OutputTransform) {
    defer { shown = transform }
    guard let shown, shown != transform, let size = editor?.size,
      // Nil if it was not: the user or the configuration has rotated it.
      let turns = OutputTransform(degrees: scene.rotation).turns(from: shown, to: transform)
    else { return }
    scene.rotation = (scene.rotation + 90 * turns) % 360
    if turns % 2 == 1 { editor?.size = SurfaceSize(width: size.height, height: size.width) }
  }

  /// Has touchstick-session use the profile from the next login on, as `touchstick use --keep`.
  private func keep(_ name: String) {
    // Only that of the first gamepad can be kept.
    guard options.pad == 1 else { return editor?.reportSaved("Saved, and in use.", as: name) ?? () }
    do throws(ConfigurationError) {
      _ = try SavedChoices.change { $0.layout = name }
      editor?.reportSaved("Saved, in use and kept.", as: name)
    } catch {
      editor?.reportSaved("Saved and in use, but not kept: \(error.sentence)", as: name)
    }
  }

  private func save(as name: String) {
    if let refusal = EditedProfile.refusal(ofName: name, among: ProfileFolders.ofUser.all.map(\.name)) {
      editor?.message = refusal
    } else if let profile {
      save(in: profile.named(name))
    }
  }

  private func save(in profile: EditedProfile) {
    guard let editor else { return }
    do throws(SystemError) {
      try profile.save(editor.text.bytes)
    } catch {
      self.editor?.message = "Not saved: \(profile.path): \(error.text)"
      return
    }
    self.profile = profile
    do throws(HeldTouchscreen.Failure) {
      // With the user's [feel], as touchstick-session uses it from now on.
      let saved = try? LayoutRequest(.profile(profile.name), limit: PadsInterface.maxLayoutBytes)
      let text = String(decoding: editor.text.bytes, as: UTF8.self)
      try screen?.use(saved ?? LayoutRequest(name: profile.name, text: text))
      keep(profile.name)
    } catch {
      self.editor?.reportSaved("Saved, but not in use: \(error.sentence)", as: profile.name)
    }
  }
}
