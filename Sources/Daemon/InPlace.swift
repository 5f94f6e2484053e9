/// A value on the heap that is changed in place, of one owner.
///
/// A property of a class is looked after at run time, so that it is not changed while it is changed already. Here nobody
/// does that: what is done with the value must not lead back to it.
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

  // By its address: `_read` would copy the whole value for each look at it.
  var value: Value {
    unsafeAddress { unsafe UnsafePointer(pointer) }
    nonmutating unsafeMutableAddress { unsafe pointer }
  }
}
