// Writes what is made from the rows of the keys: the JSON Schema of a configuration file, the tables of its manual
// page, and those of the guides.

import Foundation

guard CommandLine.arguments.count == 2 else {
  fail("usage: ConfigurationSchema PROJECT", status: 64)
}
do {
  let project = URL(filePath: CommandLine.arguments[1])
  for file in Reference.files {
    let url = project.appending(path: file.path)
    try file.text(String(contentsOf: url, encoding: .utf8)).write(to: url, atomically: true, encoding: .utf8)
  }
} catch let error as UnknownKey {
  fail("ConfigurationSchema: \(error.table.heading) has no \(error.key)", status: 65)
} catch {
  fail("ConfigurationSchema: \(error.localizedDescription)", status: 74)
}

func fail(_ message: String, status: Int32) -> Never {
  try? FileHandle.standardError.write(contentsOf: Data("\(message)\n".utf8))
  exit(status)
}
