import EventPipeline
import Recordings
import Testing
import TestSupport

struct LibinputReaderTests {
  /// A touchscreen as `libinput record` 1.22 describes it, cut to what the reader uses and a little more.
  static let touchscreen = """
    - node: /dev/input/event9
      evdev:
        # Name: Panel
        # Supported Events:
        name: Panel
        id: [3, 1267, 268, 272]
        codes:
          0: [0, 1, 2, 3] # EV_SYN
          1: [330] # EV_KEY
          3: [0, 47, 53] # EV_ABS
        absinfo:
          0: [0, 3312, 0, 0, 10]
          47: [0, 9, 0, 0, 0]
          53: [-5, 3312, 4, 2, 10]
        properties: [1]
      hid: [
        0x05, 0x0d, 0x09, 0x04
      ]
      udev:
        properties:
        - ID_INPUT=1
        - ID_INPUT_TOUCHSCREEN=1
      quirks:
      - ModelTouchpad=1
      events:
      # Current time is 12:34:56
      - evdev:
        - [  0,      1,   3,  57,  1420] # EV_ABS / ABS_MT_TRACKING_ID   1420
        - [  0,      1,   0,   0,     0] # ------------ SYN_REPORT (0) ------- +0ms
      - libinput:
        - {time: 0.000, type: TOUCH_DOWN, seat-slot: 0}
      - hid:
          time: [ 0, 0]
          hidraw0: [1, 2, 3, 4]
      - evdev:
        - [ 12,  34567,   3,  57,    -1]
        - [ 12,  34567,   0,   0,     0]

    """
  static let head = "# libinput record\nversion: 1\nndevices: 1\nlibinput:\n  version: \"1.22.1\"\ndevices:\n"
  private static let keyboard = """
    - node: /dev/input/event3
      evdev:
        name: Keys
        id: [17, 1, 1, 43841]
        codes:
          0: [0, 1]
          1: [30, 31]
        properties: []
      events:

    """

  @Test func aDeviceAndItsEvents() throws {
    let recording = try Recording.parse(Self.head + Self.touchscreen, file: "F")
    let device = DeviceDescription(
      name: "Panel", id: DeviceID(bus: 3, vendor: 0x4f3, product: 0x10c, version: 0x110),
      properties: [.direct], codes: [.btnTouch],
      axes: [
        0: AbsoluteAxis(minimum: 0, maximum: 3312, resolution: 10),
        0x2f: AbsoluteAxis(minimum: 0, maximum: 9),
        0x35: AbsoluteAxis(minimum: -5, maximum: 3312, fuzz: 4, flat: 2, resolution: 10),
      ])
    #expect(recording.description == device)
    #expect(
      recording.events == [
        InputEvent(time: 1, .absMTTrackingID, 1420), InputEvent(time: 1, .synReport, 0),
        InputEvent(time: 12_034_567, .absMTTrackingID, -1), InputEvent(time: 12_034_567, .synReport, 0),
      ])
  }

  @Test func theFirstTouchedDeviceIsRead() throws {
    let second = Self.touchscreen.replacing("Panel", with: "Second")
    let text = Self.head + Self.keyboard + Self.touchscreen + second
    #expect(try Recording.parse(text, file: "F").description?.name == "Panel")
  }

  @Test func theFirstDeviceIsReadWhereNoneIsTouched() throws {
    let text = Self.head + Self.keyboard + Self.keyboard.replacing("Keys", with: "More keys")
    let recording = try Recording.parse(text, file: "F")
    #expect(recording.description?.name == "Keys")
    #expect(recording.description?.axes.isEmpty == true)
    #expect(recording.events.isEmpty)
  }

  @Test func coatsOfTheSameFile() throws {
    let recording = try Recording.parse(Self.head + Self.touchscreen, file: "F")
    let text = Self.head + Self.touchscreen
    for same in [
      text.replacing("\n", with: "\r\n"), "\u{feff}" + text, String(text.dropLast()), "---\n" + text,
      "%YAML 1.1\n---\n" + text, text.replacing("# libinput record\n", with: "\n\n"),
      text.replacing("name: Panel", with: "name: \"Panel\""),
    ] {
      #expect(try Recording.parse(same, file: "F") == recording)
    }
  }

  @Test(arguments: [
    ("AT&T Panel", "AT&T Panel"), ("a & b * c", "a & b * c"), ("12", "12"), ("\"\"", ""), ("", ""),
    ("Größe", "Größe"),
  ])
  func names(text: String, name: String) throws {
    let text = (Self.head + Self.touchscreen).replacing("name: Panel", with: "name: \(text)")
    #expect(try Recording.parse(text, file: "F").description?.name == name)
  }

  @Test func recordedTouchscreen() throws {
    let recording = try Fixtures.read("libinput-record/EP0430M09.yml")
    // The recording that was played for it. The kernel drops its first event, ABS_MT_SLOT 0, because the current
    // slot is 0 already.
    let played = try Fixtures.read("events/EP0430M09.4-finger-drag-down.events")
    #expect(recording.description == played.description)
    #expect(recording.events.count == 154)
    #expect(recording.events.first == InputEvent(time: 0, .absMTTrackingID, 9))
    #expect(recording.events.last?.is(.synReport) == true)
    for (ours, theirs) in zip(recording.events.prefix(144), played.events.dropFirst()) {
      #expect(ours.type == theirs.type && ours.code == theirs.code && ours.value == theirs.value)
    }
  }

  @Test func recordedTouchscreenAfterAKeyboard() throws {
    let alone = try Fixtures.read("libinput-record/EP0430M09.yml")
    let recording = try Fixtures.read("libinput-record/keys-and-EP0430M09.yml")
    #expect(recording.description == alone.description)
    #expect(recording.events.count == 154)
    #expect(recording.events.map(\.value) == alone.events.map(\.value))
  }

  @Test func writtenAsEvemuAndReadBack() throws {
    let recording = try Recording.parse(Self.head + Self.touchscreen, file: "F")
    let device = try #require(recording.description)
    let text =
      EvemuWriter.header(description: device) + recording.events.map { EvemuWriter.line(for: $0) }.joined()
    #expect(try Recording.parse(text, file: "F") == recording)
  }
}

