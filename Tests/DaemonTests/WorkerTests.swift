import System
import Testing

@Suite("A worker's thread")
struct WorkerTests {
  @Test("runs every job, however close together they come")
  func all() throws {
    let loop = try EventLoop()
    let worker = try Worker(loop)
    let jobs = 20_000
    var done = 0
    for _ in 0..<jobs {
      worker.run({ 1 }) {
        done += $0
        if done == jobs { loop.exit(0) }
      }
    }
    _ = try loop.run()
    #expect(done == jobs)
  }
}
