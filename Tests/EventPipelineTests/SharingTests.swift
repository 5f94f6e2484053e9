import EventPipeline
import JoystickModel
import Testing
import TestSupport

@Suite("Ten fingers on two pads and a desktop")
struct SharingTests {
  private enum Side: Equatable {
    case pad(Int)
    case desktop
  }

  private struct Finger {
    let contact: ContactID
    let slot: Int
    let trackingID: Int32
    var side: Side?
  }

  /// A screen with ten slots, and up to ten fingers on it that come and go in their own time.
  private struct Board: ~Copyable {
    var pipeline: TouchPipeline
    var desktop = Desktop(hasSlots: true)
    var fingers: [Finger] = []
    private var frame: [InputEvent] = []
    private var time: Int64 = 0
    private var lastNumber: UInt32 = 0

    static let device = DeviceDescription.touchscreen(slots: 10)

    init(_ random: inout SeededGenerator, on surface: Surface) {
      let pads = [SurfacePad(random: &random, on: surface), SurfacePad(random: &random, on: surface)]
      pipeline = TouchPipeline(device: Self.device, surface: surface, pads: pads, passesThrough: true)
    }

    /// Plays the next frame, with one to three fingers.
    mutating func play(_ random: inout SeededGenerator) throws(Violation) {
      time += random.integer(0...300_000)
      for _ in 0..<random.integer(1...3) {
        if fingers.count < 10, fingers.isEmpty || random.chance(0.3) {
          touchDown(&random)
        } else {
          let index = random.integer(0...fingers.count - 1)
          // A finger that comes and goes in one frame is not a contact.
          let isNew = frame.contains { $0.is(.absMTTrackingID) && $0.value == fingers[index].trackingID }
          if random.chance(0.3), !isNew {
            lift(fingers.remove(at: index))
          } else {
            move(fingers[index], &random)
          }
        }
      }
      try finishFrame()
    }

    mutating func liftAll() throws(Violation) {
      for finger in fingers { lift(finger) }
      fingers = []
      try finishFrame()
    }

    mutating func settle() throws(Violation) {
      while pipeline.advance(before: .max) != nil { try desktop.take(pipeline.passedEvents) }
    }

    private mutating func touchDown(_ random: inout SeededGenerator) {
      let taken = Set(fingers.map(\.slot))
      guard let slot = (0..<10).filter({ !taken.contains($0) }).randomElement(using: &random) else { return }
      // Only one contact begins in a frame, because the tracker would number several by slot.
      guard !frame.contains(where: { $0.is(.absMTTrackingID) }) else { return }
      lastNumber += 1
      let finger = Finger(contact: ContactID(lastNumber), slot: slot, trackingID: Int32(lastNumber))
      fingers.append(finger)
      add(.absMTSlot, Int32(slot))
      add(.absMTTrackingID, finger.trackingID)
      place(&random)
    }

    private mutating func lift(_ finger: Finger) {
      add(.absMTSlot, Int32(finger.slot))
      add(.absMTTrackingID, -1)
    }

    private mutating func move(_ finger: Finger, _ random: inout SeededGenerator) {
      add(.absMTSlot, Int32(finger.slot))
      place(&random)
    }

    private mutating func place(_ random: inout SeededGenerator) {
      add(.absMTPositionX, random.integer(0...1000))
      add(.absMTPositionY, random.integer(0...600))
    }

    private mutating func add(_ code: EventCode, _ value: Int32) {
      frame.append(InputEvent(time: time, code, value))
    }

    private mutating func finishFrame() throws(Violation) {
      add(.btnTouch, fingers.isEmpty ? 0 : 1)
      add(.synReport, 0)
      for event in frame {
        while pipeline.advance(before: event.time) != nil { try desktop.take(pipeline.passedEvents) }
        if pipeline.consume(event) { try desktop.take(pipeline.passedEvents) }
      }
      frame = []
    }
  }

  @Test("Each contact belongs to one pad or the desktop, from its touch-down to its lift")
  func sides() throws {
    let surface = try Surface(of: Board.device, class: .touchscreen)
    var seen: [Bool] = [false, false, false]
    Seeds.forEach(Seeds.count / 10) { random throws(Violation) in
      var board = Board(&random, on: surface)
      for _ in 0..<random.integer(1...60) {
        try board.play(&random)
        for index in board.fingers.indices {
          let finger = board.fingers[index]
          var sides: [Side] = []
          for (number, pad) in board.pipeline.pads.enumerated() where pad.layout.owns(finger.contact) {
            sides.append(.pad(number))
            seen[number] = true
          }
          if board.desktop.contacts[Int32(finger.slot)] == finger.trackingID {
            sides.append(.desktop)
            seen[2] = true
          }
          try ensure(sides.count == 1, "finger \(finger) is on \(sides)")
          try ensure(finger.side == nil || finger.side == sides[0], "\(finger) went to \(sides[0])")
          board.fingers[index].side = sides[0]
        }
        let slots = Set(board.fingers.filter { $0.side == .desktop }.map { Int32($0.slot) })
        try ensure(Set(board.desktop.contacts.keys) == slots, "\(board.desktop.contacts) for \(slots)")
        let isTouched = board.desktop.keys.contains(EventCode.btnTouch.code)
        try ensure(isTouched == !slots.isEmpty, "BTN_TOUCH with \(slots.count) contacts")
      }
    }
    #expect(seen == [true, true, true])
  }

