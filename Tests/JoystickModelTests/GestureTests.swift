import JoystickModel
import Testing

@Suite("Gestures on a stick")
struct GestureTests {
  private static func fixed(_ parameters: inout StickParameters) {
    parameters.origin = .fixed
    parameters.movable = false
  }

  private static func tap(_ parameters: inout StickParameters) {
    fixed(&parameters)
    parameters.gestures.tap = .press(.south)
  }

  static func doubleTap(_ parameters: inout StickParameters) {
    tap(&parameters)
    parameters.gestures.doubleTap = .press(.east)
  }

  // MARK: Taps

  @Test("A tap presses its button for 40 ms when it lifts")
  func tapPresses() {
    #expect(TouchScript.log([.down(0, 50, 50), .up(150)], Self.tap) == ["150 south", "190"])
  }

  @Test("A touch of 200 ms is a tap, and a longer one is not")
  func tapTime() {
    #expect(TouchScript.log([.down(0, 50, 50), .up(200)], Self.tap) == ["200 south", "240"])
    #expect(TouchScript.log([.down(0, 50, 50), .up(201)], Self.tap) == [])
    let quick: (inout StickParameters) -> Void = {
      Self.tap(&$0)
      $0.gestures.tapTime = 100_000
    }
    #expect(TouchScript.log([.down(0, 50, 50), .up(101)], quick) == [])
  }

