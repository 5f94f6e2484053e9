import Configuration
import CLibsystemd
import Testing
import TestSupport

@testable import touchstickd
@testable import System

@Suite("The watch of the seat")
struct SeatWatchTests {
  @Test("A lock counts at once, however many messages wait for the service")
  func flood() throws {
    let address = try PrivateBus.newAddress()
    let bus = try PrivateBus(at: address)
    let loop = try EventLoop()
    let logind = try Logind(at: address, on: loop)
    let seat = SeatWatch(loop, address: address)
    var fronts: [Seat.Front] = []
    seat.handler = { fronts.append($0) }
    let service = try BusService(PadStatus(DaemonState()), loop, address: address, messagesPerSecond: 500)
    service.connect()
    seat.connect()
    loop.run { fronts.count == 1 }

    // The service needs more than five seconds of pauses for them.
    let client = try SystemBus.connected(to: address)
    try client.attach(to: loop)
    for _ in 1...4000 {
      let ping = try client.newPing()
      #expect(unsafe sd_bus_message_set_expect_reply(ping.pointer, 0) >= 0)
      #expect(unsafe sd_bus_send(client.pointer, ping.pointer, nil) >= 0)
    }
    var isAnswered = false
    let last = try client.send(client.newPing()) { _ in isAnswered = true }
    let paused = try #require(service.bus)
    loop.run { unsafe sd_bus_get_event(paused.pointer) == nil }
    logind.isLocked = true
    logind.tellOfChange(of: Logind.session(1))
    loop.run { fronts.count == 2 }
    #expect(fronts.last == .user(1001, isLocked: true, session: "test1") && !isAnswered)
    withExtendedLifetime((bus, last)) {}
  }

  @Test(
    "A switch to another session and back before logind has answered is reported, and no other change that leaves all the same"
  )
  func blink() throws {
    let address = try PrivateBus.newAddress()
    let bus = try PrivateBus(at: address)
    let loop = try EventLoop()
    let logind = try Logind(at: address, on: loop)
    let seat = SeatWatch(loop, address: address)
    var fronts = 0
    seat.handler = { _ in fronts += 1 }
    seat.connect()
    loop.run { fronts == 1 }
    let questions = logind.questions
    logind.tellOfChange(of: Logind.session(1))
    loop.run { logind.questions == questions + 2 }
    for front in [2, 1] {
      logind.front = front
      logind.tellOfChange(of: Logind.seat)
    }
    loop.run { fronts > 1 }
    logind.tellOfChange(of: Logind.session(1))
    logind.isLocked = true
    logind.tellOfChange(of: Logind.session(1))
    loop.run { seat.front.isLocked }
    #expect(fronts == 3)
    withExtendedLifetime(bus) {}
  }

  @Test("It waits for a bus, and for one that comes back")
  func restarts() throws {
    let address = try PrivateBus.newAddress()
    let loop = try EventLoop()
    let seat = SeatWatch(loop, address: address)
    var fronts: [Seat.Front] = []
    seat.handler = { fronts.append($0) }
    seat.connect()
    for count in 1...2 {
      let bus = try PrivateBus(at: address)
      let logind = try Logind(at: address, on: loop)
      loop.run { fronts.count == count }
      withExtendedLifetime((bus, logind)) {}
    }
    #expect(fronts.allSatisfy { $0 == .user(1001, isLocked: false, session: "test1") })
  }

  @Test("logind's request to lock and the preparation for sleep are reported; those of others are not")
  func requests() throws {
    let address = try PrivateBus.newAddress()
    let bus = try PrivateBus(at: address)
    let loop = try EventLoop()
    let seat = SeatWatch(loop, address: address)
    let logind = try Logind(at: address, on: loop)
    var (fronts, locks): (Int, [UInt32?]) = (0, [])
    seat.handler = { _ in fronts += 1 }
    seat.lockHandler = { locks.append($0) }
    seat.connect()
    loop.run { fronts == 1 }
    let other = try SystemBus.connected(to: address)
    let watched = try #require(seat.bus)
    let path = Logind.session(1)
    for (sender, expected) in [(other, []), (logind.bus, [1001, nil, 1002])] as [(SystemBus, [UInt32?])] {
      try sender.emit(path, "Session", "Lock", to: watched)
      try sender.emit(
        "/org/freedesktop/login1", "Manager", "PrepareForSleep", true, to: watched)
      try sender.emit(
        "/org/freedesktop/login1", "Manager", "PrepareForSleep", false, to: watched)
      // A session behind. logind is asked for its user.
      try sender.emit(Logind.session(2), "Session", "Lock", to: watched)
      let questions = logind.questions
      logind.tellOfChange(of: Logind.seat)
      loop.run { logind.questions == questions + 2 + expected.count / 3 && locks.count >= expected.count }
      #expect(locks == expected)
    }
    withExtendedLifetime(bus) {}
  }

  @Test("A lock outlasts a restart of logind, which forgets it, until it reports a new one")
  func forgottenLock() throws {
    let address = try PrivateBus.newAddress()
    let bus = try PrivateBus(at: address)
    let loop = try EventLoop()
    let seat = SeatWatch(loop, address: address)
    var fronts: [Seat.Front] = []
    seat.handler = { fronts.append($0) }
    var logind = try Logind(at: address, on: loop)
    logind.isLocked = true
    seat.connect()
    loop.run { fronts.count == 1 }

    logind = try logind.restarted()
    loop.run { fronts.count == 2 }
    // A user who comes to the front and leaves says nothing about the lock, nor does a change of something else.
    for front in [1, 2, 1] {
      logind.front = front
      let questions = logind.questions
      logind.tellOfChange(of: Logind.seat)
      loop.run { logind.questions == questions + 2 }
    }
    for isLocked in [true, false] {
      logind.isLocked = isLocked
      let questions = logind.questions
      logind.tellOfChange(of: Logind.session(1))
      loop.run { logind.questions == questions + 2 }
    }
    loop.run { fronts.last == Self.alice(isLocked: false) }
    #expect(
      fronts == [
        Self.alice(isLocked: true), Self.alice(isLocked: true), Self.alice(isLocked: true),
        .user(1002, isLocked: false, session: "test2"),
        Self.alice(isLocked: true), Self.alice(isLocked: false),
      ])
    withExtendedLifetime(bus) {}
  }

  private static func alice(isLocked: Bool) -> Seat.Front {
    .user(1001, isLocked: isLocked, session: "test1")
  }
}
