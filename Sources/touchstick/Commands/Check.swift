internal import ArgumentParser
internal import Configuration

struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Checks a configuration, and shows the place and the fix of each error.",
    discussion: """
      NAME is a profile that `touchstick profiles` lists. PATH is a file or folder that exists, contains a slash or \
      ends in .toml, or - for the standard input.

      It reads the files as touchstickd does. A folder stands for its files whose names end in .toml; the default is \
      /etc/touchstick. Files that use the same device must agree on its settings, so several files are checked \
      together. The report goes to the standard output, in the format of compilers:

        FILE:LINE:COLUMN: error: what is wrong; the fix

      The line of the file follows, with a mark under the column; columns count characters from 1. touchstickd does \
      not use a file with an error. A warning is about something valid that is probably a mistake.

      With --device, it also checks whether the files fit that device: whether all controls are on its surface, and \
      whether it has what they ask for. Without it, it uses the size in the file, or else the sizes of a phone held \
      upright, a phone held sideways and a 10-inch screen. It warns about controls that are cut off, overlap or are \
      too small. The last line names the sensors of motion without which a control does nothing.

      With --json, the output is one array, with an object for each error or warning. line and column are null if \
      the message is about the whole file; hint is null if the message contains the fix:

        {"code": word, "severity": "error" or "warning", "file": path, "line": 3, "column": 8, "message": text,
         "hint": text}

      Exit status: 0 if there are no errors, even if there are warnings; 65 if there are errors; 66 if a file or \
      folder cannot be read, a folder contains no configuration, or there is no such profile.
      """)

  @Argument(
    help: ArgumentHelp(
      "The profiles, files and folders to check; - is the standard input.", valueName: "name-or-path"),
    completion: .profilesAndFiles)
  var words: [String] = []

  @Option(
    help: ArgumentHelp(
      "The device to check the files for: a file written by evemu-describe, a recording that describes its device, "
        + "or a device node such as /dev/input/event5.", valueName: "description"),
    completion: .eventNodesAndFiles)
  var device: String?

  @Flag(help: "Prints the report as JSON.")
  var json = false

  func run() throws {
    try Touchstick.perform {
      let described = try device.map { file in try DescribedDevice(file: file) }
      let layouts = words.map(NamedLayout.init(orExistingPath:))
      let report = try CheckReport(
        paths: layouts.compactMap(\.path), profiles: layouts.compactMap(\.profile), device: described)
      Touchstick.printOutput(try (json ? report.json : report.text).utf8)
      if report.status != 0 { throw ExitCode(report.status) }
    }
  }
}