/// The messages about YAML that cannot be read, word for word. Each case is the touchscreen's file with one
/// part of it replaced.
struct LibinputErrorTests {
  private static let int32 = "write a decimal number from -2147483648 to 2147483647"
  private static let asWritten = "it should be there, as libinput record writes it"

  private static let parts: [(String, String, String)] = [
    ("version: 1\n", "version: 2\n", "F:2: libinput record format \"2\" is not known; it should be 1"),
    ("version: 1\n", "version: [1]\n", "F:2: the value of \"version\" is not a single value; it should be"),
    ("version: 1\n", "\n", "F:3: the key version is missing; \(asWritten)"),
    ("devices:\n", "things:\n", "F:2: the key devices is missing; \(asWritten)"),
    ("  evdev:\n", "  events2:\n", "F:7: the key evdev is missing; \(asWritten)"),
    ("    name: Panel\n", "\n", "F:12: the key name is missing; \(asWritten)"),
    ("name: Panel\n", "name: [1]\n", "F:11: the value of \"name\" is not a single value; it should be"),
    (
      "name: Panel\n", "name: Panel: 2\n",
      "F:11: not YAML: mapping values are not allowed in this context; \(yaml)"
    ),
    ("name: Panel\n", "name: Panel\n    name: 2\n", "F:11: not YAML: the key name is there twice; \(yaml)"),
    ("[3, 1267, 268, 272]", "[3, 1267, 268]", "F:12: a list under \"id\" has 3 items; it should have 4"),
    ("[3, 1267, 268, 272]", "3", "F:12: the value of \"id\" is not a list; it should be"),
    (
      "[3, 1267, 268, 272]", "[3, 0x4f3, 268, 272]",
      "F:12: a part of the device's identity cannot be \"0x4f3\"; write a decimal number from 0 to 65535"
    ),
    (
      "[3, 1267, 268, 272]", "[3, 65536, 268, 272]",
      "F:12: a part of the device's identity cannot be \"65536\"; write a decimal number from 0 to 65535"
    ),
    ("1: [330]", "32: [330]", "F:15: an event type cannot be \"32\"; write a decimal number from 0 to 31"),
    ("1: [330]", "1: [768]", "F:15: an event code cannot be \"768\"; write a decimal number from 0 to 767"),
    ("1: [330]", "1: {330: 1}", "F:15: the value of \"1\" is not a list; it should be"),
    (
      "3: [0, 47, 53]", "3: [0, 47, 53, 54]",
      "F:16: codes has the axis 54, which absinfo does not describe; "
        + "add 54: [MINIMUM, MAXIMUM, FUZZ, FLAT, RESOLUTION]"
    ),
    (
      "3: [0, 47, 53]", "3: [0, 47]",
      "F:20: the axis 53 is not among the codes of type 3; add it there, or drop it from absinfo"
    ),
    ("47: [0, 9, 0, 0, 0]", "47: [0, 9, 0, 0]", "F:19: a list under \"47\" has 4 items; it should have 5"),
    (
      "47: [0, 9, 0, 0, 0]", "64: [0, 9, 0, 0, 0]",
      "F:19: an axis cannot be \"64\"; write a decimal number from 0 to 63"
    ),
    ("47: [0, 9, 0", "47: [0, 9.5, 0", "F:19: a number of an axis cannot be \"9.5\"; \(int32)"),
    (
      "properties: [1]", "properties: [64]",
      "F:21: a property cannot be \"64\"; write a decimal number from 0 to 63"
    ),
    (" 12,  34567,   3", "-1,  34567,   3", "F:42: an event's seconds cannot be \"-1\"; \(seconds)"),
    (
      " 12,  34567,   3", "9223372036854, 0, 3",
      "F:42: an event's seconds cannot be \"9223372036854\"; \(seconds)"
    ),
    (
      "12,  34567,   3", "12,1000000,   3",
      "F:42: an event's microseconds cannot be \"1000000\"; \(microseconds)"
    ),
    ("3,  57,    -1]", "3,  57]", "F:42: a list under \"evdev\" has 4 items; it should have 5"),
    ("3,  57,    -1]", "3,  57,  null]", "F:42: an event's value cannot be \"null\"; \(int32)"),
    ("3,  57,    -1]", "3,  57,  2147483648]", "F:42: an event's value cannot be \"2147483648\"; \(int32)"),
    ("3,  57,    -1]", "3,  57,  -1", "F:43: not YAML: did not find expected ',' or ']'; \(yaml)"),
    (
      "  - evdev:\n    - [  0", "  - evdev: 1\n  - e:\n    - [  0",
      "F:33: the value of \"evdev\" is not a list; it should be"
    ),
    (
      "  - evdev:\n    - [  0", "  - 1\n  - e:\n    - [  0",
      "F:33: the value of \"events\" is not a mapping (key: value); it should be"
    ),
    ("name: Panel\n", "name: *a\n", "F:11: \(alias)"),
    ("[  0,      1,   3", "[*a,1,   3", "F:34: \(alias)"),
  ]

