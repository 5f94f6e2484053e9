/// A key of a keyboard, which a button can hold.
public struct KeyboardKey: Hashable, Sendable {
  /// The kernel's number for it (`KEY_*` in `linux/input-event-codes.h`).
  public let code: UInt16

  private init(code: UInt16) { self.code = code }

  /// The key with this kernel's name, such as `KEY_F1`; nil if there is none.
  public init?(_ name: String) {
    guard let code = Self.codes[name] else { return nil }
    self.init(code: code)
  }

  /// All keys of keyboards, in the order of their numbers. Higher numbers belong to remote controls, and X11 has no room for
  /// them.
  public static let all = words.indices.filter { words[$0] != "-" }.map { Self(code: UInt16($0 + 1)) }

  /// Whether it changes what other keys do while it is down.
  public var isModifier: Bool { Self.modifiers.contains(code) }

  private static let modifiers = Set(
    ["CTRL", "SHIFT", "ALT", "META"].flatMap { ["LEFT" + $0, "RIGHT" + $0] }.compactMap { codes[prefix + $0] }
  )

  /// The kernel's name, such as `KEY_F1`.
  public var name: String { Self.prefix + Self.words[Int(code) - 1] }

  /// A label that is short enough to be drawn: that of ``PadOutput/label``, with names of keys such as `F1`.
  public static func shortened(_ label: String) -> String {
    label.split(separator: "+", omittingEmptySubsequences: false).map { part in
      part.hasPrefix(prefix) ? String(part.dropFirst(prefix.count)) : String(part)
    }.joined(separator: "+")
  }

  private static let prefix = "KEY_"
  private static let codes = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0.code) })

  /// The names from number 1, without their prefix. There is no key where a dash is.
  private static let words = """
    ESC 1 2 3 4 5 6 7 8 9 0 MINUS EQUAL BACKSPACE TAB Q W E R T Y U I O P LEFTBRACE RIGHTBRACE ENTER LEFTCTRL A
    S D F G H J K L SEMICOLON APOSTROPHE GRAVE LEFTSHIFT BACKSLASH Z X C V B N M COMMA DOT SLASH RIGHTSHIFT
    KPASTERISK LEFTALT SPACE CAPSLOCK F1 F2 F3 F4 F5 F6 F7 F8 F9 F10 NUMLOCK SCROLLLOCK KP7 KP8 KP9 KPMINUS KP4
    KP5 KP6 KPPLUS KP1 KP2 KP3 KP0 KPDOT - ZENKAKUHANKAKU 102ND F11 F12 RO KATAKANA HIRAGANA HENKAN
    KATAKANAHIRAGANA MUHENKAN KPJPCOMMA KPENTER RIGHTCTRL KPSLASH SYSRQ RIGHTALT LINEFEED HOME UP PAGEUP LEFT
    RIGHT END DOWN PAGEDOWN INSERT DELETE MACRO MUTE VOLUMEDOWN VOLUMEUP POWER KPEQUAL KPPLUSMINUS PAUSE SCALE
    KPCOMMA HANGEUL HANJA YEN LEFTMETA RIGHTMETA COMPOSE STOP AGAIN PROPS UNDO FRONT COPY OPEN PASTE FIND CUT
    HELP MENU CALC SETUP SLEEP WAKEUP FILE SENDFILE DELETEFILE XFER PROG1 PROG2 WWW MSDOS COFFEE ROTATE_DISPLAY
    CYCLEWINDOWS MAIL BOOKMARKS COMPUTER BACK FORWARD CLOSECD EJECTCD EJECTCLOSECD NEXTSONG PLAYPAUSE
    PREVIOUSSONG STOPCD RECORD REWIND PHONE ISO CONFIG HOMEPAGE REFRESH EXIT MOVE EDIT SCROLLUP SCROLLDOWN
    KPLEFTPAREN KPRIGHTPAREN NEW REDO F13 F14 F15 F16 F17 F18 F19 F20 F21 F22 F23 F24 - - - - - PLAYCD PAUSECD
    PROG3 PROG4 ALL_APPLICATIONS SUSPEND CLOSE PLAY FASTFORWARD BASSBOOST PRINT HP CAMERA SOUND QUESTION EMAIL
    CHAT SEARCH CONNECT FINANCE SPORT SHOP ALTERASE CANCEL BRIGHTNESSDOWN BRIGHTNESSUP MEDIA SWITCHVIDEOMODE
    KBDILLUMTOGGLE KBDILLUMDOWN KBDILLUMUP SEND REPLY FORWARDMAIL SAVE DOCUMENTS BATTERY BLUETOOTH WLAN UWB -
    VIDEO_NEXT VIDEO_PREV BRIGHTNESS_CYCLE BRIGHTNESS_AUTO DISPLAY_OFF WWAN RFKILL MICMUTE
    """.split { $0 == " " || $0 == "\n" }.map(String.init)
}
