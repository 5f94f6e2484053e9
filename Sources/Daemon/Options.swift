// getopt(3) keeps its state in globals; the command line is read once, by one thread.
@unsafe @preconcurrency internal import CGetopt
internal import Glibc

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

  /// Reads a command line, without the program's name, by getopt_long(3).
  ///
  /// - Throws: ``DaemonError/usage(_:)``.
  static func parse(_ arguments: [String]) throws(DaemonError) -> Options {
    let strings = unsafe (["touchstickd"] + arguments).map { unsafe strdup($0) } + [nil]
    defer { unsafe strings.forEach { unsafe free($0) } }
    let count = unsafe Int32(strings.count - 1)
    var configurations: [String] = []
    optind = 1
    opterr = 0
    while true {
      // What is being looked at, for when it turns out to be wrong.
      let current = arguments.indices.contains(Int(optind) - 1) ? arguments[Int(optind) - 1] : ""
      switch unsafe getopt_long(count, strings, "+:c:h", longOptions, nil) {
      case -1:
        guard optind >= count else {
          throw .usage("“\(arguments[Int(optind) - 1])”: an argument too many")
        }
        return .run(configurations: configurations)
      case letter("c"): if let value = unsafe optarg { configurations.append(unsafe String(cString: value)) }
      case letter("h"): return .help
      case letter("V"): return .version
      case letter(":"): throw .usage("“\(current)” needs a value")
      default: throw .usage("“\(current)” is not an option")
      }
    }
  }

  private static func letter(_ letter: Unicode.Scalar) -> Int32 { Int32(letter.value) }

  private static var longOptions: [CGetopt.option] {
    func long(_ name: StaticString, _ argument: Int32, _ value: Unicode.Scalar) -> CGetopt.option {
      // A static string lives for ever.
      unsafe name.utf8Start.withMemoryRebound(to: CChar.self, capacity: name.utf8CodeUnitCount + 1) {
        unsafe CGetopt.option(name: $0, has_arg: argument, flag: nil, val: letter(value))
      }
    }
    return unsafe [
      long("config", required_argument, "c"), long("help", no_argument, "h"),
      long("version", no_argument, "V"), CGetopt.option(),
    ]
  }
}
