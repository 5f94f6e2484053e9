internal import CLibsystemd
internal import Glibc

/// A message of the bus, written or read from its start to its end. sd_bus_message_append(3),
/// sd_bus_message_read(3)
///
/// Errors are those of sd-bus: a reader throws ENXIO if the message contains something else.
@safe package struct BusMessage: ~Copyable {
  /// The message of sd-bus.
  package let pointer: OpaquePointer

  /// Keeps a message from sd-bus.
  package init(keeping pointer: OpaquePointer) {
    unsafe self.pointer = pointer
    unsafe sd_bus_message_ref(pointer)
  }

  /// Owns a message that sd-bus makes.
  ///
  /// - Parameter make: Makes it, and returns sd-bus's result.
  package init(_ make: (inout OpaquePointer?) -> Int32) throws(SystemError) {
    unsafe pointer = try SystemBus.made(make)
  }

  deinit { unsafe sd_bus_message_unref(pointer) }
}

extension BusMessage {
  /// The unique name of the sender; ``SystemBus/driver`` if the bus itself has sent it.
  package var sender: String? {
    unsafe sd_bus_message_get_sender(pointer).map { unsafe String(cString: $0) }
  }

  /// The object that it is for, or that has sent it.
  package var path: String? { unsafe sd_bus_message_get_path(pointer).map { unsafe String(cString: $0) } }

  /// Whether the bus may start the called service. A call that a program repeats by itself does not.
  package var startsService: Bool { unsafe sd_bus_message_get_auto_start(pointer) > 0 }

  package func setStartsService(_ starts: Bool) throws(SystemError) {
    try SystemBus.check(unsafe sd_bus_message_set_auto_start(pointer, starts ? 1 : 0))
  }
}

// Writing.
extension BusMessage {
  /// Adds a text, `s`.
  package func append(_ text: String) throws(SystemError) { try append("s", text) }

  /// Adds an object's path, `o`.
  package func append(path: String) throws(SystemError) { try append("o", path) }

  private func append(_ type: Unicode.Scalar, _ text: String) throws(SystemError) {
    try SystemBus.check(
      unsafe text.withCString { unsafe sd_bus_message_append_basic(pointer, code(type), $0) })
  }

  /// Adds a boolean, `b`.
  package func append(_ flag: Bool) throws(SystemError) { try append("b", Int32(flag ? 1 : 0)) }

  /// Adds a number, `d`.
  package func append(_ number: Double) throws(SystemError) { try append("d", number) }

  /// Adds a number, `u`.
  package func append(_ number: UInt32) throws(SystemError) { try append("u", number) }

  private func append<Value: BitwiseCopyable>(_ type: Unicode.Scalar, _ value: Value) throws(SystemError) {
    var value = value
    try SystemBus.check(unsafe sd_bus_message_append_basic(pointer, code(type), &value))
  }

  /// Adds an array of structures with these contents.
  package func append<Element>(
    _ elements: [Element], of contents: String, _ write: (Element) throws(SystemError) -> Void
  ) throws(SystemError) {
    try SystemBus.check(unsafe sd_bus_message_open_container(pointer, code("a"), "(\(contents))"))
    for element in elements {
      try append(structureOf: contents) { () throws(SystemError) in try write(element) }
    }
    try SystemBus.check(unsafe sd_bus_message_close_container(pointer))
  }

  /// Adds a structure with these contents.
  package func append(
    structureOf contents: String, _ write: () throws(SystemError) -> Void
  ) throws(SystemError) {
    try SystemBus.check(unsafe sd_bus_message_open_container(pointer, code("r"), contents))
    try write()
    try SystemBus.check(unsafe sd_bus_message_close_container(pointer))
  }
}

// Reading.
extension BusMessage {
  /// Reads a text, `s`.
  package func readString() throws(SystemError) -> String { try readString("s") }

  /// Reads the path of an object, `o`.
  package func readPath() throws(SystemError) -> String { try readString("o") }