  @Test(
    "After the last lift nothing is pressed, deflected or touched, but sliders that stay until the pads are off"
  )
  func rest() throws {
    let surface = try Surface(of: Board.device, class: .touchscreen)
    Seeds.forEach(Seeds.count / 10) { random throws(Violation) in
      var board = Board(&random, on: surface)
      for _ in 0..<random.integer(1...60) { try board.play(&random) }
      try board.liftAll()
      try board.settle()
      for pad in board.pipeline.pads {
        try ensure(pad.gamepadState == pad.staying.gamepadState, "a pad is not at rest")
      }
      board.pipeline.switchOffAtOnce(time: 0)
      try ensure(board.pipeline.pads.allSatisfy { $0.gamepadState == GamepadState() }, "a pad is not at rest")
      try ensure(board.desktop.contacts.isEmpty && board.desktop.keys.isEmpty, "the desktop is touched")
    }
  }

  @Test(
    "Whatever a device sends, the clone's slots and keys are balanced", arguments: HostileStreamTests.devices)
  func hostile(_ device: DeviceDescription) throws {
    var random = SeededGenerator(seed: 3)
    let surface = try Surface(of: device, class: .touchscreen)
    // An event that shows a touch on the clone.
    let sign: EventCode = device.supports(.btnTouch) ? .btnTouch : .synMTReport
    var touchDowns = 0
    for _ in 0..<100 {
      let pads = [SurfacePad(random: &random, on: surface), SurfacePad(random: &random, on: surface)]
      var pipeline = TouchPipeline(
        device: device, surface: surface, pads: pads, passesThrough: true,
        toggle: ToggleGesture(fingers: 2, holdTime: 1))
      var desktop = Desktop(hasSlots: device.supports(.absMTSlot))
      for _ in 0..<1000 {
        let event = HostileStreamTests.event(&random)
        // The kernel drops all others.
        guard device.supports(EventCode(event.type, event.code)) else { continue }
        while pipeline.advance(before: event.time) != nil { try desktop.take(pipeline.passedEvents) }
        guard pipeline.consume(event) else { continue }
        try desktop.take(pipeline.passedEvents)
        if device == .unslotted {
          #expect(desktop.keys.contains(EventCode.btnTouch.code) == (desktop.listed > 0))
        }
        touchDowns += pipeline.passedEvents.count { $0.is(sign) && ($0.value == 1 || sign == .synMTReport) }
      }
      pipeline.cancelAll(time: 0)
      try desktop.take(pipeline.passedEvents)
      #expect(desktop.contacts.isEmpty && desktop.keys.isEmpty)
      #expect(pipeline.pads.allSatisfy { $0.gamepadState == GamepadState() })
    }
    #expect(touchDowns > 100)
  }
}

extension SurfacePad {
  /// One to five controls of any kind, which may overlap.
  fileprivate init(random: inout SeededGenerator, on surface: Surface) {
    let controls = (0..<random.integer(1...5)).map { number in
      let place = Point(x: random.number(0...100), y: random.number(0...60))
      let region = Region.circle(Circle(center: place, radius: random.number(1...25)))
      let name = "control \(number)"
      switch random.integer(0...6) {
      case 0:
        var parameters = StickParameters(region: region)
        parameters.gestures.tap = .press(.south)
        parameters.smoothing = random.chance(0.5) ? Smoothing() : nil
        return Control.stick(StickControl(name: name, target: .left, stick: Stick(parameters)))
      case 1: return .directionPad(DirectionPadControl(name: name, region: region))
      case 2: return .trigger(TriggerControl(name: name, region: region, target: .left))
      case 3: return .look(LookControl(name: name, region: region))
      case 4:
        var slider = SliderControl(name: name, region: region, output: .triggers)
        slider.stays = random.chance(0.5)
        return .slider(slider)
      case 5: return .wheel(WheelControl(name: name, region: region))
      default:
        var button = ButtonControl(name: name, region: region, output: .east)
        button.slide = random.pick(.off, .over, .holdFirst)
        return .button(button)
      }
    }
    self.init(layout: Layout(surface: surface.bounds, controls: controls))
  }
}
