internal import ArgumentParser
internal import Configuration
internal import Glibc
internal import System

/// The choice to make a change last.
struct SavingOption: ParsableArguments {
  @Flag(help: "Makes this last, beyond restarts and logins.")
  var keep = false

  func validate() throws { if keep { try Self.checkUser("--keep") } }

  static func checkUser(_ option: String) throws {
    guard environment("SUDO_USER") == nil else {
      throw ValidationError("\(option) is for the user who plays; run it without sudo.")
    }
  }

  /// Checks the file before anything has changed.
  func check() throws {
    if keep { try Self.change { _ in } }
  }

  /// Writes the choice, if it is to last.
  ///
  /// - Returns: A line for the user; empty if nothing was written.
  func write(_ change: (inout SavedChoices) -> Void) throws -> String {
    guard keep else { return "" }
    let path = try Self.change(change)
    let applies =
      ProgramLock("touchstick-session").isHeld
      ? "" : "\ntouchstick-session, which applies it at each login, is not running; see: touchstick doctor"
    return "kept in \(path.printable)\(applies)\n"
  }

  /// Removes a choice. Returns a line for the user.
  static func remove<Value>(_ choice: WritableKeyPath<SavedChoices, Value?>) throws -> String {
    var wasThere = false
    let path = try change { settings in
      wasThere = settings[keyPath: choice] != nil
      settings[keyPath: choice] = nil
    }
    return wasThere ? "removed from \(path.printable)\n" : "nothing was kept in \(path.printable)\n"
  }

  /// Changes the file. Returns its path.
  @discardableResult
  static func change(_ change: (inout SavedChoices) -> Void) throws -> String {
    do throws(ConfigurationError) {
      return try SavedChoices.change(change)
    } catch {
      throw CommandError("it cannot be kept: \(error.sentence)", status: EX_IOERR)
    }
  }
}
