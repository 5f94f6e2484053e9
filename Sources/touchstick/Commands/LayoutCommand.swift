internal import ArgumentParser
internal import Configuration
internal import EventPipeline
internal import FoundationEssentials
internal import Glibc
internal import JoystickModel
internal import Drawing
internal import System

struct LayoutCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "layout",
    abstract: "Draws the controls of a configuration on the touch surface.",
    discussion: """
      The picture is to scale, with the upper edge at the top. It shows the region of each stick, button, direction \
      pad and trigger, its name, and what it does on the pad. For each stick it also shows the base at rest, the \
      travel of the handle, the dead zone, the outer ring and the bounds of the base. The legend includes the buttons \
      of the device itself.

      Without --size, the size of the surface is the one that touchstickd would use: the one in the configuration, or \
      else the device's own, or else its panel's, or else a default. The standard error says which. The picture shows \
      the surface as it is held, so the configuration's rotation, or --rotation, may swap width and height.

      With --current, it draws the layout that touchstickd uses for the first pad, on the device in use, as it is held.

      NAME is a profile that `touchstick profiles` lists. FILE exists, contains a slash or ends in .toml; it may be a \
      folder with one such file.

      Controls that do not fit on the surface are dashed red outlines. The standard error then says why they do not fit, \
      and the exit status is 65. It is 66 if the profile or file does not exist, and 69 if touchstickd cannot be reached, or \
      uses no device.

      PNG requires the program rsvg-convert, in Debian's package librsvg2-bin.
      """)

  @Argument(
    help: ArgumentHelp(
      "The profile or configuration to draw. The default is the stick of a file without controls.",
      valueName: "name-or-file"),
    completion: .profilesAndFiles)
  var file: String?

  @Flag(help: "Draws the layout in use, on the device in use.")
  var current = false

  @Option(
    help: ArgumentHelp(
      "The device to draw it for: a file written by evemu-describe, a recording that describes its device, "
        + "or a device node such as /dev/input/event5.",
      valueName: "description"),
    completion: .eventNodesAndFiles)
  var device: String?

  @Option(
    help: ArgumentHelp(
      "The size of the surface in millimetres, such as 217x136; each side 1 to 10000.", valueName: "size"),
    transform: Self.size)
  var size: SurfaceSize?

  @Option(
    help: ArgumentHelp(
      "Turns the surface, if needed, to portrait (taller than wide) or landscape (any other).",
      valueName: "orientation"),
    completion: .list(["portrait", "landscape"]), transform: Self.orientation)
  var when: SurfaceOrientation?

  @Option(
    help: ArgumentHelp(
      "How the surface is held, instead of the configuration's rotation: 0, 90, 180 or 270 degrees.",
      valueName: "degrees"),
    completion: .list(Rotation.allCases.map { String($0.rawValue) }), transform: Self.rotation)
  var rotation: Rotation?

  @Option(
    help: ArgumentHelp(
      "The layer to draw, besides the controls that always exist; without it, the first one.",
      valueName: "name"))
  var layer: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The picture to write; its name ends in .svg or .png. - writes SVG to the standard output.",
      valueName: "file"),
    completion: .file(extensions: ["svg", "png"]))
  var output = "-"

  func validate() throws {
    guard PictureFile(output) != nil else {
      throw ValidationError("--output must be a file whose name ends in .svg or .png, or -.")
    }
    guard !current || file == nil && device == nil && size == nil && rotation == nil else {
      throw ValidationError(
        "--current draws what is in use; name neither a layout, nor a device, a size or a rotation.")
    }
    guard device == nil || size == nil else {
      throw ValidationError("--device and --size both set the size of the surface; use one of them.")
    }
  }

  func run() throws {
    try Touchstick.perform {
      let (settings, surface, name) = try source()
      let (layout, misfits, error) = settings.partialLayout(
        on: surface.size, deviceClass: surface.deviceClass)
      let buttons = settings.resolved(for: surface.deviceClass, on: surface.size)
        .deviceButtons(on: surface.size)
      if let layer, !layout.layers.contains(layer) {
        let layers =
          layout.layers.isEmpty ? "it has no layers" : "it has \(list(layout.layers.map(quoted), "and"))"
        throw CommandError("there is no layer \(quoted(layer)); \(layers)", status: EX_USAGE)
      }
      let picture = LayoutPicture(
        name: name, layout: layout, layer: layer ?? layout.layers.first, rotation: surface.rotation,
        deviceButtons: buttons, misfits: misfits)
      try PictureFile(output)?.write(picture.svg)
      if let error { throw error }
    }
  }

  /// The settings to draw, the surface, and what the layout is called.
  private func source() throws -> (Settings, LayoutSurface, String) {
    if current {
      let used = try CurrentLayout()
      let surface = LayoutSurface(used.device).turned(to: when)
      Touchstick.printError("layout: \(used.phrase), on \(used.device.name.printable)")
      return (used.settings, surface, used.name)
    }
    var settings = try file.map { word in try Settings(named: word) } ?? Settings()
    settings.device.rotation = rotation.map { .fixed($0) } ?? settings.device.rotation
    let surface = try LayoutSurface(settings, device: device, size: size).turned(to: when)
    return (settings, surface, file.map { URL(filePath: $0).lastPathComponent } ?? "the default stick")
  }

  @Sendable private static func orientation(_ text: String) throws -> SurfaceOrientation {
    switch text {
    case "portrait": return .portrait
    case "landscape": return .landscape
    default: throw ValidationError("it must be portrait or landscape.")
    }
  }

  @Sendable private static func rotation(_ text: String) throws -> Rotation {
    guard let rotation = Int(text).flatMap(Rotation.init) else {
      throw ValidationError("it must be 0, 90, 180 or 270.")
    }
    return rotation
  }

  @Sendable private static func size(_ text: String) throws -> SurfaceSize {
    guard let size = SurfaceSize.configured(text) else {
      throw ValidationError("it must be two numbers of millimetres, each 1 to 10000, such as 217x136.")
    }
    return size
  }
}

