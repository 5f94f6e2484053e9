internal import CLinux
internal import Glibc
internal import Synchronization

/// A thread for work that takes too long for a loop, one piece after the other. It has no realtime priority, if that of
/// this process is reset in children: sched(7).
package final class Worker {
  private final class Job: @unchecked Sendable {
    /// Run in the thread.
    let work: () -> Void
    /// Run in the loop.
    let handler: () -> Void

    init(_ work: @escaping () -> Void, _ handler: @escaping () -> Void) {
      (self.work, self.handler) = (work, handler)
    }
  }

  /// What the thread and the loop share.
  private final class Queues: Sendable {
    let waiting = Mutex<[Job]>([])
    let done = Mutex<[Job]>([])
    let isEnded = Atomic(false)
    let wakeThread: EventCounter
    let wakeLoop: EventCounter

    init() throws(SystemError) {
      wakeThread = try EventCounter()
      wakeLoop = try EventCounter()
    }

    /// Works until the end. A count without a job is not the end: its job may have been taken with the one before.
    func run() {
      while !isEnded.load(ordering: .acquiring) {
        wakeThread.wait()
        let jobs = waiting.withLock { jobs in
          defer { jobs = [] }
          return jobs
        }
        for job in jobs {
          job.work()
          done.withLock { $0.append(job) }
          wakeLoop.add()
        }
      }
    }
  }

  private let queues: Queues
  private var source: EventSource?

  /// Starts the thread.
  package init(_ loop: EventLoop) throws(SystemError) {
    let queues = try Queues()
    self.queues = queues
    source = try loop.whenReadable(queues.wakeLoop.file.number) {
      queues.wakeLoop.wait()
      let jobs = queues.done.withLock { jobs in
        defer { jobs = [] }
        return jobs
      }
      for job in jobs { job.handler() }
    }
    var thread = pthread_t()
    let shared = unsafe Unmanaged.passRetained(queues)
    let status = unsafe pthread_create(
      &thread, nil,
      { context in
        guard let context = unsafe context else { return nil }
        unsafe Unmanaged<Queues>.fromOpaque(context).takeRetainedValue().run()
        return nil
      }, shared.toOpaque())
    guard status == 0 else {
      unsafe shared.release()
      throw SystemError(status)
    }
    pthread_detach(thread)
  }

  deinit {
    queues.isEnded.store(true, ordering: .releasing)
    queues.wakeThread.add()
  }

  /// Works in the thread, and then calls the handler in the loop.
  package func run<Result>(_ work: @escaping @Sendable () -> Result, then handler: @escaping (Result) -> Void)
  {
    var result: Result?
    let job = Job({ result = work() }, { result.map(handler) })
    queues.waiting.withLock { $0.append(job) }
    queues.wakeThread.add()
  }
}

/// A number that one side adds to, and the other waits for. eventfd(2)
private struct EventCounter: ~Copyable, Sendable {
  let file: OwnedFileDescriptor

  init() throws(SystemError) {
    let number = eventfd(0, Int32(EFD_CLOEXEC))
    guard number >= 0 else { throw .last }
    file = OwnedFileDescriptor(owning: number)
  }

  func add() {
    var one: UInt64 = 1
    _ = unsafe write(file.number, &one, 8)
  }

  /// Waits for a number, and sets it to 0. No error lasts, because the file stays open.
  func wait() {
    var count: UInt64 = 0
    while unsafe read(file.number, &count, 8) != 8 {}
  }
}
