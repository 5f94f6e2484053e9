/// An object that C functions pass to its callbacks as their context.
public protocol CallbackContext: AnyObject {}

extension CallbackContext {
  /// The context for C functions. They do not keep the object.
  public var context: UnsafeMutableRawPointer { unsafe Unmanaged.passUnretained(self).toOpaque() }

  /// The object in a context; nil if there is none.
  public static func of(_ context: UnsafeMutableRawPointer?) -> Self? {
    unsafe context.map { unsafe Unmanaged<Self>.fromOpaque($0).takeUnretainedValue() }
  }
}
