internal import Glibc
package import JoystickModel
package import System

/// A motion sensor that a thread of its own sets up, asks for its values and puts to rest: its driver may need seconds for
/// each. The thread sleeps while the sensor rests, with no file of the sensor open.
package final class SensorThread {
  private enum Report: Sendable {
    case reads(SensorStream)
    case failed(SensorError)
  }

  /// The shortest time between two attempts, in microseconds.
  package static let retryDelay: Int64 = 500_000

  private let orders: NewestNumber
  private let ends: NewestNumber
  private var source: EventSource?
  /// The last order. It has the sensors to read in its lowest bits, none of them to rest, and a count above, so that no two
  /// are equal.
  private var order: UInt64 = 0

  /// - Parameter handler: Is called with what the sensor sends, or with why it cannot be read; the thread tries again then.
  package init(
    _ chosen: ChosenSensor, _ loop: EventLoop,
    _ handler: @escaping (Result<SensorStream, SensorError>) -> Void
  ) throws(SystemError) {
    let (orders, ends) = (try NewestNumber(), try NewestNumber())
    let reports = try Mailbox<(UInt64, Report)>()
    (self.orders, self.ends) = (orders, ends)
    source = try reports.whenFilled(in: loop) { [unowned self] order, report in
      // One of an earlier order comes late.
      guard order == self.order else { return }
      switch report {
      case .reads(let stream): handler(.success(stream))
      case .failed(let error): handler(.failure(error))
      }
    }
    try startThread {
      var order = orders.next()
      while order != Self.end {
        let wanted = MotionSensors(rawValue: .init(order & Self.sensorMask))
        guard !wanted.isEmpty else {
          order = orders.next()
          continue
        }
        do throws(SensorError) {
          let reader = try SensorReader(chosen.reading(wanted))
          reports.post((order, .reads(reader.stream)))
          order = try reader.run(until: orders)
        } catch {
          reports.post((order, .failed(error)))
          order = orders.next(until: nanoseconds(on: CLOCK_MONOTONIC) / 1000 + Self.retryDelay) ?? order
        }
      }
      ends.leave(1)
    }
  }

  deinit { orders.leave(Self.end) }

  /// Ends the thread, and waits until the sensor rests, which would otherwise go on when this process has ended.
  ///
  /// - Parameter end: When to wait no longer, in microseconds on the monotonic clock: a hub may not answer.
  package func end(before end: Int64) {
    source = nil
    orders.leave(Self.end)
    _ = ends.next(until: end)
  }

  /// Starts to read, or starts anew.
  ///
  /// - Parameter sensors: What to measure.
  package func start(_ sensors: MotionSensors) { send(sensors) }

  /// Lets the sensor rest.
  package func stop() { send([]) }

  private func send(_ sensors: MotionSensors) {
    let nextCount = (order | Self.sensorMask) + 1
    order = nextCount | UInt64(sensors.rawValue)
    orders.leave(order)
  }

  private static let sensorMask: UInt64 = 3
  /// The order to end.
  private static let end = UInt64.max
}
