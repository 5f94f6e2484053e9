internal import Diagnostics

extension OverlaySettings {
  /// The text of a file for the overlay with another output. Everything else stays as it is written.
  ///
  /// - Parameters:
  ///   - name: The output to draw on.
  ///   - text: UTF-8.
  ///   - file: The name of the file in errors.
  public static func settingOutput(_ name: String, in text: [UInt8], file: String) throws(ConfigurationError)
    -> [UInt8]
  {
    var changed = text
    try changed.set("output", to: .text(name), file: file)
    // A name may be nothing that the file can have.
    _ = try parse(changed, file: file)
    return changed
  }
}
