/// What other controls do to those that motion moves.
struct MotionCommands: OptionSet, Sendable {
  let rawValue: UInt8

  static let gyroOn = MotionCommands(rawValue: 1)
  static let gyroOff = MotionCommands(rawValue: 2)
  static let centreTilt = MotionCommands(rawValue: 4)
}

extension MotionCommands {
  init(_ outputs: [PadOutput]) {
    self = []
    for output in outputs {
      switch output {
      case .gyroOn: insert(.gyroOn)
      case .gyroOff: insert(.gyroOff)
      case .centreTilt: insert(.centreTilt)
      case .button, .hat, .halfAxis, .trigger, .key, .menu: break
      }
    }
  }
}

/// The controls of a layout that the motion of the device moves. No contact ever holds them.
public struct MotionControls: Equatable, Sendable {
  public internal(set) var tilts: [TiltControl]
  public internal(set) var gyros: [GyroControl]

  public init(tilts: [TiltControl] = [], gyros: [GyroControl] = []) {
    (self.tilts, self.gyros) = (tilts, gyros)
  }

  public var isEmpty: Bool { tilts.isEmpty && gyros.isEmpty }

  /// The sensors that they use. Tilts need no gyroscope, and gyros no accelerometer, but are better with it.
  public var sensors: MotionSensors {
    var sensors = requiredSensors
    if !tilts.isEmpty { sensors.insert(.gyroscope) }
    if gyros.contains(where: { $0.parameters.space == .player }) { sensors.insert(.accelerometer) }
    return sensors
  }

  /// The sensors without which one of them does nothing.
  public var requiredSensors: MotionSensors {
    var sensors = MotionSensors()
    if !tilts.isEmpty { sensors.insert(.accelerometer) }
    if !gyros.isEmpty { sensors.insert(.gyroscope) }
    return sensors
  }

  mutating func reset() {
    for index in tilts.indices { tilts[index].reset() }
    for index in gyros.indices { gyros[index].reset() }
  }
}

extension Layout {
  /// The sensors that its controls use.
  public var motionSensors: MotionSensors { motion.sensors }

  /// Moves the controls that motion moves.
  ///
  /// - Parameter state: The state after a sample, or after the loss of a sensor.
  public mutating func move(_ state: MotionState) {
    for index in motion.tilts.indices { motion.tilts[index].move(state) }
    for index in motion.gyros.indices {
      // Asked while the gyro changes, this would copy the whole layout.
      let isActive = isGyroActive(index)
      motion.gyros[index].move(state, isActive: isActive)
    }
  }

  /// Whether contacts hold any of the controls.
  public var isHeld: Bool { !holdings.isEmpty }

  /// Adds the effects of motion to those of all other controls.
  func addMotion(to state: inout GamepadState) {
    for index in motion.tilts.indices where exists(motion.tilts[index].layer) {
      motion.tilts[index].apply(to: &state)
    }
    for index in motion.gyros.indices where isGyroActive(index) { motion.gyros[index].apply(to: &state) }
  }

  /// Finds what other controls do now to those that motion moves, and centres the tilts if that has begun.
  mutating func updateMotionCommands() {
    let held = heldMotionCommands
    let isNew = held.contains(.centreTilt) && !lastMotionCommands.contains(.centreTilt)
    lastMotionCommands = held
    guard isNew else { return }
    for index in motion.tilts.indices { motion.tilts[index].recenter() }
  }

  private var heldMotionCommands: MotionCommands {
    motionSwitches.reduce(into: []) { $0.formUnion(store.read($1, HeldMotionCommandReader())) }
  }

  private func exists(_ layer: String?) -> Bool {
    layer == nil || layers.isEmpty || layers[self.layer] == layer
  }

  private func isGyroActive(_ index: Int) -> Bool {
    let held = lastMotionCommands
    guard exists(motion.gyros[index].layer), !held.contains(.gyroOff) else { return false }
    if held.contains(.gyroOn) { return true }
    return switch motion.gyros[index].activation {
    case .always: true
    case .button: false
    case .lookPad: store.looks.contains { $0.isTouched }
    case .control(let name): holdings.contains { isNamed(name, $0) }
    }
  }

  /// Whether a contact is on a control with this name.
  private func isNamed(_ name: String, _ holding: Holding) -> Bool {
    guard let control = controlUnder(holding) else { return false }
    return store.read(order[control], TraitReader()).name == name
  }
}
