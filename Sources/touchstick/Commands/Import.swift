internal import ArgumentParser
internal import Configuration
internal import Glibc
internal import LayoutImport
internal import System

struct Import: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Turns another program's layout into a profile.",
    discussion: """
      FILE is an overlay of RetroArch (.cfg), a layout of Xbox's Touch Adaptation Kit (JSON), a profile of Winlator \
      (.icp), a skin for Delta (.deltaskin, or its info.json), or - for the standard input. The format is found out, or chosen with \
      --as.

      The profile goes to the standard output, or to the file of --output, whose folder is made if need be. The \
      standard error says how many controls it has, and how many were left out. With --verbose it lists what is not \
      kept, each with its place in FILE:

        FILE:LINE:COLUMN: warning: what is not kept; what to do

      Controls that press keys for which a layout needs permission are comments at the end of the profile, with the \
      line that the administrator writes.

      A file can have several pages. Those of RetroArch, and the kit's layers, become layers of the profile. Of \
      Delta's representations, the one for phones is imported, in both orientations. --page chooses one: the name or \
      the number of an overlay, the name of a layer, or a representation such as iphone/edgeToEdge/portrait, of which \
      a part such as ipad is enough.

      The result has no errors. `touchstick check` shows whether all controls fit.

      Exit status: 0 if there is a profile, even if something is not kept; 65 if the file is no such layout, or \
      nothing of it can be kept; 66 if it cannot be read; 74 if the profile cannot be written.
      """)

  @Argument(
    help: ArgumentHelp("The layout to import; - is the standard input.", valueName: "file"),
    completion: .file())
  var file: String

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp("The format: retroarch, tak, winlator or delta.", valueName: "format"),
    completion: .list(LayoutFormat.allCases.map(\.rawValue)), transform: Self.format)
  var format: LayoutFormat?

  @Option(help: ArgumentHelp("The page to import instead of all.", valueName: "name"))
  var page: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The profile to write; - is the standard output.", valueName: "file"),
    completion: .file(extensions: ["toml"]))
  var output = "-"

  @Flag(name: .shortAndLong, help: "List what is not kept.")
  var verbose = false

  func run() throws {
    try Touchstick.perform {
      let text = try Settings.text(ofFile: file) { start in
        ZIPArchive.isArchive(start) ? ZIPArchive.sizeLimit : Settings.sizeLimit
      }
      let layout = ImportedLayout(
        text, file: file, format: format, page: page, pictureSize: { Self.pictureSize($0, beside: file) })
      if let profile = layout.profile { try write(profile) }
      let report = DiagnosticReport(diagnostics: layout.diagnostics)
      guard layout.profile != nil else {
        Touchstick.printError(report.text + "import: \(report.summary)")
        throw ExitCode(EX_DATAERR)
      }
      Touchstick.printError((verbose ? report.text : "") + "import: \(summary(of: layout))")
    }
  }

  private func summary(of layout: ImportedLayout) -> String {
    let leftOut = layout.leftOut > 0 ? ", \(layout.leftOut) left out" : ""
    let hint = verbose || layout.diagnostics.isEmpty ? "" : "; --verbose lists what is not kept"
    return counted(layout.count, "control") + leftOut + hint
  }

  private func write(_ profile: String) throws(CommandError) {
    guard output != "-" else { return Touchstick.printOutput(profile.utf8) }
    makeFolders(parent(of: output))
    do throws(SystemError) {
      try writeWhole(Array(profile.utf8), toFile: output)
    } catch {
      throw CommandError(unwritable: output, error)
    }
  }

  /// The size of a picture in the folder of a file, or below it: nobody expects an overlay to name other files.
  private static func pictureSize(_ name: String, beside file: String) -> PictureSize? {
    var header = [UInt8](repeating: 0, count: 24)
    guard let picture = try? openRegularFile(name, beneath: parent(of: file)),
      unsafe read(picture.number, &header, header.count) == header.count
    else { return nil }
    return PictureSize(png: header)
  }

  private static func format(_ word: String) throws -> LayoutFormat {
    guard let format = LayoutFormat(rawValue: word) else {
      let formats = LayoutFormat.allCases.map { $0.rawValue }
      throw ValidationError("--as must be \(list(formats, "or")).")
    }
    return format
  }
}
