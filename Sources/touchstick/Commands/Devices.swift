internal import ArgumentParser
internal import Configuration
internal import EventPipeline
internal import FoundationEssentials
internal import System

struct Devices: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract:
      "Lists the touch devices, motors and motion sensors, and whether touchstickd uses each of them or why not.",
    discussion: """
      It examines the devices as touchstickd does when it starts, with the configuration in /etc/touchstick or the one \
      that --config names. For devices you cannot read, it shows only public information.

      To find out whether another program has grabbed a device, it grabs the device for a few microseconds. It does so \
      only with devices that the configuration asks for, never while something touches them, and never if touchstickd \
      uses them or may use them.

      With --json, the output is one array, with an object for each device; unknown values are null:

        {"node": path, "name": text, "class": text, "vendor": "04f3",
         "product": "0732", "width": mm, "height": mm,
         "size_source": \(SurfaceSizeSource.choicesForJSON),
         "rotation": 0 or 90 or 180 or 270, "slots": number, "links": [path, ...], "uses": [{"file": path, "use": word, "message": text}, ...]}

      class is touchscreen, touchpad, tablet, accelerometer, gyroscope, or "accelerometer and gyroscope". \
      uses has one object for each file, or one whose file is null if the configuration does not matter. It is empty if \
      the use depends on a configuration that has an error. use is one of \(list(DeviceVerdict.Word.allCases.map(\.rawValue), "and")).

      If the configuration has an error or cannot be read, the standard error says so, and the list leaves out what \
      depends on the configuration.

      Exit status: 0, whichever devices there are; 65 if the configuration has an error; 66 if it cannot be read.
      """)

  @OptionGroup var chosen: ChosenConfiguration

  @Flag(help: "Prints the list as JSON.")
  var json = false

  func run() throws {
    try Touchstick.perform {
      let read = Result { () throws(ConfigurationError) in
        try ConfigurationFiles(asked: chosen.config).checkedSettings()
      }
      // If touchstickd cannot use the configuration, what it does with a device is unknown.
      let settings = (try? read.get()) ?? []
      let report = DeviceReport(
        devices: [DeviceFacts](for: settings, ProcessFacts.all()),
        sensors: SensorFacts.all(try? SystemBus().padStatus()), settings: settings)
      Touchstick.printOutput(try (json ? report.json : report.text).utf8)
      _ = try read.get()
    }
  }
}

struct ChosenConfiguration: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "A configuration file, or a folder of such files. It can be given more than once.",
      valueName: "file-or-folder"),
    completion: .file(extensions: ["toml"]))
  var config: [String] = []
}
