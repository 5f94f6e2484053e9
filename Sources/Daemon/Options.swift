/// What the command line asks for.
enum Options: Equatable {
  /// To run, with a configuration from these files and folders; none is the usual place.
  case run(configurations: [String])
  /// To say how it is used.
  case help
  /// To say which version it is.
  case version

  static let helpText = """
    Usage: touchstickd [--config FILE_OR_FOLDER]...

    Makes a gamepad of a touchscreen, touchpad or graphics tablet. It waits for the
    touch device, takes it for itself, and moves the sticks of a virtual gamepad for
    the fingers on it, until it is told to stop. Touches that no control takes go on
    to the desktop, by a virtual clone of the device.

    Options:
      -c, --config FILE_OR_FOLDER  Read the configuration from this file, or from all
                                   *.toml in this folder; each file makes a gamepad
                                   of its own. It can be given more than once.
                                   Without it, from /etc/touchstick where that is;
                                   else the left half of a touchscreen, or the whole
                                   of a touchpad or tablet, is the left stick.
      -h, --help                   Print this and exit.
          --version                Print the version and exit.

    Signals:
      TERM, INT  Centre the sticks and exit.
      HUP        Read the configuration again; one that is wrong changes nothing.
      USR1       Switch all gamepads off, so that all touches are the desktop's, or on
                 again. It is done as soon as nothing touches the device, for each
                 device by itself.
      USR2       Log how long frames took since the last time, for each device.

    Exit status:
      0   Stopped by a signal.
      64  The command line is wrong.
      66  The configuration cannot be read.
      69  /dev/uinput is missing, or cannot make a gamepad.
      71  The system refused something that is always there.
      74  The gamepad could not be written.
      77  Permission denied for /dev/uinput.
      78  The configuration is wrong.

    """

  /// Reads a command line, without the program's name.
  ///
  /// - Throws: ``DaemonError/usage(_:)``.
  static func parse(_ arguments: [String]) throws(DaemonError) -> Options {
    var rest = arguments[...]
    var configurations: [String] = []
    while let argument = rest.popFirst() {
      switch argument {
      case "-h", "--help": return .help
      case "--version": return .version
      case "-c", "--config":
        guard let value = rest.popFirst() else { throw .usage("“\(argument)” needs a value") }
        configurations.append(value)
      case let option where option.hasPrefix("--config="):
        configurations.append(String(option.dropFirst("--config=".count)))
      case let option where option.hasPrefix("-"): throw .usage("“\(option)” is not an option")
      default: throw .usage("“\(argument)”: an argument too many")
      }
    }
    return .run(configurations: configurations)
  }
}
