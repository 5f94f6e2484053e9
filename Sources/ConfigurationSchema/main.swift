// Writes the JSON Schema of a configuration file, with the descriptions of its manual page.

import Foundation

guard CommandLine.arguments.count == 3 else {
  fail("usage: ConfigurationSchema PAGE SCHEMA", status: 64)
}
do {
  let page = try String(contentsOfFile: CommandLine.arguments[1], encoding: .utf8)
  try Schema.text(page: page).write(toFile: CommandLine.arguments[2], atomically: true, encoding: .utf8)
} catch let error as MissingKey {
  fail("ConfigurationSchema: \(error.key) of \(error.table) is not described", status: 65)
} catch {
  fail("ConfigurationSchema: \(error.localizedDescription)", status: 74)
}

func fail(_ message: String, status: Int32) -> Never {
  try? FileHandle.standardError.write(contentsOf: Data("\(message)\n".utf8))
  exit(status)
}
