/// A value on the heap with one owner, which changes in place.
///
/// Swift checks at run time that a class property is not changed during another change. Here there is no such check:
/// code that uses the value must not access it again.
@safe @frozen public struct InPlace<Value: ~Copyable>: ~Copyable {
  @usableFromInline let pointer: UnsafeMutablePointer<Value>

  /// Moves a value to the heap.
  @inlinable public init(_ value: consuming Value) {
    unsafe pointer = .allocate(capacity: 1)
    unsafe pointer.initialize(to: value)
  }

  @inlinable deinit {
    unsafe pointer.deinitialize(count: 1)
    unsafe pointer.deallocate()
  }

  // By its address: `_read` would copy the whole value for each access.
  @inlinable public var value: Value {
    unsafeAddress { unsafe UnsafePointer(pointer) }
    nonmutating unsafeMutableAddress { unsafe pointer }
  }
}

/// An object that C functions pass to its callbacks as their context.
package protocol CallbackContext: AnyObject {}

extension CallbackContext {
  /// The context for C functions. They do not keep the object.
  package var context: UnsafeMutableRawPointer { unsafe Unmanaged.passUnretained(self).toOpaque() }

  /// The object in a context; nil if there is none.
  package static func of(_ context: UnsafeMutableRawPointer?) -> Self? {
    unsafe context.map { unsafe Unmanaged<Self>.fromOpaque($0).takeUnretainedValue() }
  }
}
