internal import Drawing

/// The requests of the command line.
enum Options: Equatable {
  case run(Run)
  /// Edit a profile; nil is the one in use.
  case edit(Run, profile: String?)
  case menu(Run)
  /// Find the output that the user taps.
  case find(Run)
  case check(file: String?)
  case help
  case version

  struct Run: Equatable {
    /// The output to draw on; nil is the file's.
    var output: String?
    /// The file with the looks; nil is the user's.
    var file: String?
    /// The theme, whatever the file says; nil is the file's.
    var theme: String?
    /// The event node of the touchscreen; nil is the first one.
    var device: String?
    /// The gamepad whose layout changes, from 1.
    var pad: UInt32 = 1
    /// Whether the feed is the standard input.
    var readsFeed = false

    /// The same options, for another process.
    var arguments: [String] {
      let values = [("--output", output), ("--config", file), ("--theme", theme), ("--device", device)]
      return values.flatMap { option, value in value.map { [option, $0] } ?? [] }
        + (pad == 1 ? [] : ["--pad", "\(pad)"])
    }
  }

  static let helpText = """
    Usage: touchstick-overlay [--output NAME] [--config FILE] [--theme NAME]
                              [--check | --menu | --edit [PROFILE] |
                               --find-output]

    Draws the controls of touchstickd above everything else on the touchscreen: bases
    appear where thumbs land, buttons light up, and triggers fill. It never receives a
    touch itself, except with --menu, --edit and --find-output. It shows nothing while the pads
    are off.

    Options:
      -o, --output NAME  Draws on this output, such as eDP-1. The default is the one in
                         the file, or else the touchscreen's: the one that the desktop
                         or udev's WL_OUTPUT names, or the built-in one, or the only one.
      -c, --config FILE  Reads the looks from this file. The default is
                         $XDG_CONFIG_HOME/touchstick/overlay.toml, which may be missing.
      -t, --theme NAME   Draws in this theme, whatever the file says: \(themes).
          --menu         Opens the menu, as the handle at the upper edge does: layouts, looks,
                         and what keeps the pads from playing. The pads are at rest
                         meanwhile. It closes after 10 seconds without a touch.
          --edit         Moves and changes the controls of a profile by touch: the named
                         one, or else the one in use, or else your newest. The pads are
                         at rest meanwhile. Save writes a profile of your own.
          --device NODE  With --menu or --edit, opens on this touchscreen, such as
                         /dev/input/event5. The default is the first one.
          --pad NUMBER   With --menu or --edit, changes the layout of this gamepad. The
                         first one is 1.
          --find-output  Asks you, on all outputs, to tap the one that the controls
                         belong on, prints its name, and saves it in the file. It ends
                         after 30 seconds without a tap.
          --check        Checks the file and its pictures, and exits.
          --feed         Reads the feed from the standard input, a socket, instead of
                         from touchstickd. For tests.
      -h, --help         Prints this help and exits.
          --version      Prints the version and exits.

    Exit status:
      64  The command line is wrong.
      65  The file or the profile has an error.
      66  The file cannot be read, or there is no such profile.
      69  There can be no overlay: no display, or one that has no overlays.
      71  System error.
      73  The output was not saved.
      75  Another one of this user runs, or nobody tapped an output in 30 seconds.

    """

  private static let themes = Theme.shipped.map(\.key).joined(separator: ", ")

  /// Why a command line is wrong.
  struct Wrong: Error, Equatable {
    let sentence: String
  }

  /// Reads a command line, without the program's name.
  static func parse(_ arguments: [String]) throws(Wrong) -> Options {
    var rest = arguments[...]
    var run = Run()
    var (checks, edits, finds, opensMenu) = (false, false, false, false)
    var profile: String?
    while let argument = rest.popFirst() {
      switch argument {
      case "-h", "--help": return .help
      case "--version": return .version
      case "--check": checks = true
      case "--edit": edits = true
      case "--menu": opensMenu = true
      case "--find-output": finds = true
      case "--feed": run.readsFeed = true
      case "-o", "--output": run.output = try value(of: argument, &rest)
      case "-c", "--config": run.file = try value(of: argument, &rest)
      case "-t", "--theme": run.theme = try theme(value(of: argument, &rest))
      case "--device": run.device = try value(of: argument, &rest)
      case "--pad": run.pad = try pad(value(of: argument, &rest))
      case let option where option.hasPrefix("--device="): run.device = option.valueAfterEquals
      case let option where option.hasPrefix("--pad="): run.pad = try pad(option.valueAfterEquals)
      case let option where option.hasPrefix("--theme="): run.theme = try theme(option.valueAfterEquals)
      case let option where option.hasPrefix("--output="): run.output = option.valueAfterEquals
      case let option where option.hasPrefix("--config="): run.file = option.valueAfterEquals
      case let option where option.hasPrefix("-"): throw Wrong(sentence: "“\(option)” is not an option")
      default:
        guard edits, profile == nil else { throw Wrong(sentence: "“\(argument)” is one argument too many") }
        profile = argument
      }
    }
    if edits { return .edit(run, profile: profile) }
    if opensMenu { return .menu(run) }
    if finds { return .find(run) }
    return checks ? .check(file: run.file) : .run(run)
  }

  private static func theme(_ name: String) throws(Wrong) -> String {
    guard Theme.shipped.contains(where: { $0.key == name }) else {
      throw Wrong(sentence: "“\(name)” is no theme; there are \(themes)")
    }
    return name
  }

  private static func pad(_ number: String) throws(Wrong) -> UInt32 {
    guard let pad = UInt32(number), pad > 0 else {
      throw Wrong(sentence: "“\(number)” is no number of a gamepad; they count from 1")
    }
    return pad
  }

  private static func value(of option: String, _ rest: inout ArraySlice<String>) throws(Wrong) -> String {
    guard let value = rest.popFirst() else { throw Wrong(sentence: "“\(option)” needs a value") }
    return value
  }
}

extension String {
  fileprivate var valueAfterEquals: String { String(drop { $0 != "=" }.dropFirst()) }
}
