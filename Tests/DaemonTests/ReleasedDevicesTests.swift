import Testing

@testable import touchstickd

@Suite("Devices that callers have had released")
struct ReleasedDevicesTests {
  private static let alice = BusCaller(name: ":1.1", user: 1000)
  private static let bob = BusCaller(name: ":1.2", user: 1001)

  @Test("Those of a user who is not in front do not count until the user is back")
  func waiting() throws {
    var (released, front) = (ReleasedDevices(), UInt32(1000))
    released.counts = { $0 == front }
    try released.add("/dev/input/event5", for: Self.alice)
    #expect(released.contains("/dev/input/event5"))
    front = 1001
    #expect(!released.contains("/dev/input/event5") && !released.isEmpty)
    try released.add("/dev/input/event5", for: Self.bob)
    #expect(released.contains("/dev/input/event5"))
    #expect(released.remove(":1.2") == "/dev/input/event5")
    front = 1000
    #expect(released.contains("/dev/input/event5"))
    #expect(released.remove(":1.1") == "/dev/input/event5" && released.isEmpty)
  }

  @Test("A device is back only when all who have it are gone")
  func shared() throws {
    var released = ReleasedDevices()
    try released.add("/dev/input/event5", for: Self.alice)
    try released.add("/dev/input/event5", for: Self.bob)
    #expect(released.remove(":1.1") == nil)
    #expect(released.remove(":1.2") == "/dev/input/event5")
    #expect(released.remove(":1.2") == nil)
  }
}
