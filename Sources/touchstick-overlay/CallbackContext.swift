/// An object that C functions pass to its callbacks as their context.
protocol CallbackContext: AnyObject {}

extension CallbackContext {
  /// The object in a context; nil if there is none.
  static func of(_ context: UnsafeMutableRawPointer?) -> Self? {
    unsafe context.map { unsafe Unmanaged<Self>.fromOpaque($0).takeUnretainedValue() }
  }
}
