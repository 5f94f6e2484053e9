import Foundation

// Writes the documents that are made from the code, or compares them with it.

/// The files by their paths in the project, each with the function that updates its text, or makes it from another file.
let files =
  Reference.files.map { (path: $0.path, source: $0.path, text: $0.text) }
  + [("Sources/CLibsystemd/pads1-rows.h", BusMembers.source, { @Sendable xml in BusMembers.rows(xml) })]
  + Picture.all.map { picture in
    let path = "docs/model/\(picture.name).svg"
    return (path, path, { @Sendable _ in picture.svg })
  }

var arguments = CommandLine.arguments.dropFirst()
let checks = arguments.first == "--check"
if checks { arguments.removeFirst() }
guard let project = arguments.first.map({ URL(filePath: $0) }), arguments.count == 1 else {
  fail("usage: documents [--check] PROJECT", status: 64)
}
do {
  var stale: [String] = []
  for file in files {
    func read(_ path: String) -> String? {
      try? String(contentsOf: project.appending(path: path), encoding: .utf8)
    }
    let url = project.appending(path: file.path)
    let old = read(file.path)
    let text = try file.text(read(file.source) ?? "")
    guard text != old else { continue }
    stale.append(file.path)
    if !checks { try text.write(to: url, atomically: true, encoding: .utf8) }
  }
  for path in stale where checks { print("FAILED: \(path) is stale: run scripts/documents") }
  if checks { print("\(files.count - stale.count) passed, \(stale.count) failed") }
  exit(checks && !stale.isEmpty ? 1 : 0)
} catch let error as UnknownKey {
  fail("documents: \(error.table.heading) has no \(error.key)", status: 65)
} catch {
  fail("documents: \(error.localizedDescription)", status: 74)
}

func fail(_ message: String, status: Int32) -> Never {
  try? FileHandle.standardError.write(contentsOf: Data("\(message)\n".utf8))
  exit(status)
}
