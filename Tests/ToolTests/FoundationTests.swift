import Foundation
import Testing
import TestSupport

@Suite("The tool's dependencies")
struct FoundationTests {
  @Test("The tool does not contain Foundation, which would add 45 MB")
  func foundation() throws {
    let tool = try Data(contentsOf: Programs.folder.appending(path: "touchstick"))
    // The first shows a static Foundation, the second a shared one.
    for trace in ["FoundationInternationalization", "libFoundation.so"] {
      #expect(tool.range(of: Data(trace.utf8)) == nil, "\(trace)")
    }
  }
}
