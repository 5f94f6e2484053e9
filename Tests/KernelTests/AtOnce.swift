import Foundation
import Synchronization

extension Bed {
  /// Does something with each item, with so many of them at a time, in their order.
  static func run<Item: Sendable>(
    _ items: [Item], atOnce count: Int, _ body: @escaping @Sendable (Item) throws -> Void
  ) async throws {
    let queue = Queue(items)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<count {
        group.addTask(executorPreference: ThreadExecutor()) {
          while let item = queue.next() { try body(item) }
        }
      }
      try await group.waitForAll()
    }
  }
}

private final class Queue<Item: Sendable>: Sendable {
  private let items: Mutex<ArraySlice<Item>>

  init(_ items: [Item]) { self.items = Mutex(items[...]) }

  func next() -> Item? { items.withLock { $0.popFirst() } }
}

/// Gives each job a thread of its own, so that it may wait in it. It still belongs to its test, as nothing does that
/// is done in a thread that was not made by a task.
private final class ThreadExecutor: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    Thread.detachNewThread { [self] in unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
  }
}
