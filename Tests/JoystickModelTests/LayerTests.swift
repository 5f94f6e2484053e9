import Testing

@testable import JoystickModel

@Suite("Layers")
struct LayerTests {
  private static func change(
    _ change: LayerChange, _ x: Double, _ more: (inout ButtonAction) -> Void = { _ in }
  ) -> Control {
    var action = ButtonAction([])
    action.layerChange = change
    more(&action)
    return .button(ButtonControl(name: change.label, region: Control.circle(x, 20, 5), action: action))
  }

  /// In the order: A and a stick in "run", B and X in "fight", Y always. At x of 80 and 90, what changes the layer.
  private static func layout(
    _ first: Control, _ second: Control = change(.next, 90), _ more: [(Control, String?)] = []
  ) -> Board {
    let all: [(Control, String?)] =
      [
        (.button(.south, 20, 20), "run"), (.stick(.left, 20, 60), "run"), (.button(.east, 20, 20), "fight"),
        (.button(.west, 40, 20), "fight"), (.button(.north, 60, 20), nil), (first, nil), (second, nil),
      ] + more
    return Board(all.map(\.0), layers: all.map(\.1))
  }

  @Test("The layer that is named first exists at first, with the controls that always do")
  func first() {
    var board = Self.layout(Self.change(.switchTo("fight"), 80))
    #expect(board.layout.layers == ["run", "fight"] && board.layout.layer == 0)
    #expect(
      (0..<7).map { board.layout.report(at: $0).isHidden } == [false, false, true, true, false, false, false])
    board.down(1, 20, 20, pad: "south")
    board.down(2, 40, 20, pad: "south")
    #expect(!board.layout.owns(ContactID(2)))
    board.down(3, 60, 20, pad: "south north")
  }

  @Test("A switch releases what disappears, whose fingers do nothing until they lift")
  func switching() {
    var board = Self.layout(Self.change(.switchTo("fight"), 80))
    board.down(1, 20, 20)
    board.down(2, 20, 60)
    board.move(2, 27, 60)
    board.down(3, 60, 20)
    #expect(board.layout.gamepadState.leftStick.x > 0)
    board.down(4, 80, 20, pad: "north")
    board.up(4, pad: "north")
    #expect(board.layout.layer == 1 && !board.layout.owns(ContactID(1)) && board.layout.owns(ContactID(3)))
    // They do nothing, also over controls that are there now.
    board.move(1, 40, 20, pad: "north")
    board.move(2, 40, 20, pad: "north")
    board.up(1)
    board.up(2, pad: "north")
    board.down(5, 20, 20, pad: "east north")
    board.down(6, 80, 20)
    board.up(6, pad: "east north")
    board.down(7, 90, 20, pad: "north")
    #expect(board.layout.layer == 0)
    board.reset()
    #expect(board.pad == "" && board.layout.layer == 0)
  }

  @Test("A button shows a layer while it is down, and the last of several counts")
  func showing() {
    var board = Self.layout(Self.change(.show("fight"), 80), Self.change(.show("run"), 90))
    board.down(1, 80, 20)
    #expect(board.layout.layer == 1)
    board.down(2, 90, 20)
    #expect(board.layout.layer == 0)
    board.up(2)
    #expect(board.layout.layer == 1)
    board.down(3, 20, 20, pad: "east")
    board.up(1, pad: "")
    #expect(board.layout.layer == 0 && !board.layout.owns(ContactID(3)))
    board.up(3, pad: "")
  }

  @Test("A button that shows another layer than its own stays while it is down")
  func ownLayer() {
    var board = Board(
      [Self.change(.show("fight"), 80), .button(.south, 20, 20), .button(.east, 20, 20)],
      layers: ["run", "run", "fight"])
    board.down(1, 80, 20)
    #expect(board.layout.layer == 1 && board.layout.owns(ContactID(1)) && board.layout.exists(0))
    board.down(2, 20, 20, pad: "east")
    board.up(1, pad: "")
    #expect(board.layout.layer == 0 && board.layout.exists(0))
    board.up(2)
    board.down(3, 20, 20, pad: "south")
  }

  @Test("A toggle shows a layer until the next press")
  func toggled() {
    var board = Self.layout(Self.change(.show("fight"), 80) { $0.mode = .toggle })
    board.down(1, 80, 20)
    board.up(1)
    #expect(board.layout.layer == 1)
    board.down(2, 80, 20)
    #expect(board.layout.layer == 0)
    board.up(2)
    #expect(board.layout.layer == 0)
  }

  @Test("A chosen layer ends those that toggles show", arguments: [.switchTo("run"), .next] as [LayerChange])
  func chosenWhileShown(change: LayerChange) {
    var board = Self.layout(
      Self.change(.show("fight"), 80) { $0.mode = .toggle }, Self.change(change, 90))
    board.down(1, 80, 20)
    board.up(1)
    board.down(2, 90, 20)
    board.up(2)
    #expect(board.layout.layer == (change == .next ? 1 : 0))
    board.down(3, 80, 20)
    board.up(3)
    #expect(board.layout.layer == 1, "the toggle was released, and shows the layer again")
  }

  @Test("A finger that slides off a button which shows a layer presses nothing of that layer")
  func slidesIntoHiddenLayer() {
    var action = ButtonAction([.button(.east)])
    (action.mode, action.keepsWhileHidden) = (.toggle, true)
    let latch = Control.button(ButtonControl(name: "B", region: Control.circle(95, 20, 5), action: action))
    var board = Board(
      [Self.change(.show("fight"), 80), .button(.south, 20, 20), latch], layers: ["run", "run", "fight"])
    board.down(1, 80, 20, pad: "")
    board.move(1, 95, 20, pad: "")
    #expect(board.layout.layer == 0)
    board.up(1, pad: "")
  }

  @Test("The next layer after the last is the first")
  func next() {
    var board = Self.layout(Self.change(.next, 80), Self.change(.next, 90), [(.button(.mode, 20, 90), "map")])
    #expect(board.layout.layers == ["run", "fight", "map"])
    for expected in [1, 2, 0] {
      board.down(1, 90, 20)
      board.up(1)
      #expect(board.layout.layer == expected)
    }
  }

  @Test("No switch leads to a layer without controls, and a button with the name of no layer does nothing")
  func withoutControls() {
    let controls: [(Control, String?)] = [
      (Self.change(.next, 80), nil), (Self.change(.switchTo("fight"), 40), nil),
      (Self.change(.switchTo("fihgt"), 90), nil), (Self.change(.show("fihgt"), 70), nil),
    ]
    /// The layers that exist while fingers press these places, one after the other.
    func layers(_ places: [Double], _ more: [(Control, String?)]) -> [Int] {
      let all = controls + more
      var layout = Layout(
        surface: Rectangle(x: 0, y: 0, width: 100, height: 100), controls: all.map(\.0),
        layers: ["run", "fight", "map", "sky"], layersOfControls: all.map(\.1))
      return places.map { x in
        layout.apply(ContactEvent(id: ContactID(1), phase: .began, position: Point(x: x, y: 20)), time: 0)
        defer {
          layout.apply(ContactEvent(id: ContactID(1), phase: .ended, position: Point(x: 0, y: 0)), time: 0)
        }
        return layout.layer
      }
    }
    let (run, map) = (Control.button(.south, 20, 60), Control.button(.east, 40, 60))
    #expect(layers([80, 40, 90, 70, 80], [(run, "run"), (map, "map")]) == [2, 2, 2, 2, 0])
    #expect(layers([80, 40, 90, 70], [(run, "run")]) == [0, 0, 0, 0])
    // Where no layer has a control, the first one stays.
    #expect(layers([80, 40, 80], []) == [0, 0, 0])
  }

  @Test("Latched buttons of a hidden layer are released unless they are kept", arguments: [false, true])
  func latched(isKept: Bool) {
    var action = ButtonAction([.button(.leftShoulder)])
    (action.mode, action.keepsWhileHidden) = (.toggle, isKept)
    let latch = Control.button(
      ButtonControl(name: "latch", region: Control.circle(60, 60, 5), action: action))
    var board = Self.layout(Self.change(.next, 80), Self.change(.next, 90), [(latch, "run")])
    board.down(1, 60, 60, pad: "leftShoulder")
    // The finger is still there when the layer goes.
    board.down(2, 80, 20, pad: isKept ? "leftShoulder" : "")
    board.up(1)
    board.up(2, pad: isKept ? "leftShoulder" : "")
    board.down(3, 60, 60)
    board.up(3, pad: isKept ? "leftShoulder" : "")
    board.down(4, 80, 20)
    board.up(4)
    board.down(5, 60, 60, pad: isKept ? "" : "leftShoulder")
    board.reset()
    #expect(board.pad == "")
  }

  @Test("A sequence and turbo of a layer that goes end at once")
  func timers() {
    var sequence = ButtonAction([])
    (sequence.steps, sequence.isSequence) = ([[.button(.south)], [.button(.east)]], true)
    var turbo = ButtonAction([.button(.west)])
    turbo.turboHalf = 20_000
    var board = Board(
      [
        .button(ButtonControl(name: "s", region: Control.circle(20, 20, 5), action: sequence)),
        .button(ButtonControl(name: "t", region: Control.circle(40, 20, 5), action: turbo)),
        Self.change(.switchTo("other"), 80), .button(.north, 20, 80),
      ], layers: ["one", "one", nil, "other"])
    board.down(1, 20, 20)
    board.down(2, 40, 20, pad: "south west")
    board.down(3, 80, 20, pad: "")
    #expect(board.layout.deadline == nil)
  }

  @Test("A finger that slides onto a button which changes the layer changes it")
  func slide() {
    var board = Self.layout(Self.change(.switchTo("fight"), 80))
    board.down(1, 20, 20, pad: "south")
    board.move(1, 80, 20, pad: "")
    #expect(board.layout.layer == 1 && board.layout.owns(ContactID(1)), "it is on a control that stays")
    board.move(1, 40, 20, pad: "west")
    board.up(1, pad: "")
    var other = Self.layout(Self.change(.switchTo("fight"), 80))
    other.down(1, 60, 20, pad: "north")
    other.move(1, 80, 20, pad: "")
    #expect(other.layout.owns(ContactID(1)))
    other.move(1, 40, 20, pad: "west")
  }

  @Test("A finger slides from a button of a layer to one that shows another, and back")
  func slideToShow() {
    let show = Self.change(.show("fight"), 80) { $0.steps = [[.button(.leftShoulder)]] }
    var board = Self.layout(show)
    board.down(1, 20, 20, pad: "south")
    board.move(1, 80, 20, pad: "leftShoulder")
    #expect(board.layout.layer == 1)
    // The button of the layer is gone when the finger is no longer on the one that showed it.
    board.move(1, 20, 20, pad: "south")
    #expect(board.layout.layer == 0)
    board.move(1, 80, 20, pad: "leftShoulder")
    board.down(2, 40, 20, pad: "west leftShoulder")
    board.up(1, pad: "")
    #expect(!board.layout.owns(ContactID(2)), "it was on a control that has gone")
  }

  @Test("A finger that slid onto a button of a layer that goes does nothing more, wherever it landed")
  func slidOntoLayer() {
    var board = Self.layout(Self.change(.switchTo("fight"), 80))
    board.down(1, 60, 20, pad: "north")
    board.move(1, 20, 20, pad: "south")
    board.down(2, 80, 20, pad: "")
    #expect(!board.layout.owns(ContactID(1)))
    board.move(1, 21, 20, pad: "")
    board.move(1, 40, 20, pad: "")
    board.up(1, pad: "")
  }

  @Test("A finger that slid from a layer's button to one without a layer keeps it when the layer goes")
  func slidOffLayer() {
    var board = Self.layout(Self.change(.switchTo("fight"), 80))
    board.down(1, 20, 20, pad: "south")
    board.move(1, 60, 20, pad: "north")
    board.down(2, 80, 20, pad: "north")
    #expect(board.layout.layer == 1 && board.layout.owns(ContactID(1)))
    board.up(2, pad: "north")
    board.move(1, 40, 20, pad: "west")
    board.up(1, pad: "")
  }

  @Test("A button that presses something and switches from its own layer is down until its finger lifts")
  func pressesAndSwitches() {
    let both = Self.change(.switchTo("fight"), 30) { $0.steps = [[.button(.leftShoulder)]] }
    var board = Board(
      [both, .button(.south, 60, 20), .button(.east, 60, 20), .button(.west, 30, 20)],
      layers: ["run", "run", "fight", "fight"])
    board.down(1, 30, 20, pad: "leftShoulder")
    #expect(board.layout.layer == 1)
    board.down(2, 60, 20, pad: "east leftShoulder")
    board.up(1, pad: "east")
    #expect(!board.layout.exists(0))
    board.down(3, 30, 20, pad: "east west")
  }

  @Test(
    "A finger that trembles at the edge of a button changes the layer once",
    arguments: [.next, .switchTo("fight")] as [LayerChange])
  func trembling(_ change: LayerChange) {
    var board = Self.layout(Self.change(change, 80))
    board.down(1, 80, 20)
    #expect(board.layout.layer == 1)
    for x in [90.0, 80, 70, 80] { board.move(1, x, 60) }
    for _ in 0..<3 {
      board.move(1, 80, 60)
      board.move(1, 80, 20)
    }
    #expect(board.layout.layer == 1)
  }

  @Test("Labels are read back", arguments: [.show("a b"), .switchTo("x"), .next] as [LayerChange])
  func labels(_ change: LayerChange) {
    #expect(LayerChange(change.label) == change)
    for other in ["show", "show ", "switch ", "next", "", "Show a"] { #expect(LayerChange(other) == nil) }
  }
}
