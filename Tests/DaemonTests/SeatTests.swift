import Configuration
import Testing

@testable import touchstickd

@Suite("The owner of the pads, and the user in front")
struct SeatTests {
  private static let alice = Seat.Front.user(1000, isLocked: false)
  private static let bob = Seat.Front.user(1001, isLocked: false)
  private static let lockedAlice = Seat.Front.user(1000, isLocked: true)
  private static let lockedBob = Seat.Front.user(1001, isLocked: true)

  /// The reason why the pads are off, as each of these comes to the front.
  private func obstacles(_ fronts: Seat.Front..., to seat: Seat = Seat()) -> [DaemonState.Reason?] {
    var seat = seat
    return fronts.map { front in
      seat.front = front
      return seat.obstacle
    }
  }

  @Test("Nothing keeps the pads off without logind, or where nobody logs in")
  func console() {
    #expect(Seat().obstacle == nil)
    #expect(obstacles(.nobody) == [nil])
  }

  @Test("Pads that waited before a crash wait until logind has answered, too")
  func unknown() {
    var seat = Seat(owner: 1000, waiting: [1000])
    #expect(seat.obstacle == .unlocked)
    #expect(obstacles(Self.bob, Self.alice, to: seat) == [.away, .unlocked])
    // Root, where there is no logind.
    seat.recordSwitch(by: nil)
    seat.resume(by: nil)
    #expect(seat.obstacle == .unlocked, "a gesture")
    seat.resume(by: 0)
    #expect(seat.obstacle == nil)
  }

  @Test("The first user after a greeter owns the pads, but not while the session is locked")
  func first() {
    #expect(
      obstacles(.nobody, .greeter, Self.alice, Self.lockedAlice, Self.alice)
        == [nil, .away, nil, .locked, .unlocked])
  }

  @Test("The pads are off for other users, for a greeter and for nobody, and return with their owner")
  func others() {
    #expect(
      obstacles(Self.alice, .nobody, Self.bob, Self.lockedBob, .greeter, Self.lockedAlice, Self.alice)
        == [nil, .away, .away, .locked, .away, .locked, .unlocked])
  }

  @Test("A switch makes the user in front the owner of the pads")
  func switched() {
    var seat = Seat()
    seat.front = Self.alice
    seat.front = Self.bob
    seat.recordSwitch(by: nil)
    #expect(obstacles(Self.bob, Self.lockedBob, Self.alice, to: seat) == [nil, .locked, .away])
    seat.front = .greeter
    seat.recordSwitch(by: nil)
    #expect(obstacles(.greeter, Self.alice, Self.bob, to: seat) == [.away, nil, .away])
    seat.front = .nobody
    seat.recordSwitch(by: nil)
    #expect(obstacles(.nobody, Self.bob, .nobody, to: seat) == [nil, nil, .away])
  }

  @Test("A user whose call comes before the news about the change of users owns the pads; root does not")
  func calls() {
    var seat = Seat()
    seat.front = Self.alice
    seat.recordSwitch(by: 0)
    #expect(obstacles(Self.alice, Self.bob, to: seat) == [nil, .away])
    seat.recordSwitch(by: 1001)
    #expect(obstacles(Self.bob, Self.alice, to: seat) == [nil, .away])
  }

  @Test("Pads wait after the lock of their user, also if another user has played meanwhile")
  func lockBehind() {
    var seat = Seat()
    #expect(obstacles(Self.alice, Self.lockedAlice, to: seat) == [nil, .locked])
    for front in [Self.alice, Self.lockedAlice, Self.bob] { seat.front = front }
    seat.recordSwitch(by: 1001)
    seat.resume(by: 1001)
    #expect(seat.obstacle == nil && seat.waiting == [1000])
    seat.front = Self.alice
    #expect(seat.obstacle == .unlocked, "touchstick-session calls On if they are away")
    seat.recordSwitch(by: nil)
    #expect(seat.obstacle == .unlocked)
    seat.resume(by: nil)
    #expect(seat.obstacle == nil && seat.waiting.isEmpty)
    // Behind, bob's session is asked to lock.
    seat.interrupt(of: 1001)
    #expect(seat.obstacle == nil)
    seat.front = Self.bob
    seat.recordSwitch(by: nil)
    #expect(seat.obstacle == .unlocked)
  }

  @Test("Until logind has answered, no gesture ends the wait after a lock")
  func gesture() {
    #expect(!Seat(owner: 1000, waiting: [1000]).allowsGesture)
    #expect(Seat(owner: 1000).allowsGesture)
  }

  @Test("Before sleep, the pads of their owner and of the user in front wait")
  func sleep() {
    var seat = Seat()
    for front in [Self.alice, Self.bob] { seat.front = front }
    seat.interrupt()
    #expect(seat.waiting == [1000, 1001])
  }

  @Test("In a kiosk, the next user owns the pads, and so gets new ones")
  func kioskOwner() {
    var seat = Seat()
    seat.isForAll = true
    let owners = [Self.alice, .greeter, Self.bob, .nobody].map { front in
      seat.front = front
      return seat.owner
    }
    #expect(owners == [1000, 1000, 1001, 1001])
    // The configuration says so only now.
    var other = Seat()
    for front in [Self.alice, Self.bob] { other.front = front }
    other.isForAll = true
    #expect(other.owner == 1001)
  }

  @Test("In a kiosk the pads stay on for everybody, also under a lock screen")
  func kiosk() {
    var seat = Seat()
    seat.isForAll = true
    #expect(
      obstacles(Self.alice, Self.lockedAlice, Self.bob, .nobody, .greeter, to: seat)
        == [nil, nil, nil, nil, nil])
    seat.front = Self.lockedAlice
    #expect(seat.allowsGesture)
  }

  @Test("Gestures do not count on a lock screen or a greeter")
  func gestures() {
    var seat = Seat()
    let allowed = [Seat.Front.unknown, .nobody, .greeter, Self.alice, Self.lockedAlice, Self.lockedBob]
      .map { front in
        seat.front = front
        return seat.allowsGesture
      }
    #expect(allowed == [true, true, false, true, false, false])
  }
}

@Suite("The status of pads that are kept off")
struct KeptOffTests {
  @Test("The status says why the pads are off, unless they are switched off")
  func status() {
    func status(_ isOn: Bool, _ reason: DaemonState.Reason) -> String {
      DaemonState(isOn: isOn, reason: reason).status
    }
    #expect(status(true, .call).isEmpty)
    var long = DaemonState()
    let warning = Diagnostic(.warning, "moved-inside", String(repeating: "\u{1F600}", count: 200))
    long.files = [DaemonState.File(request: DeviceSettings(), warnings: Array(repeating: warning, count: 60))]
    #expect(long.status.utf8.count < 4000, "with READY=1, systemd reads less than 4096 bytes")
    #expect(status(true, .locked) == "the pads are off, because the session is locked")
    #expect(status(true, .away) == "the pads are off, because another user is in front, or nobody")
    #expect(status(false, .call) == "the pads are switched off")
  }
}
