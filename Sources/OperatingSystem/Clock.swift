public import Glibc

/// The time of a clock, in nanoseconds. clock_gettime(2)
public func nanoseconds(on clock: clockid_t) -> Int64 {
  var time = timespec()
  unsafe clock_gettime(clock, &time)
  return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}
