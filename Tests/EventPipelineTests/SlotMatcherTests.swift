import EventPipeline
import JoystickModel
import Testing

@Suite("Contacts of a device with slots (type B)")
struct SlotMatcherTests {
  let scenario: TrackerScenario

  init() throws { scenario = try TrackerScenario(.touchscreen()) }

  @Test("A finger touches down, moves and lifts")
  func oneFinger() throws {
    #expect(
      try scenario.run("id 5 mx 100 my 50 touch 1 | mx 120 | | id -1 touch 0 |")
        == "began 1 (10 5) | moved 1 (12 5) | ended 1 (12 5)")
  }

  @Test("A repeated position is a sample, and a frame without a position is not")
  func sample() throws {
    #expect(
      try scenario.run("slot 0 id 5 mx 100 my 50 slot 1 id 6 mx 200 my 60 | | slot 0 mx 100 | slot 1 id -1 |")
        == "began 1 (10 5), began 2 (20 6) | moved 1 (10 5) | ended 2 (20 6)")
  }

  @Test("Each finger is a contact of its own")
  func twoFingers() throws {
    #expect(
      try scenario.run(
        "slot 0 id 5 mx 100 my 50 slot 1 id 6 mx 200 my 60 | slot 0 id -1 | slot 1 mx 210 | id -1 |")
        == "began 1 (10 5), began 2 (20 6) | ended 1 (10 5) | moved 2 (21 6) | ended 2 (21 6)")
  }

  @Test("Unchanged values in a slot are those of its last contact")
  func unchangedPosition() throws {
    #expect(
      try scenario.run("id 5 mx 100 my 50 | id -1 | id 6 my 60 |")
        == "began 1 (10 5) | ended 1 (10 5) | began 2 (10 6)")
  }

  @Test(
    "A slot whose tracking ID changed within a frame has a new contact",
    arguments: ["id -1 id 6 mx 200 |", "id -1 id 5 mx 200 |"])
  func replacedInOneFrame(_ replacement: String) throws {
    _ = try scenario.run("id 5 mx 100 my 50 |")
    #expect(try scenario.run(replacement) == "ended 1 (10 5), began 2 (20 5)")
  }

  @Test("A second tracking ID without a lift is the same contact, as for libevdev")
  func doubleTrackingID() throws {
    _ = try scenario.run("id 5 mx 100 my 50 |")
    #expect(
      try scenario.run("id 6 mx 200 | id -1 | id -1 | id 7 |")
        == "moved 1 (20 5) | ended 1 (20 5) | began 2 (20 5)")
  }

  @Test("A touch within one frame is none")
  func withinFrame() throws {
    #expect(try scenario.run("id 5 mx 100 my 50 touch 1 id -1 touch 0 | mx 120 |") == "")
    let single = try TrackerScenario(.singleTouch)
    #expect(try single.run("touch 1 x 10 y 20 touch 0 | x 30 |") == "")
    #expect(!scenario.isTouched && !single.isTouched)
  }

  @Test("A finger that lifts makes room for one that comes in the same frame, whatever their slots")
  func swap() throws {
    _ = try scenario.run("slot 1 id 5 mx 100 my 50 |")
    #expect(try scenario.run("slot 0 id 6 mx 200 my 60 slot 1 id -1 |") == "ended 1 (10 5), began 2 (20 6)")
  }

  @Test("A frame without an end has no effect, however long it is")
  func noReport() throws {
    _ = try scenario.run("id 5 mx 100 my 50 |")
    let moves = (0..<10_000).map { "mx \($0 % 1000)" }.joined(separator: " ")
    #expect(try scenario.run(moves + " id -1 slot 1 id 6 mx 200") == "")
    #expect(try scenario.run("|") == "ended 1 (10 5), began 2 (20 0)")
  }

  @Test("Contacts that the kernel releases in a suspend or when inhibited are cancelled until they lift")
  func releasedByKernel() throws {
    _ = try scenario.run("id 5 mx 100 my 50 touch 1 |")
    #expect(try scenario.run("touch 0 RELEASED") == "cancelled 1 (10 5)")
    #expect(try scenario.run("mx 110 | id -1 | id 6 |") == "began 2 (11 5)")
  }

  @Test(
    "A slot that does not exist changes nothing: the position belongs to the current slot",
    arguments: [5, -1, 99999])
  func slotOutOfRange(_ slot: Int) throws {
    _ = try scenario.run("slot 1 id 5 mx 100 my 50 |")
    #expect(try scenario.run("slot \(slot) mx 120 |") == "moved 1 (12 5)")
  }

  @Test("A palm is cancelled, and ignored until it lifts")
  func palm() throws {
    _ = try scenario.run("id 5 mx 100 my 50 |")
    #expect(try scenario.run("tool 2 mx 110 | mx 120 | tool 0 mx 130 | id -1 |") == "cancelled 1 (10 5)")
    #expect(try scenario.run("id 6 |") == "began 2 (13 5)")
  }

  @Test("A palm from the start never begins")
  func palmFromTheStart() throws {
    #expect(try scenario.run("id 5 mx 100 my 50 tool 2 | mx 110 | id -1 |") == "")
  }

  @Test("A hovering finger is not a contact")
  func hover() throws {
    #expect(
      try scenario.run("id 5 mx 100 my 50 distance 1 | mx 110 | distance 0 | distance 1 mx 120 | id -1 |")
        == "began 1 (11 5) | ended 1 (11 5)")
  }

  @Test("A contact that was there at the start is ignored until it lifts")
  func adopted() throws {
    scenario.adopt(
      Shown(slots: [.init(), .init(trackingID: 9, x: 100, y: 50)], currentSlot: 1))
    #expect(scenario.isTouched)
    #expect(try scenario.run("mx 200 | slot 0 id 10 mx 1 my 2 |") == "began 1 (0.1 0.2)")
    #expect(try scenario.run("slot 1 id -1 |") == "")
    #expect(try scenario.run("id 11 |") == "began 2 (20 5)")
  }

  @Test("After lost events, only contacts that are still there continue")
  func resynchronised() throws {
    _ = try scenario.run(
      "slot 0 id 1 mx 10 my 10 slot 1 id 2 mx 20 my 20 slot 2 id 3 mx 30 my 30 slot 3 id 4 mx 40 my 40 |")
    let state = Shown(
      slots: [
        .init(trackingID: 1, x: 10, y: 10), .init(trackingID: -1),
        .init(trackingID: 8, x: 33, y: 30),
        .init(trackingID: 4, x: 44, y: 40),
        .init(trackingID: 9, x: 50, y: 50),
      ], currentSlot: 3)
    #expect(
      scenario.resynchronise(to: state)
        == "cancelled 2 (2 2), cancelled 3 (3 3), began 5 (3.3 3), moved 4 (4.4 4), began 6 (5 5)")
    #expect(try scenario.run("mx 45 |") == "moved 4 (4.5 4)")
  }

  @Test("An ignored contact stays ignored when events are lost")
  func ignoredAcrossLostEvents() throws {
    let state = Shown(slots: [.init(trackingID: 9, x: 100, y: 50)])
    scenario.adopt(state)
    #expect(scenario.resynchronise(to: state) == "")
    #expect(try scenario.run("mx 300 |") == "")
  }

  @Test("A contact that follows an ignored one counts, even if its frame was cut short")
  func replacedBeforeLostEvents() throws {
    scenario.adopt(Shown(slots: [.init(trackingID: 9, x: 100, y: 50)]))
    #expect(try scenario.run("mx 110 | id -1 id 10") == "")
    let state = Shown(slots: [.init(trackingID: 10, x: 200, y: 50)])
    #expect(scenario.resynchronise(to: state) == "began 1 (20 5)")
  }

  @Test("If lost events cannot be recovered, all contacts are cancelled until they lift")
  func droppedInRecording() throws {
    _ = try scenario.run("slot 0 id 1 mx 10 my 10 slot 1 id 2 mx 20 my 20 |")
    #expect(try scenario.run("DROPPED") == "cancelled 1 (1 1), cancelled 2 (2 2)")
    #expect(try scenario.run("slot 0 mx 50 slot 1 id -1 |") == "")
    #expect(!scenario.isTouched)
    #expect(try scenario.run("slot 1 id 3 |") == "began 3 (2 2)")
  }
}
