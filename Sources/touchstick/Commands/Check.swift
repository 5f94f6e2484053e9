internal import ArgumentParser
internal import Configuration

/// Says what is wrong with configurations.
struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Say what is wrong with a configuration, and where.",
    discussion: """
      It reads the files as touchstickd does: a folder stands for its files whose names end in .toml; without a \
      file or folder it is /etc/touchstick. Several are taken together: those that ask for the same device have \
      to agree on it. What it finds goes to the standard output, as a compiler says it:

        FILE:LINE:COLUMN: error: what is wrong; what would be right

      with the line of the file, and a mark under the column, which counts characters from 1. An error keeps \
      touchstickd from taking the file. A warning does not: it is about what can be, but is surely not meant.

      With --device it looks at whether the files go with that device: whether all controls are on its surface, \
      and whether it has what they ask for. Without, it takes the surface of the size in the file, else that of a \
      phone held upright, of one held sideways and of a 10-inch screen. It warns about controls that are cut off, \
      overlap or are too small.

      With --json it is one array, with an object for each of them, and nothing else; line and column are null \
      where it is the file as a whole, and hint where the message says it all:

        {"code": word, "severity": "error" or "warning", "file": path, "line": 3, "column": 8, "message": text,
         "hint": text}

      Exit status: 0 when there are no errors, with or without warnings; 65 when there are; 66 when a file or \
      folder cannot be read, or a folder has no file.
      """)

  @Argument(
    help: "The files and folders to check.", completion: .file(extensions: ["toml"]))
  var paths: [String] = []

  @Option(
    help: ArgumentHelp(
      "The device that they are for: a file by evemu-describe, a recording that describes its device, or the "
        + "device's node, such as /dev/input/event5.", valueName: "description"),
    completion: .file())
  var device: String?

  @Flag(help: "Print what is found as JSON.")
  var json = false

  func run() throws {
    try Touchstick.perform {
      let described = try device.map { file in try DescribedDevice(file: file) }
      let report = try CheckReport(paths: paths, device: described)
      Touchstick.printOutput(try (json ? report.json : report.text).utf8)
      if report.status != 0 { throw ExitCode(report.status) }
    }
  }
}
