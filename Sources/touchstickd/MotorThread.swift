internal import EventPipeline
internal import InputDevices
internal import System

/// A motor that a thread of its own plays on: whoever plays waits for the motor's driver, which may take its time.
final class MotorThread {
  let node: RumbleNode
  private let orders: NewestNumber
  private var source: EventSource?

  /// - Parameter failed: Is called in the loop when the motor cannot be played on.
  init(_ node: RumbleNode, _ loop: EventLoop, failed: @escaping (DeviceError) -> Void) throws(SystemError) {
    let (orders, failures) = (try NewestNumber(), try Mailbox<DeviceError>())
    (self.node, self.orders) = (node, orders)
    source = try failures.whenFilled(in: loop, failed)
    try startThread {
      do throws(DeviceError) {
        while let order = Order(orders.next()) {
          if order.level > 0 {
            let magnitudes = RumbleMagnitudes(strong: order.level, weak: order.level)
            try node.play(magnitudes, milliseconds: order.milliseconds)
          } else {
            try node.stop()
          }
        }
      } catch {
        failures.post(error)
      }
    }
  }

  // The end of the file stops the motor.
  deinit { orders.leave(Order.end) }

  /// Shakes, in place of what it did, for this long unless it is stopped before. 0 stops it.
  func play(_ level: UInt16, milliseconds: UInt16 = 0) {
    orders.leave(Order(level: level, milliseconds: milliseconds).number)
  }

  private struct Order {
    let level, milliseconds: UInt16

    static let end = UInt64.max

    var number: UInt64 { UInt64(level) << 16 | UInt64(milliseconds) }

    init(level: UInt16, milliseconds: UInt16) { (self.level, self.milliseconds) = (level, milliseconds) }

    /// Nil for the end.
    init?(_ number: UInt64) {
      guard number != Self.end else { return nil }
      self.init(
        level: UInt16(truncatingIfNeeded: number >> 16), milliseconds: UInt16(truncatingIfNeeded: number))
    }
  }
}