  private func readString(_ type: Unicode.Scalar) throws(SystemError) -> String {
    var text: UnsafePointer<CChar>?
    try SystemBus.check(unsafe sd_bus_message_read_basic(pointer, code(type), &text), isPresent: true)
    return unsafe text.map { unsafe String(cString: $0) } ?? ""
  }

  /// Reads a boolean, `b`.
  package func readBool() throws(SystemError) -> Bool { try read("b", Int32(0)) != 0 }

  /// Reads a number, `d`.
  package func readDouble() throws(SystemError) -> Double { try read("d", 0.0) }

  /// Reads a number, `i`.
  package func readInt32() throws(SystemError) -> Int32 { try read("i", Int32(0)) }

  /// Reads a number, `u`.
  package func readUInt32() throws(SystemError) -> UInt32 { try read("u", UInt32(0)) }

  /// Reads a file, `h`.
  package func readFile() throws(SystemError) -> OwnedFileDescriptor {
    // The message owns this one.
    let file = fcntl(try read("h", Int32(-1)), F_DUPFD_CLOEXEC, 0)
    guard file >= 0 else { throw .last }
    return OwnedFileDescriptor(owning: file)
  }

  private func read<Value: BitwiseCopyable>(
    _ type: Unicode.Scalar, _ initial: Value
  ) throws(SystemError) -> Value {
    var value = initial
    try SystemBus.check(unsafe sd_bus_message_read_basic(pointer, code(type), &value), isPresent: true)
    return value
  }

  /// Reads a structure with these contents.
  package func readStructure<Value>(
    of contents: String, _ read: () throws(SystemError) -> Value
  ) throws(SystemError) -> Value {
    try SystemBus.check(
      unsafe sd_bus_message_enter_container(pointer, code("r"), contents), isPresent: true)
    let value = try read()
    try exit()
    return value
  }

  /// Reads an array of structures with these contents, in a variant.
  package func readArray<Element>(
    of contents: String, _ read: () throws(SystemError) -> Element
  ) throws(SystemError) -> [Element] {
    try readVariant(of: "a(\(contents))") { () throws(SystemError) -> [Element] in
      var elements: [Element] = []
      try SystemBus.check(
        unsafe sd_bus_message_enter_container(pointer, code("a"), "(\(contents))"), isPresent: true)
      while try enter("r", contents) {
        elements.append(try read())
        try exit()
      }
      try exit()
      return elements
    }
  }

  /// Reads an array of properties, `a{sv}`, as GetAll returns it.
  ///
  /// - Parameter read: Reads the value of the property with this name, or skips it with ``skipVariant()``.
  package func readProperties(_ read: (String) throws(SystemError) -> Void) throws(SystemError) {
    try SystemBus.check(unsafe sd_bus_message_enter_container(pointer, code("a"), "{sv}"), isPresent: true)
    while try enter("e", "sv") {
      try read(try readString())
      try exit()
    }
    try exit()
  }

  /// Reads a value of this type, in a variant.
  package func readVariant<Value>(
    of type: String, _ read: () throws(SystemError) -> Value
  ) throws(SystemError) -> Value {
    try SystemBus.check(unsafe sd_bus_message_enter_container(pointer, code("v"), type), isPresent: true)
    let value = try read()
    try exit()
    return value
  }

  package func skipVariant() throws(SystemError) {
    try SystemBus.check(unsafe sd_bus_message_skip(pointer, "v"), isPresent: true)
  }

  /// Returns false at the end of the container.
  private func enter(_ type: Unicode.Scalar, _ contents: String) throws(SystemError) -> Bool {
    try SystemBus.check(unsafe sd_bus_message_enter_container(pointer, code(type), contents)) > 0
  }

  private func exit() throws(SystemError) {
    try SystemBus.check(unsafe sd_bus_message_exit_container(pointer))
  }
}

/// A type in the notation of sd-bus.
private func code(_ letter: Unicode.Scalar) -> CChar { CChar(truncatingIfNeeded: letter.value) }
