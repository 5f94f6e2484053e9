internal import Glibc

/// A variable of the environment, unless it is empty.
public func environment(_ name: String) -> String? {
  guard let value = unsafe getenv(name), unsafe value[0] != 0 else { return nil }
  return unsafe String(cString: value)
}
