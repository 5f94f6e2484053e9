internal import Foundation

/// Something did not appear.
package struct Missing: Error, CustomStringConvertible {
  package let what: String

  package init(what: String) { self.what = what }

  package var description: String { "missing: \(what)" }
}

/// How often a test looks before it gives up. It counts looks rather than seconds: on a busy machine looks become rarer,
/// too.
package let maxLooks = 6000

/// Looks every 10 ms whether a condition holds. Returns false after so many looks.
package func wait(looks: Int = maxLooks, until condition: () throws -> Bool) rethrows -> Bool {
  for _ in 1..<looks {
    if try condition() { return true }
    usleep(10_000)
  }
  return try condition()
}

/// Waits until a condition holds.
package func waitUntil(_ what: String, _ condition: () throws -> Bool) throws {
  try eventually { guard try condition() else { throw Missing(what: what) } }
}

/// Repeats work until it throws nothing. Throws its last error after 6,000 times.
package func eventually<Value>(_ work: () throws -> Value) throws -> Value {
  for _ in 1..<maxLooks {
    do {
      return try work()
    } catch {
      usleep(10_000)
    }
  }
  return try work()
}
