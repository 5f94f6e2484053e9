/// What a device says is on its surface at one moment, read at once rather than followed event by event:
/// when it is opened, and after events were lost.
public struct TouchState: Equatable, Sendable {
  /// One slot of a device that has slots.
  public struct Slot: Equatable, Sendable {
    /// The contact's tracking ID; -1 where the slot is free.
    public var trackingID: Int32
    /// ABS_MT_POSITION_X and ABS_MT_POSITION_Y.
    public var position: RawPosition
    /// ABS_MT_TOOL_TYPE; 0 (a finger) where the device does not say.
    public var toolType: Int32
    /// ABS_MT_DISTANCE; 0 (touching) where the device does not say.
    public var distance: Int32
    /// ABS_MT_PRESSURE, in the device's units; 0 where the device does not say.
    public var pressure: Int32

    /// Makes a slot's state from its values.
    public init(
      trackingID: Int32 = -1, position: RawPosition = RawPosition(), toolType: Int32 = 0,
      distance: Int32 = 0, pressure: Int32 = 0
    ) {
      self.trackingID = trackingID
      self.position = position
      self.toolType = toolType
      self.distance = distance
      self.pressure = pressure
    }
  }

  /// The slots, from slot 0 on; empty for a device without slots.
  public var slots: [Slot]
  /// The slot that the next event belongs to.
  public var currentSlot: Int
  /// Whether BTN_TOUCH is down.
  public var isTouched: Bool
  /// Whether a pen is near enough to be seen.
  public var tools: ToolSet
  /// ABS_X and ABS_Y, then ABS_Z and ABS_RX for a device that has those, in the device's units.
  public var positions: [RawPosition]
  /// ABS_PRESSURE, in the device's units; 0 where the device does not say.
  public var pressure: Int32

  /// Makes a state; without arguments, one with nothing on the surface.
  public init(
    slots: [Slot] = [], currentSlot: Int = 0, isTouched: Bool = false, tools: ToolSet = [],
    positions: [RawPosition] = [], pressure: Int32 = 0
  ) {
    self.slots = slots
    self.currentSlot = currentSlot
    self.isTouched = isTouched
    self.tools = tools
    self.positions = positions
    self.pressure = pressure
  }
}

/// A position as a device reports it, in the device's units.
public struct RawPosition: Equatable, Sendable {
  /// The horizontal axis's value.
  public var x: Int32
  /// The vertical axis's value.
  public var y: Int32

  /// Makes a position from the values of the two axes.
  public init(x: Int32 = 0, y: Int32 = 0) {
    self.x = x
    self.y = y
  }
}