private struct LayoutSurface {
  private(set) var size: SurfaceSize
  private(set) var rotation: Rotation
  let deviceClass: DeviceClass

  /// The same, after a quarter turn if that is needed for this orientation.
  func turned(to when: SurfaceOrientation?) -> LayoutSurface {
    guard let when, when != SurfaceOrientation(of: size) else { return self }
    var turned = self
    turned.size = SurfaceSize(width: size.height, height: size.width)
    turned.rotation = .topUp
    return turned
  }

  /// The surface of a device in use.
  init(_ device: PadStatus.Device) {
    size = SurfaceSize(width: device.width, height: device.height)
    rotation = Rotation(rawValue: Int(device.rotation)) ?? .topUp
    deviceClass = DeviceClass(rawValue: device.deviceClass) ?? .touchscreen
  }

  /// Uses the daemon's surface unless a size is given, and prints where its size comes from.
  init(_ settings: Settings, device: String?, size: SurfaceSize?) throws {
    if let device {
      let described = try DescribedDevice(file: device)
      settings.warnIfUnused(described.device, class: described.deviceClass)
      let surface = try described.surface(settings.device)
      (self.size, rotation, deviceClass) = (surface.size, surface.rotation, described.deviceClass)
      Touchstick.printError("layout: drawn on \(surface.phrase)")
      return
    }
    deviceClass = settings.device.presumedClass
    rotation = settings.device.rotation(of: deviceClass)
    self.size = rotation.size(of: size ?? settings.device.size ?? deviceClass.defaultSize)
    guard size == nil else { return }
    let source =
      settings.device.size == nil
      ? "the assumed size of a \(deviceClass) that does not report its own; set it with --size"
      : SurfaceSizeSource.configuration.phrase
    Touchstick.printError(
      "layout: drawn on \(decimal(self.size.width)) x \(decimal(self.size.height)) mm, \(source)")
  }
}

/// The layout of the first pad, and the first device, as touchstickd uses them.
private struct CurrentLayout {
  let settings: Settings
  let device: PadStatus.Device
  let name: String
  let phrase: String

  init() throws {
    let status = try SystemBus().padStatus()
    guard let device = status.devices.first else {
      throw CommandError("touchstickd uses no touch device; see: touchstick status", status: EX_UNAVAILABLE)
    }
    (self.device, phrase) = (device, status.layoutPhrase)
    let file = status.profiles.first { $0.name == status.profile }?.file
    if let file {
      (name, settings) = (status.profile, try NamedLayout.path(file).readProfile())
    } else if status.layout.choice == .configuration || status.layout.name.isEmpty {
      let file = status.pads.first?.file ?? ""
      name = file.isEmpty ? "the default stick" : lastPart(of: file)
      settings = file.isEmpty ? Settings() : try Settings.read(fileOrFolder: file)
    } else {
      // A user's own profile or file, of which touchstickd has only the text.
      guard !isStandardInput(status.layout.name) else {
        throw CommandError(
          "the layout was read from the standard input; it is in no file", status: EX_NOINPUT)
      }
      (name, settings) = (status.layout.name, try NamedLayout(status.layout.name).readProfile())
    }
  }
}

extension Settings {
  fileprivate init(named word: String) throws {
    switch NamedLayout(orExistingPath: word) {
    case .path(let path): self = try Settings.read(fileOrFolder: path)
    case .profile(let name):
      do throws(ConfigurationError) {
        self = try ProfileFolders.ofUser.read(name)
      } catch {
        throw CommandError(error.sentence, status: EX_NOINPUT)
      }
    }
  }
}
