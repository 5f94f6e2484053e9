internal import CLinux
internal import Glibc
internal import Synchronization

/// Values that threads leave for the loop of another one, in their order.
package final class Mailbox<Value: Sendable>: Sendable {
  private let values = Mutex<[Value]>([])
  /// How many there are: eventfd(2) as a semaphore.
  private let count: OwnedFileDescriptor

  package init() throws(SystemError) {
    let number = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK | EFD_SEMAPHORE))
    guard number >= 0 else { throw .last }
    count = OwnedFileDescriptor(owning: number)
    // Enough for all that wait at a time, as a rule, so that a busy moment leaves no more memory in use than a quiet one.
    values.withLock { $0.reserveCapacity(16) }
  }

  /// Leaves a value. Waits for nothing but the moment in which another thread leaves or removes one.
  package func post(_ value: Value) {
    values.withLock { $0.append(value) }
    addOne(to: count)
  }

  /// Calls the handler with each value, until the source is released.
  ///
  /// - Parameter isIdle: Whether values wait until nothing else is pending. Between two of them, the loop looks again.
  package func whenFilled(
    in loop: EventLoop, isIdle: Bool = false, _ handler: @escaping (Value) -> Void
  ) throws(SystemError) -> EventSource {
    try loop.whenReadable(count.number, isIdle: isIdle) { [self] in
      var one: UInt64 = 0
      guard unsafe read(count.number, &one, 8) == 8 else { return }
      let value = values.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      value.map(handler)
    }
  }
}

/// The newest number that one thread leaves for another. To leave one takes no lock and no memory.
package final class NewestNumber: Sendable {
  private let number = Atomic<UInt64>(0)
  private let count: OwnedFileDescriptor

  package init() throws(SystemError) {
    let number = eventfd(0, Int32(EFD_CLOEXEC))
    guard number >= 0 else { throw .last }
    count = OwnedFileDescriptor(owning: number)
  }

  package func leave(_ new: UInt64) {
    number.store(new, ordering: .releasing)
    addOne(to: count)
  }

  /// Waits until another one is left. No error lasts, because the file stays open.
  package func next() -> UInt64 {
    var times: UInt64 = 0
    while unsafe read(count.number, &times, 8) != 8 {}
    return number.load(ordering: .acquiring)
  }

  /// Waits until another one is left, but not longer than until this time.
  ///
  /// - Parameter end: In microseconds on the monotonic clock.
  /// - Returns: Nil if the time is over.
  package func next(until end: Int64) -> UInt64? {
    var file = pollfd(fd: count.number, events: Int16(POLLIN), revents: 0)
    while true {
      let left = max(end - nanoseconds(on: CLOCK_MONOTONIC) / 1000, 0)
      // In milliseconds, and not before the time.
      if unsafe poll(&file, 1, Int32(clamping: (left + 999) / 1000)) > 0 { return next() }
      if left == 0 { return nil }
    }
  }
}

/// Wakes whoever waits for an eventfd. No error lasts, because the file stays open, and nobody else would wake them.
private func addOne(to count: borrowing OwnedFileDescriptor) {
  var one: UInt64 = 1
  while unsafe write(count.number, &one, 8) != 8 {}
}

/// Runs code in a new thread. It has no realtime priority, if that of this thread is reset in children: sched(7).
package func startThread(_ work: @escaping @Sendable () -> Void) throws(SystemError) {
  final class Job {
    let work: @Sendable () -> Void
    init(_ work: @escaping @Sendable () -> Void) { self.work = work }
  }
  var thread = pthread_t()
  let job = unsafe Unmanaged.passRetained(Job(work))
  let status = unsafe pthread_create(
    &thread, nil,
    { context in
      guard let context = unsafe context else { return nil }
      unsafe Unmanaged<Job>.fromOpaque(context).takeRetainedValue().work()
      return nil
    }, job.toOpaque())
  guard status == 0 else {
    unsafe job.release()
    throw SystemError(status)
  }
  pthread_detach(thread)
}