  private static let yaml = "it should be what libinput record wrote"
  private static let seconds = "write a decimal number from 0 to 9223372036853"
  private static let microseconds = "write a decimal number from 0 to 999999"
  private static let alias =
    "a YAML alias (* before a word), which is not read; write the value itself, as libinput record does"
  private static let tooDeep =
    "lists and mappings stand more than 100 deep in one another; libinput record needs 6 levels"

  @Test(arguments: parts)
  func sentenceIsExact(part: String, replacement: String, expected: String) {
    let text = LibinputReaderTests.head + LibinputReaderTests.touchscreen
    #expect(text.contains(part))
    #expect(sentence(of: text.replacing(part, with: replacement, maxReplacements: 1)) == expected)
  }

  @Test(arguments: [
    ("version: 1\n", "F:1: the key devices is missing; \(asWritten)"),
    ("---\n", "F:2: the file is not a mapping (key: value); it should be"),
    ("version: 1\ndevices: []\n", "F:2: no device was recorded; the list devices should have at least one"),
    ("version: 1\ndevices:\n", "F:2: the value of \"devices\" is not a list; it should be"),
    ("version: 1\ndevices: []\n--- \nversion: 1\n", "F:3: not YAML: but found another document; \(yaml)"),
    ("--- # nothing\n...\n--- {}\n", "F:3: not YAML: but found another document; \(yaml)"),
    ("version: 1\n? [a, b]\n: 1\n? [a, b]\n: 2\n", "F:1: the key devices is missing; \(asWritten)"),
    ("version: 1\nx: {b: 1, a: 1, a: 2, b: 2}\n", "F:2: not YAML: the key a is there twice; \(yaml)"),
    ("version: 1\nx: {2: 1, \"2\": 1}\n", "F:2: not YAML: the key 2 is there twice; \(yaml)"),
    // For libyaml, the end of the text ends a line.
    ("version: 1\ndevices: [1", "F:2: not YAML: did not find expected ',' or ']'; \(yaml)"),
    ("---", "F:1: the file is not a mapping (key: value); it should be"),
    ("version: 1\ndevices: \"\u{1}\"\n", "F:2: not YAML: control characters are not allowed; \(yaml)"),
  ])
  func otherTexts(text: String, expected: String) {
    #expect(sentence(of: text) == expected)
  }

