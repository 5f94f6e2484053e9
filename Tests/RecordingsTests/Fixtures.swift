import Configuration
import EventPipeline
import Recordings

/// The recordings in `Tests/Fixtures/recordings`; `SOURCES.md` there says where they come from.
enum Fixtures {
  static func path(_ name: String, file: String = #filePath) -> String {
    let folder = file.split(separator: "/", omittingEmptySubsequences: false).dropLast(2).joined(
      separator: "/")
    return "\(folder)/Fixtures/recordings/\(name)"
  }

  static func read(_ name: String) throws -> Recording { try Recording.read(path: path(name)) }

  /// The number of `E:` lines of each file, and whether it has `B:` lines.
  static let all: [(name: String, events: Int, isDescribed: Bool)] = [
    ("devices/Atmel-maXTouch-Touchscreen.desc", 0, true),
    ("devices/ELAN-CANDO-Windows7.desc", 0, true),
    ("devices/ELAN-Touchscreen.desc", 0, true),
    ("devices/EP0430M09.desc", 0, true),
    ("devices/ETPS2-Elantech-Touchpad-ASUS-N500JK.desc", 0, true),
    ("devices/N-Trig-MultiTouch.desc", 0, true),
    ("devices/QUANTA-OpticalTouchScreen.desc", 0, true),
    ("devices/SynPS2-Synaptics-TouchPad.hp8470p.desc", 0, true),
    ("devices/SynPS2-Synaptics-TouchPad.lenovo-p50.desc", 0, true),
    ("devices/Wacom-Bamboo-16FG-4x5-Finger.desc", 0, true),
    ("devices/Wacom-Intuos4-6x9.desc", 0, true),
    ("devices/eGalax-Inc.-USB-TouchController.desc", 0, true),
    ("events/Atmel-maXTouch-Touchscreen.1-finger-fast-taps.events", 84, true),
    ("events/Atmel-maXTouch-Touchscreen.4-finger-drag-down.events", 309, true),
    ("events/ELAN-CANDO-Windows7.1-finger-drag-up-down.events", 1849, false),
    ("events/EP0430M09.1-finger-drag-up-down.events", 735, true),
    ("events/EP0430M09.4-finger-drag-down.events", 1091, true),
    ("events/ETPS2-Elantech-Touchpad.Samsung-700Z3A.events", 1557, true),
    ("events/N-Trig-MultiTouch.1-finger-drag-NW-SE.events", 955, false),
    ("events/N-Trig-MultiTouch.2-fingers-touch-release.events", 2203, false),
    ("events/QUANTA-OpticalTouchScreen.events", 2832, false),
    ("events/QUANTA-OpticalTouchScreen.touch-hover.events", 448, false),
    ("events/SynPS2-Synaptics-TouchPad.hp8470p.two-finger-scroll-horizontal.events", 906, false),
    ("events/UC-LOGIC-Tablet-WP5540U-Pen.events", 1458, true),
    ("events/Wacom-Bamboo-16FG-4x5-Finger-single-center-circle.events", 1722, false),
    ("events/Wacom-Intuos4-6x9.stylus-drag.events", 1799, false),
    ("events/eGalax-Inc.-USB-TouchController.events", 1200, false),
    ("derived/Wacom-DTH2242-Finger.syn-dropped.evemu", 6373, true),
    ("made/Wacom-Cintiq-22HDT-Pen.evemu", 153, true),
    ("made/type-A.bare-lift.evemu", 53, true),
    ("made/type-A.button-and-list.evemu", 279, true),
    ("made/type-A.button-lift.evemu", 235, true),
    ("made/type-A.minimal.evemu", 165, true),
    ("made/type-A.pressure-lift.evemu", 235, true),
    ("made/type-A.silent-button.evemu", 249, true),
    ("made/type-A.zero-size-lift.evemu", 210, true),
  ]
}

/// The error for a text; nil if it can be read.
func sentence(of text: String) -> String? { sentence(of: Array(text.utf8)) }

/// The error for these bytes; nil if they can be read.
func sentence(of bytes: [UInt8]) -> String? {
  do throws(Diagnostic) {
    _ = try Recording.parse(bytes, file: "F")
    return nil
  } catch {
    return error.sentence
  }
}
