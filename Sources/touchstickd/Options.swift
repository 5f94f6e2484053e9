internal import Configuration

/// The requests of the command line.
enum Options: Equatable {
  /// Run with the configuration in these files and folders; empty is the default.
  case run(configurations: [String])
  case help
  case version

  static let helpText = """
    Usage: touchstickd [--config FILE_OR_FOLDER]...

    Turns a touchscreen, touchpad or graphics tablet into a gamepad. It waits for the
    touch device, grabs it, and moves the sticks and buttons of a pad, a virtual gamepad,
    with the fingers on it, until a signal stops it. Touches outside the controls reach the
    desktop through a virtual clone of the device.

    Options:
      -c, --config FILE_OR_FOLDER  Reads the configuration from this file, or from
                                   every *.toml in this folder. Each file makes a
                                   pad of its own. Can be given more than once.
                                   The default is /etc/touchstick. If that does not
                                   exist, the layout is that of profile = "auto", which
                                   suits the device.
      -h, --help                   Prints this help and exits.
          --version                Prints the version and exits.

    Signals:
      TERM, INT  Centres the sticks and exits.
      HUP        Reads the configuration again. An error in it changes nothing.
      USR1       Switches all pads off (all touches go to the desktop) or on
                 again. Each device switches as soon as nothing touches it.
      USR2       Logs the latency of frames since the last USR2, for each device.

    Exit status:
      0   Stopped by a signal.
      64  The command line is wrong.
      66  The configuration cannot be read.
      69  /dev/uinput is missing, or cannot make a pad.
      71  System error.
      74  Writing to the pad failed.
      77  Permission denied for /dev/uinput.
      78  The configuration has an error.

    """

  /// Reads a command line, without the program's name.
  ///
  /// - Throws: ``DaemonError/usage(_:)``.
  static func parse(_ arguments: [String]) throws(DaemonError) -> Options {
    var rest = arguments[...]
    var configurations: [String] = []
    func add(_ path: String) throws(DaemonError) {
      guard !isStandardInput(path) else {
        throw .usage("“\(path)” cannot be read again, as the configuration is when it changes; name a file")
      }
      configurations.append(path)
    }
    while let argument = rest.popFirst() {
      switch argument {
      case "-h", "--help": return .help
      case "--version": return .version
      case "-c", "--config":
        guard let value = rest.popFirst() else { throw .usage("“\(argument)” needs a value") }
        try add(value)
      case let option where option.hasPrefix("--config="):
        try add(String(option.dropFirst("--config=".count)))
      case let option where option.hasPrefix("-"): throw .usage("“\(option)” is not an option")
      default: throw .usage("“\(argument)” is one argument too many")
      }
    }
    return .run(configurations: configurations)
  }
}
