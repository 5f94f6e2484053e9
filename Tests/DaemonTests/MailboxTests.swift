import Synchronization
import System
import Testing

@Suite("What one thread leaves for another")
struct MailboxTests {
  @Test("Every value arrives, in the order of its thread, however close together they come")
  func all() throws {
    let loop = try EventLoop()
    let mailbox = try Mailbox<(thread: Int, number: Int)>()
    let (threads, values) = (4, 5000)
    var last = Array(repeating: 0, count: threads)
    let source = try mailbox.whenFilled(in: loop) { value in
      #expect(value.number == last[value.thread] + 1)
      last[value.thread] = value.number
      if last.allSatisfy({ $0 == values }) { loop.exit(0) }
    }
    for thread in 0..<threads {
      try startThread { for number in 1...values { mailbox.post((thread, number)) } }
    }
    #expect(try loop.run() == 0)
    withExtendedLifetime(source) {}
  }

  @Test("An idle loop looks at everything else between two values")
  func idle() throws {
    let loop = try EventLoop()
    let (slow, quick) = (try Mailbox<Int>(), try Mailbox<String>())
    var seen: [String] = []
    let sources = [
      try slow.whenFilled(in: loop, isIdle: true) { number in
        seen.append("\(number)")
        quick.post("after \(number)")
        if number == 3 { slow.post(4) }
        if number == 4 { loop.exit(0) }
      },
      try quick.whenFilled(in: loop) { seen.append($0) },
    ]
    for number in 1...3 { slow.post(number) }
    #expect(try loop.run() == 0)
    #expect(seen == ["1", "after 1", "2", "after 2", "3", "after 3", "4"])
    withExtendedLifetime(sources) {}
  }

  @Test("A thread that is slow gets the newest number, and each last one")
  func newest() throws {
    let numbers = try NewestNumber()
    let loop = try EventLoop()
    let got = try Mailbox<UInt64>()
    try startThread {
      while true {
        let number = numbers.next()
        got.post(number)
        if number == .max { return }
      }
    }
    for number in 1...20_000 as ClosedRange<UInt64> { numbers.leave(number) }
    numbers.leave(.max)
    var last: UInt64 = 0
    let source = try got.whenFilled(in: loop) { number in
      #expect(number >= last)
      last = number
      if number == .max { loop.exit(0) }
    }
    #expect(try loop.run() == 0)
    withExtendedLifetime(source) {}
  }
}