  @Test("A touch that reached the moved tolerance is not a tap, even if it came back")
  func movedIsNoTap() {
    #expect(TouchScript.log([.down(0, 50, 50), .move(50, 51.4, 51.4), .up(100)], Self.tap).count == 2)
    #expect(
      TouchScript.log([.down(0, 50, 50), .move(50, 51.5, 50), .move(60, 50, 50), .up(100)], Self.tap) == [])
  }

  @Test("A touch that begins with a deflection is not a tap")
  func deflectedIsNoTap() {
    #expect(TouchScript.log([.down(0, 55, 50), .up(100)], Self.tap) == [])
  }

  @Test("A cancelled touch is not a tap")
  func cancelledIsNoTap() {
    #expect(TouchScript.log([.down(0, 50, 50), .cancel(100)], Self.tap) == [])
  }

  @Test("A flick is not a tap, even if smoothing keeps the handle within the tolerance")
  func flickIsNoTap() {
    let smoothed: (inout StickParameters) -> Void = {
      Self.tap(&$0)
      $0.smoothing = Smoothing()
      $0.smoothing?.minCutoff = 0.1
      $0.smoothing?.beta = 0
    }
    var script = TouchScript(smoothed)
    for time: Int64 in [10, 0] {
      script.take(.down(0, 50, 50))
      script.take(.move(time, 56, 50))
      #expect(script.stick.report.handle.x < 51.5)
      script.take(.up(20))
      script.finish()
      #expect(script.log == [])
    }
  }

  @Test("A second tap during the press of the first makes it longer")
  func tapsInARow() {
    #expect(
      TouchScript.log([.down(0, 50, 50), .up(20), .down(30, 50, 50), .up(50)], Self.tap)
        == ["20 south", "90"])
  }

  @Test("A tap can return the base")
  func tapRecenters() {
    #expect(
      TouchScript.log([.down(0, 70, 70), .up(100)]) { $0.gestures.tap = .recenter }
        == ["0 base 70 70", "100 base 50 50"])
  }

  // MARK: Double taps

  @Test("A double tap presses its button when its second touch begins, and the single tap's not at all")
  func doubleTapPresses() {
    #expect(
      TouchScript.log([.down(0, 50, 50), .up(100), .down(250, 50, 50), .up(350)], Self.doubleTap)
        == ["250 east", "290"])
  }

  @Test("If a double tap is bound, a single tap waits for it")
  func singleTapWaits() {
    #expect(
      TouchScript.log([.down(0, 50, 50), .up(100)], Self.doubleTap) == ["400 south", "440"])
  }

  @Test("The second touch begins within 300 ms of the first lift")
  func doubleTapTime() {
    #expect(
      TouchScript.log([.down(0, 50, 50), .up(100), .down(400, 50, 50), .up(500)], Self.doubleTap)
        == ["400 east", "440"])
    #expect(
      TouchScript.log([.down(0, 50, 50), .up(100), .down(401, 50, 50), .up(500)], Self.doubleTap)
        == ["400 south", "440", "800 south", "840"])
  }

  @Test("The second touch begins within 10 mm of the first; otherwise the first is a single tap at once")
  func doubleTapDistance() {
    let floating: (inout StickParameters) -> Void = {
      Self.doubleTap(&$0)
      $0.origin = .relative
    }
    #expect(
      TouchScript.log([.down(0, 40, 50), .up(100), .down(200, 46, 58), .up(250)], floating)
        == ["200 east", "240"])
    #expect(
      TouchScript.log([.down(0, 40, 50), .up(100), .down(200, 46, 59), .up(250)], floating)
        == ["200 south", "240", "550 south", "590"])
  }

  @Test("The second touch moves the stick as usual, and is not a tap")
  func doubleTapAndDrag() {
    var script = TouchScript(Self.doubleTap)
    for step in [TouchStep.down(0, 50, 50), .up(50), .down(100, 50, 50), .move(110, 60, 50)] {
      script.take(step)
    }
    #expect(script.stick.deflection == Vector(dx: 1, dy: 0))
    #expect(
      TouchScript.log(
        [.down(0, 50, 50), .up(50), .down(100, 50, 50), .up(150), .down(200, 50, 50), .up(250)],
        Self.doubleTap) == ["100 east", "140", "550 south", "590"])
  }

  @Test("A tap followed by a drag that is too late for a double tap is a single tap")
  func tapThenDrag() {
    #expect(
      TouchScript.log(
        [.down(0, 50, 50), .up(50), .down(360, 50, 50), .move(370, 60, 50), .up(400)], Self.doubleTap)
        == ["350 south", "390"])
  }

  @Test("With only a double tap bound, single taps do nothing")
  func doubleTapOnly() {
    let alone: (inout StickParameters) -> Void = {
      Self.fixed(&$0)
      $0.gestures.doubleTap = .press(.east)
    }
    #expect(TouchScript.log([.down(0, 50, 50), .up(100)], alone) == [])
    #expect(
      TouchScript.log([.down(0, 50, 50), .up(100), .down(200, 50, 50), .up(300)], alone)
        == ["200 east", "240"])
  }

  @Test("A double tap can return the base, and a held handle keeps its deflection")
  func doubleTapRecenters() {
    let recenter: (inout StickParameters) -> Void = {
      $0.origin = .fixed
      $0.gestures.doubleTap = .recenter
    }
    // The base follows to 60, 50; the two taps there return it.
    let steps: [TouchStep] = [
      .down(0, 50, 50), .move(10, 70, 50), .up(300), .down(400, 60, 50), .up(450), .down(500, 61, 50),
    ]
    var script = TouchScript(recenter)
    for step in steps { script.take(step) }
    #expect(script.log == ["10 base 60 50", "500 base 50 50"])
    #expect(script.stick.report.handle == Point(x: 51, y: 50))
    // Fixed is measured from the base, wherever that is, as soon as the finger moves.
    script.take(.move(510, 58, 50))
    #expect(script.stick.report.polar.displacement == 0.8)
    #expect(script.stick.base == TouchScript.home)
  }

  @Test("When the base of a floating stick returns under a finger, its handle stays at the finger")
  func floatingRecenters() {
    var script = TouchScript { $0.gestures.hold = .recenter }
    script.take(.down(0, 20, 20))
    script.take(.move(600, 21, 20))
    #expect(script.stick.base == TouchScript.home)
    script.take(.move(610, 25, 20))
    #expect(script.stick.report.polar.displacement == 0.5)
  }

  // MARK: Holds

  @Test("A hold presses its button after 500 ms, until the finger lifts")
  func holdPresses() {
    let hold: (inout StickParameters) -> Void = {
      Self.tap(&$0)
      $0.gestures.hold = .press(.north)
    }
    #expect(TouchScript.log([.down(0, 50, 50), .up(900)], hold) == ["500 north", "900"])
    #expect(TouchScript.log([.down(0, 50, 50), .move(600, 60, 50), .up(900)], hold) == ["500 north", "900"])
    #expect(TouchScript.log([.down(0, 50, 50), .up(510)], hold) == ["500 north", "540"])
    #expect(TouchScript.log([.down(0, 50, 50), .up(500)], hold) == [])
    #expect(TouchScript.log([.down(0, 50, 50), .move(400, 52, 50), .up(900)], hold) == [])
    #expect(TouchScript.log([.down(0, 50, 50), .cancel(520)], hold) == ["500 north", "520"])
  }

  @Test("A hold can return the base")
  func holdRecenters() {
    #expect(
      TouchScript.log([.down(0, 70, 70), .up(900)]) { $0.gestures.hold = .recenter }
        == ["0 base 70 70", "500 base 50 50"])
  }

  // MARK: The outer ring

  @Test("The outer ring starts at 0.9, and ends a tenth below or when the finger lifts")
  func outerRing() {
    let ring: (inout StickParameters) -> Void = {
      Self.fixed(&$0)
      $0.gestures.outerRing = .leftThumb
    }
    #expect(
      TouchScript.log(
        [
          .down(0, 50, 50), .move(10, 58.9, 50), .move(20, 59, 50), .move(30, 58.2, 50), .move(40, 58, 50),
          .move(50, 50, 70), .up(60),
        ], ring) == ["20 leftThumb", "40", "50 leftThumb", "60"])
    #expect(
      TouchScript.log([.down(0, 55, 50), .move(10, 54.4, 50), .cancel(20)]) {
        ring(&$0)
        $0.gestures.outerRingStart = 0.5
      } == ["0 leftThumb", "10"])
  }

  @Test("Buttons of several gestures can be down together")
  func together() {
    let both: (inout StickParameters) -> Void = {
      Self.tap(&$0)
      $0.gestures.outerRing = .leftThumb
    }
    #expect(
      TouchScript.log([.down(0, 50, 50), .up(10), .down(20, 59, 50), .up(80)], both)
        == ["10 south", "20 south leftThumb", "50 leftThumb", "80"])
  }
}
