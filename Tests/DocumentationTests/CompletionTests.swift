import Foundation
import Testing
import TestSupport

@Suite("Completion in shells")
struct CompletionTests {
  private func complete(_ words: String..., script: String) throws -> Set<String> {
    try complete(words, script: script)
  }

  private func complete(_ words: [String], script: String, home: URL? = nil) throws -> Set<String> {
    let program = URL(filePath: words[0]).lastPathComponent
    let run = """
      source "$1"; shift
      COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}
      _\(program) "$1" "${@: -1}" "${@: -2:1}"
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let (status, output) = try Programs.run(
      "env",
      ["PATH=\(Programs.folder.path):/usr/bin:/bin"] + (home.map { ["XDG_CONFIG_HOME=\($0.path)"] } ?? [])
        + ["bash", "-c", run, "bash", script] + words)
    #expect(status == 0, "\(output)")
    return Set(output.split(separator: "\n").map(String.init))
  }

  @Test("bash completes touchstick's commands, options and files")
  func tool() throws {
    let (status, text) = try Programs.tool(["--generate-completion-script", "bash"])
    #expect(status == 0)
    let script = try Programs.file("touchstick", text)
    #expect(try complete("touchstick", "re", script: script) == ["record", "replay", "replug"])
    #expect(try complete("touchstick", "replay", "--j", script: script) == ["--json"])
    #expect(try complete("touchstick", "import", "--as", "ta", script: script) == ["tak"])
    let file = try Programs.file("my.toml", "")
    let start = String(file.dropLast(4))
    #expect(try complete("touchstick", "replay", "--config", start, script: script) == [file])
  }

  @Test(
    "Every shell completes --device and watch with event nodes, and --device with files where it can be one",
    arguments: [
      ("check --device", true), ("layout --device", true), ("record --device", false), ("watch", false),
    ])
  func devices(_ command: String, _ takesFiles: Bool) throws {
    let (_, text) = try Programs.tool(["--generate-completion-script", "bash"])
    let script = try Programs.file("touchstick", text)
    let folder = URL(filePath: script).deletingLastPathComponent()
    let program = Programs.path("touchstick")
    let nodes = try Programs.run("bash", ["-c", "shopt -s nullglob; printf '%s\\n' /dev/input/event*"])
    let there = Set(nodes.output.split(separator: "\n").map(String.init))
    let start = folder.path + "/tou"
    let words = [program] + command.split(separator: " ").map(String.init)
    if !there.isEmpty { #expect(try complete(words + ["/dev/input/ev"], script: script) == there) }
    #expect(try complete(words + [start], script: script) == (takesFiles ? [script] : []))
  }

  @Test("bash completes touchstickd's options, and files for --config")
  func daemon() throws {
    let script = Fixtures.project.appending(path: "packaging/completions/touchstickd.bash").path
    #expect(try complete("touchstickd", "--v", script: script) == ["--version"])
    let options: Set = ["-c", "--config", "-h", "--help", "--version"]
    #expect(try complete("touchstickd", "-", script: script) == options)
    let file = try Programs.file("my.toml", "")
    #expect(try complete("touchstickd", "--config", String(file.dropLast(4)), script: script) == [file])
  }

  @Test(
    "Commands that use a layout, run and the overlay's --edit complete names of profiles",
    arguments: ["use", "check", "layout", "run --profile"])
  func profiles(_ command: String) throws {
    let home = try Programs.files(["touchstick/profiles/unlikely.toml": "", "a.toml": "", "a.txt": ""])
    let (_, text) = try Programs.tool(["--generate-completion-script", "bash"])
    let script = try Programs.file("touchstick", text)
    let program = Programs.path("touchstick")
    let words = [program] + command.split(separator: " ").map(String.init)
    let names = try complete(words + ["unl"], script: script, home: home)
    #expect(names == ["unlikely"])
    let files = try complete(words + [home.path + "/a"], script: script, home: home)
    #expect(files == (command.contains("--") ? [] : [home.path + "/a.toml"]))
  }

  @Test("bash completes the overlay's options, and names of profiles for --edit")
  func overlay() throws {
    let home = try Programs.files(["touchstick/profiles/unlikely.toml": "[[stick]]\n"])
    let script = Fixtures.project.appending(path: "packaging/completions/touchstick-overlay.bash").path
    #expect(try complete(["touchstick-overlay", "--ed"], script: script) == ["--edit"])
    #expect(
      try complete(["touchstick-overlay", "--edit", "unl"], script: script, home: home) == ["unlikely"])
  }

  @Test(
    "Every shell's completion of touchstickd and touchstick-overlay has all their options",
    arguments: ["touchstickd", "touchstick-overlay"], ["bash", "zsh", "fish"])
  func options(_ program: String, _ shell: String) throws {
    let (_, help) = try Programs.run(Programs.path(program), ["--help"])
    let list = help.components(separatedBy: "Options:\n").last ?? ""
    let options = list.split { " ,\n".contains($0) }.filter { $0.hasPrefix("--") }
    let script = try Guide.read("../packaging/completions/\(program).\(shell)")
    #expect(!options.isEmpty)
    for option in options {
      // fish has them without dashes.
      let name = shell == "fish" ? "-l \(option.dropFirst(2))" : String(option)
      #expect(script.contains(name), "\(option)")
    }
  }

  @Test(
    "Each completion script is valid in its shell, if that is installed", arguments: ["bash", "zsh", "fish"])
  func scripts(_ shell: String) throws {
    guard try Programs.run("sh", ["-c", "command -v \(shell)"]).status == 0 else { return }
    let (_, text) = try Programs.tool(["--generate-completion-script", shell])
    let own = ["touchstickd", "touchstick-overlay"].map { program in
      Fixtures.project.appending(path: "packaging/completions/\(program).\(shell)").path
    }
    for file in [try Programs.file("touchstick", text)] + own {
      #expect(try Programs.run(shell, ["-n", file]) == (0, ""), "\(file)")
    }
  }
}
