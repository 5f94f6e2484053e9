internal import EventPipeline
internal import Glibc

let help = """
  Usage: touchstick-session

  Reports to touchstickd how the touchscreen's output is rotated, so that
  touchscreens with rotation = "screen" follow it, and its size, for touchscreens
  that do not report theirs, until the session ends. Of several outputs, it reports
  the one that the desktop or udev's WL_OUTPUT maps the touchscreen to, or the
  built-in one.

  It also applies the choices that touchstick use, on and off wrote with --keep to
  $XDG_CONFIG_HOME/touchstick/session.toml: at the start, and when touchstickd starts
  or your session comes back to the front.

  Rules in that file, [[game]], choose a profile while a program has the pad, or switch
  the pads off. touchstick games lists the programs that have or had it.

  Where feedbackd runs in the session and has a motor, it has that motor shake when
  games have the gamepad rumble.

  Options:
    -h, --help     Prints this help and exits.
        --version  Prints the version and exits.

  Exit status:
    0   Another touchstick-session is running for this user.
    64  The command line is wrong.
    69  There is no display, or the display or the system bus is gone.
    71  System error.

  """

switch CommandLine.arguments.dropFirst().first {
case nil:
  guard sessionLock.acquire() else {
    log("another touchstick-session is running")
    exit(EX_OK)
  }
  exit(Reporter.run())
case "-h", "--help": print(help, terminator: "")
case "--version": print("touchstick-session \(touchstickVersion)")
case let argument?:
  log("“\(argument)” is not an option; see: touchstick-session --help")
  exit(EX_USAGE)
}
