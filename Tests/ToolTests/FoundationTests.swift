import Foundation
import Testing
import TestSupport

@Suite("What the tool is made of")
struct FoundationTests {
  @Test("has no Foundation, which would bring 45 MB with it")
  func foundation() throws {
    let tool = try Data(contentsOf: Programs.folder.appending(path: "touchstick"))
    // The first is of a Foundation that is linked in, the second of one that is shared.
    for trace in ["FoundationInternationalization", "libFoundation.so"] {
      #expect(tool.range(of: Data(trace.utf8)) == nil, "\(trace)")
    }
  }
}
