import Configuration
import Foundation
import System
import Testing
import TestSupport

@testable import touchstickd

@Suite("The configuration files of the daemon")
struct ConfigurationStoreTests {
  private static func stick(_ radius: Int) -> String { "[[stick]]\nradius = \(radius)\n" }

  @Test("A change of the chosen profile is used, and after an error the profile stays as it was")
  func profile() throws {
    let folder = try Programs.files(["touchstick.toml": Self.stick(5), "profiles/zelda.toml": Self.stick(6)])
    let zelda = folder.appending(path: "profiles/zelda.toml")
    let store = try ConfigurationStore([folder.appending(path: "touchstick.toml").path], EventLoop())
    var used: [Settings] = []
    func reload() -> Int {
      used = []
      store.reload(isAsked: false) { used += $0 }
      return used.count
    }
    let layout = try store.chosenLayout(.profile("zelda"), user: 1000, until: .session("1"))
    try store.choose(layout) { used = $0 }
    let before = used
    #expect(reload() == 0, "nothing has changed")

    try Self.stick(7).write(to: zelda, atomically: true, encoding: .utf8)
    #expect(reload() == 1 && used != before)
    #expect(store.chosen?.name == "zelda" && store.chosen?.end == .session("1") && store.chosen != layout)
    let changed = store.chosen

    try Self.stick(0).write(to: zelda, atomically: true, encoding: .utf8)
    #expect(reload() == 0 && store.chosen == changed)
    // Nor does it keep the file itself from being used.
    let file = folder.appending(path: "touchstick.toml")
    try (Self.stick(8) + "[device]\ngrab = false\n").write(to: file, atomically: true, encoding: .utf8)
    #expect(reload() == 1 && store.chosen == changed)
    try FileManager.default.removeItem(at: zelda)
    #expect(reload() == 0 && store.chosen == changed && store.refusal == nil)

    // One that does not fit on the device.
    try Self.stick(9).write(to: zelda, atomically: true, encoding: .utf8)
    store.reload(isAsked: false) { _ throws(DaemonError) in throw .eventLoop(SystemError(EINVAL)) }
    #expect(store.chosen == changed && store.refusal == .eventLoop(SystemError(EINVAL)))
    #expect(reload() == 1 && store.chosen != changed && store.refusal == nil)
  }
}