  @Test func bytesThatAreNotUTF8() {
    let bytes = Array("version: 1\ndevices:\n- ".utf8) + [0xff] + Array("\n".utf8)
    #expect(sentence(of: bytes) == "F:3: is not UTF-8; YAML should be written in UTF-8")
  }

  @Test(arguments: ["[", "{a: ", "- ", "? "])
  func nestingIsBounded(open: String) {
    for depth in [90, 100_000] {
      let text = "version: 1\ndevices:\n " + String(repeating: open, count: depth) + "\n"
      #expect(sentence(of: text) != nil)
      if depth > 100 { #expect(sentence(of: text)?.hasSuffix(Self.tooDeep) == true) }
    }
  }

  @Test func nestingUpToTheBoundIsRead() {
    for (depth, expected) in [(99, "F:1: the key devices is missing; \(Self.asWritten)"), (100, nil)] {
      let lists = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      let sentence = sentence(of: "version: 1\nx:\n \(lists)\n")
      #expect(expected.map { sentence == $0 } ?? (sentence == "F:3: \(Self.tooDeep)"))
    }
  }

  @Test func nestedKeysAreBounded() {
    // The parser compares keys with each other. Even the maximum of levels is fast.
    let keys = String(repeating: "{? ", count: 49) + "a" + String(repeating: "}", count: 49)
    #expect(sentence(of: "version: 1\nx: \(keys)\n") == "F:1: the key devices is missing; \(Self.asWritten)")
  }

  @Test func aliasesThatMultiplyAreRefused() {
    var text = "version: 1\na0: &a0 [1, 1]\n"
    for level in 1...60 { text += "a\(level): &a\(level) [*a\(level - 1), *a\(level - 1)]\n" }
    #expect(sentence(of: text + "? *a60\n: 1\n") == "F:3: \(Self.alias)")
  }

  @Test(arguments: ["a: [&b 1, *b]", "{*a : 1}", "a:\n - - *1", "a: &a [*a]", "a:\t*_", "? *a\n: 1"])
  func everyPlaceOfAnAliasIsSeen(text: String) {
    #expect(sentence(of: "version: 1\nx:\n \(text)\n")?.hasSuffix(": \(Self.alias)") == true)
  }

  @Test(arguments: ["(*x)", "a &b", "2*x", "\"*a\"", "'&a'", "&a Panel", "Panel # *a"])
  func wordsWithStarsAreNoAliases(name: String) {
    let text = LibinputReaderTests.head + LibinputReaderTests.touchscreen
    #expect(text.contains("name: Panel\n"))
    #expect(sentence(of: text.replacing("name: Panel\n", with: "name: \(name)\n")) == nil)
  }

  @Test func largeFilesAreNotParsed() {
    let text = "version: 1\n#" + String(repeating: "x", count: 16 << 20)
    #expect(
      sentence(of: text) == "F: is larger than 16 MiB; record less, or cut the file after a SYN_REPORT")
  }

  /// A file that is cut anywhere, or has any byte replaced, is read or refused.
  @Test func damagedFilesNeverTrap() {
    let bytes = Array((LibinputReaderTests.head + LibinputReaderTests.touchscreen).utf8)
    for index in bytes.indices {
      if index % 3 == 0 { _ = sentence(of: Array(bytes[..<index])) }
      var damaged = bytes
      damaged[index] = [0x0a, 0x22, 0x2d, 0x39, 0x7d, 0xff][index % 6]
      _ = sentence(of: damaged)
    }
  }
}
