/// A value on the heap with one owner, which changes in place.
///
/// Swift checks at run time that a class property is not changed during another change. Here there is no such check:
/// code that uses the value must not access it again.
@safe struct InPlace<Value: ~Copyable>: ~Copyable {
  private let pointer: UnsafeMutablePointer<Value>

  init(_ value: consuming Value) {
    unsafe pointer = .allocate(capacity: 1)
    unsafe pointer.initialize(to: value)
  }

  deinit {
    unsafe pointer.deinitialize(count: 1)
    unsafe pointer.deallocate()
  }

  // By its address: `_read` would copy the whole value for each access.
  var value: Value {
    unsafeAddress { unsafe UnsafePointer(pointer) }
    nonmutating unsafeMutableAddress { unsafe pointer }
  }
}
