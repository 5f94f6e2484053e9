internal import ArgumentParser
internal import Configuration
internal import FoundationEssentials

/// Says what touch devices there are.
struct Devices: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List the touch devices, and say which of them touchstickd takes, and why not the others.",
    discussion: """
      It looks at them as touchstickd does when it starts, with the configuration in /etc/touchstick unless another \
      is given. Of a device that you may not read it says what everybody is told of it.

      Whether another program has grabbed a device can only be found out by trying. That is done for a moment, of \
      devices only that the configuration asks for, and not while something touches them, or where touchstickd has \
      them, or may have them.

      With --json it is one array, with an object for each device, and nothing else; what is not known is null:

        {"node": path, "name": text, "class": "touchscreen" or "touchpad" or "tablet", "vendor": "04f3",
         "product": "0732", "width": mm, "height": mm,
         "size_source": "configuration" or "device" or "panel" or "assumption",
         "rotation": 0 or 90 or 180 or 270, "slots": number, "links": [path, ...], "uses": [{"file": path, "use": word, "message": text}, ...]}

      There is one use, whose file is null, or one for each file; where the configuration cannot be taken, and the use \
      depends on it, there is none. Its word is usable, in-use, own-gamepad, own-clone, \
      not-a-touch-device, not-classed, not-initialised, not-asked-for, no-node, no-permission, cannot-open, \
      no-surface, grabbed, misfit or another-preferred.

      A configuration that has a mistake, or cannot be read, is named on the standard error; the devices are listed \
      nevertheless, without what depends on it.

      Exit status: 0, whatever devices there are; 65 when the configuration has a mistake, and 66 when it cannot be \
      read.
      """)

  @OptionGroup var chosen: ChosenConfiguration

  @Flag(help: "Print them as JSON.")
  var json = false

  func run() throws {
    try Touchstick.perform {
      let read = Result { () throws(ConfigurationError) in try chosen.settings() }
      // With a configuration that touchstickd does not take, what it does with a device is not known.
      let settings = (try? read.get()) ?? []
      let report = DeviceReport(
        devices: [DeviceFacts](for: settings, ProcessFacts.all()), settings: settings)
      Touchstick.printOutput(try (json ? report.json : report.text).utf8)
      _ = try read.get()
    }
  }
}

/// The configuration that is asked for, as touchstickd is asked for it.
struct ChosenConfiguration: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "A configuration file, or a folder with such files; can be given more than once.",
      valueName: "file-or-folder"),
    completion: .file(extensions: ["toml"]))
  var config: [String] = []

  /// What all files say; the settings of an empty one without any.
  func settings() throws(ConfigurationError) -> [Settings] {
    let files = ConfigurationFiles(asked: config)
    if let error = files.error { throw error }
    return files.settings
  }
}
