internal import Configuration
internal import Glibc
internal import System
internal import Display

/// The file with the looks of the overlay.
struct OverlayConfigurationFile {
  /// The path; nil where there is no folder for it.
  let path: String?
  /// Whether the user has named it, so that it must exist.
  private let isAsked: Bool
  private let theme: String?

  /// - Parameters:
  ///   - file: The file that the user has named.
  ///   - theme: The theme, whatever the file says.
  init(_ file: String?, theme: String? = nil) {
    (isAsked, self.theme) = (file != nil, theme)
    path = file ?? userFolder.map { "\($0)/\(OverlaySettings.fileName)" }
  }

  /// The folder that the file is in.
  var folder: String? { path.map(parent(of:)) }

  /// Reads the file. The user's own may be missing.
  func read() throws(ConfigurationError) -> OverlaySettings {
    guard let path, exists(path) || isAsked else {
      var settings = OverlaySettings()
      if let theme { settings.themeName = theme }
      return settings
    }
    return try OverlaySettings.read(path: path, theme: theme)
  }

  /// Why the file was not written.
  struct NotSaved: Error {
    let reason: String
  }

  /// Makes one change, and the folder. Returns the path.
  func save(_ change: LooksChange) throws(NotSaved) -> String {
    guard let path else { throw NotSaved(reason: "there is no home folder") }
    let text: [UInt8]
    do throws(ConfigurationError) {
      let old = exists(path) ? try Settings.text(ofFile: path) : []
      text = try OverlaySettings.making(change, in: old, file: path)
    } catch {
      throw NotSaved(reason: error.sentence)
    }
    do throws(SystemError) {
      makeFolders(parent(of: path))
      try writeWhole(text, toFile: path)
    } catch {
      throw NotSaved(reason: "\(path): \(error.text)")
    }
    return path
  }

  /// What is wrong with pictures that the settings name. They are drawn as if they were transparent.
  func errors(in settings: OverlaySettings) -> [Diagnostic] {
    settings.images.compactMap { image in
      do throws(DrawingError) {
        try ImageLibrary.check(image.path)
        return nil
      } catch {
        return Diagnostic(
          .error, "bad-image", "\(image.key): \(quoted(image.path.whole)) \(error.sentence)",
          hint: error.hint, at: image.position, in: path)
      }
    }
  }
}

/// Also a link that leads nowhere or to itself is a mistake, not the lack of a file.
private func exists(_ path: String) -> Bool {
  var status = stat()
  return unsafe lstat(path, &status) == 0
}
