/// Texts with errors, and the messages about each, without the file's name.
struct BrokenFile: Sendable {
  let text: String
  let sentences: [String]

  init(_ text: String, _ sentences: String...) {
    self.text = text
    self.sentences = sentences
  }

  static let all =
    syntax + keys + types + words + numbers + lengths + texts + shapes + sticks + motion + response + gestures
    + devices + deviceButtons + toggles + controls + buttons + directionPads + triggers + directionSticks
    + ranges
    + otherTypes + otherKeys

  private static let syntax = [
    BrokenFile("a", #"1:2: this is not TOML (while parsing key-value pair: encountered end-of-file)"#),
    BrokenFile(
      "[device]\nname = \"ELAN*",
      #"2:14: this is not TOML (while parsing string: encountered end-of-file); a string ends with the quotes that it begins with, and has no control characters"#
    ),
    BrokenFile(
      "[device]\nname = ELAN",
      #"2:8: this is not TOML (while parsing value: could not determine value type); words, and lengths with a unit, need quotes: "left", "12mm""#
    ),
    BrokenFile(
      "[[stick]]\nradius = 12mm",
      #"2:12: this is not TOML (while parsing decimal integer: expected digit, saw 'm'); words, and lengths with a unit, need quotes: "left", "12mm""#
    ),
    BrokenFile(
      "[device\ngrab = true",
      #"1:8: this is not TOML (while parsing table header: expected ']', saw '\n'); close every bracket that you open, as in [device], [[stick]] and [10, 20]"#
    ),
    BrokenFile(
      "[device]\ngrab = true\ngrab = false",
      #"3:8: this is not TOML (while parsing key-value pair: cannot redefine existing boolean 'grab'); use each key once, and [[two brackets]] for a table that comes several times"#
    ),
    BrokenFile(
      "[device]\n[device]",
      #"2:1: this is not TOML (while parsing table header: cannot redefine existing table 'device'); use each key once, and [[two brackets]] for a table that comes several times"#
    ),
    BrokenFile(
      "[[stick]]\nregion = { x = 0,\n y = 0 }",
      #"2:18: this is not TOML (while parsing inline table: expected key or closing '}', saw '\n')"#),
    // The text ends after the line feed, in a column that no line has.
    BrokenFile(
      "[device]\nname = \"\"\"ELAN\n",
      #"2:15: this is not TOML (while parsing string: encountered end-of-file); a string ends with the quotes that it begins with, and has no control characters"#
    ),
    BrokenFile(
      "[device]\ngrab = True",
      #"2:8: this is not TOML (while parsing boolean: expected 'true', saw 'T'); words need quotes: "left"; true and false are written in small letters"#
    ),
    BrokenFile(
      "[[stick]]\ntravel = 1e999",
      #"2:15: this is not TOML (while parsing floating-point: '1e999' could not be interpreted as a value)"#
    ),
    BrokenFile(
      "# é\né = 1",
      #"2:1: this is not TOML (while parsing root table: expected keys, tables, whitespace or comments, saw 'é')"#
    ),
    BrokenFile(
      "a = \"\u{1b}\"",
      #"1:6: this is not TOML (while parsing string: unescaped control characters other than TAB (U+0009) are explicitly prohibited); a string ends with the quotes that it begins with, and has no control characters"#
    ),
    BrokenFile(
      "\u{1}",
      #"1:1: this is not TOML (while parsing root table: expected keys, tables, whitespace or comments, saw '\u0001')"#
    ),
    BrokenFile(
      "[\u{1}",
      #"1:2: this is not TOML (while parsing key: expected bare key starting character or string delimiter, saw '\u0001')"#
    ),
    BrokenFile(
      "[[stick]]\norigin = floating",
      #"2:11: this is not TOML (while parsing boolean: expected 'false', saw 'fl'); words need quotes: "left"; true and false are written in small letters"#
    ),
    BrokenFile(
      "[[stick]]\nradius = .5",
      #"2:10: this is not TOML (while parsing floating-point: expected decimal digit, saw '.'); a number has digits on both sides of its point: 0.5"#
    ),
    BrokenFile(
      "radius: 12",
      #"1:7: this is not TOML (while parsing key-value pair: expected '=', saw ':'); write a key, an equals sign and a value: radius = 12"#
    ),
    BrokenFile("# é\n\"é\" = \0", #"2:7: this is a NUL byte; a configuration must be text"#),
    BrokenFile(
      "a = " + String(repeating: "[", count: 70),
      #"1:69: this is nested too deeply; the limit is 64 levels of tables and arrays"#),
    BrokenFile(
      "[device]\n" + String(repeating: "é.", count: 100) + "a = 1",
      #"2:130: this is nested too deeply; the limit is 64 levels of tables and arrays"#),
  ]

  private static let keys = [
    BrokenFile(
      "grab = true",
      #"1:1: unknown key "grab" at the top level; the keys are description, profile, device, gamepad, toggle, stick, button, buttons, dpad and trigger"#
    ),
    BrokenFile("[devise]", #"1:2: unknown key "devise" at the top level; did you mean "device"?"#),
    BrokenFile("[[sticks]]\n", #"1:3: unknown key "sticks" at the top level; did you mean "stick"?"#),
    BrokenFile("[device]\nNAME = \"x\"", #"2:1: unknown key "NAME" in [device]; did you mean "name"?"#),
    BrokenFile(
      "[device]\ncolour = 1",
      #"2:1: unknown key "colour" in [device]; the keys are name, type, vendor, product, path, grab, pass_through, size and rotation"#
    ),
    BrokenFile("[gamepad]\nnmae = \"x\"", #"2:1: unknown key "nmae" in [gamepad]; did you mean "name"?"#),
    BrokenFile(
      "[gamepad]\n\"\" = 1",
      #"2:1: unknown key "" in [gamepad]; the keys are identity, name, bus, vendor, product and version"#),
    BrokenFile(
      "[[stick]]\ndeadzone = 1", #"2:1: unknown key "deadzone" in [[stick]]; did you mean "dead_zone"?"#),
    BrokenFile(
      "[[stick]]\n  movable-bounds = 1",
      #"2:3: unknown key "movable-bounds" in [[stick]]; did you mean "movable_bounds"?"#),
    BrokenFile(
      "[[stick]]\nregion = { x = 0, y = 0, width = 1, hight = 1 }",
      #"2:10: region needs height; it must be { x, y, width, height } or { center, radius }"#,
      #"2:37: unknown key "hight" in region; did you mean "height"?"#),
    BrokenFile(
      "[[stick]]\nmovable_bounds = { x = 0, y = 0, width = 1, height = 1, radius = 1 }",
      #"2:57: unknown key "radius" in movable_bounds; the keys are x, y, width and height"#),
    BrokenFile(
      "\"a\\u001b[2J\\u202e\" = 1",
      #"1:1: unknown key "a\u{1B}[2J\u{202E}" at the top level; the keys are description, profile, device, gamepad, toggle, stick, button, buttons, dpad and trigger"#
    ),
    BrokenFile(
      "[device]\nrotation = 45",
      #"2:12: rotation is 45; it must be 0, 90, 180, 270 or "screen""#),
    BrokenFile(
      "[device]\nrotation = \"Screen\"",
      #"2:12: rotation is "Screen"; did you mean "screen"?"#),
    BrokenFile(
      "[[stick]]\noutput-shape = 1\ndoubletap = 1",
      #"2:1: unknown key "output-shape" in [[stick]]; did you mean "output_shape"?"#,
      #"3:1: unknown key "doubletap" in [[stick]]; did you mean "double_tap"?"#),
  ]

  private static let types = [
    BrokenFile("device = 1", #"1:10: device is an integer; write [device], with one bracket"#),
    BrokenFile("[[device]]", #"1:1: device is an array; write [device], with one bracket"#),
    BrokenFile(
      "gamepad = 1979-05-27", #"1:11: gamepad is a date or time; write [gamepad], with one bracket"#),
    BrokenFile("[stick]", #"1:1: stick is a table; write [[stick]], with two brackets"#),
    BrokenFile(
      "stick = [1, {}]", #"1:10: stick is an integer; write [[stick]], with two brackets"#),
    BrokenFile(
      "[device]\nname = 1\ngrab = \"yes\"\nvendor = 1.5", #"2:8: name is an integer; it must be a string"#,
      #"3:8: grab is a string; it must be true or false"#,
      #"4:10: vendor is a float; it must be an integer"#),
    BrokenFile(
      "[device]\ngrab = 07:32:00\npath = [\"/\"]", #"2:8: grab is a date or time; it must be true or false"#,
      #"3:8: path is an array; it must be a string"#),
    BrokenFile("[[stick]]\ndead_zone = \"8%\"", #"2:13: dead_zone is a string; it must be a number"#),
    BrokenFile(
      "[[stick]]\nradius = true",
      #"2:10: radius is a boolean; it must be a length such as 12 or "12mm" (millimetres), "40%" or "100% - 12mm""#
    ),
    BrokenFile("[[stick]]\ncenter = 1", #"2:10: center is an integer; it must be two lengths, [x, y]"#),
    BrokenFile("[[stick]]\ncenter = [1, 2, 3]", #"2:10: center has 3 lengths; it must have two, [x, y]"#),
    BrokenFile("[[stick]]\ncenter = [1]", #"2:10: center has 1 length; it must have two, [x, y]"#),
    BrokenFile(
      "[[stick]]\ncenter = [[], 2]",
      #"2:11: center is an array; it must be a length such as 12 or "12mm" (millimetres), "40%" or "100% - 12mm""#
    ),
    BrokenFile(
      "[[stick]]\nregion = \"left\"\nhandle_constraint = \"horizontal\"",
      #"2:10: region is a string; it must be { x, y, width, height } or { center, radius }"#,
      #"3:21: handle_constraint is a string; it must be { x, y, width, height }"#),
  ]

  private static let words = [
    BrokenFile(
      "[device]\ntype = \"touch screen\"", #"2:8: type is "touch screen"; did you mean "touchscreen"?"#),
    BrokenFile(
      "[device]\ntype = \"mouse\"",
      #"2:8: type is "mouse"; it must be "touchscreen", "touchpad", "tablet" or "any""#),
    BrokenFile("[[stick]]\ntarget = \"Right\"", #"2:10: target is "Right"; did you mean "right"?"#),
    BrokenFile(
      "[[stick]]\ntarget = \"middle\"",
      #"2:10: target is "middle"; it must be "left", "right", "hat" or { up, right, down, left }"#),
    BrokenFile(
      "[[stick]]\norigin = \"absolute\"",
      #"2:10: origin is "absolute"; it must be "fixed", "relative", "floating" or "semi""#),
    BrokenFile(
      "[[stick]]\norigin = 1",
      #"2:10: origin is an integer; it must be "fixed", "relative", "floating" or "semi""#),
    BrokenFile("[[stick]]\norigin = \"\"", #"2:10: origin is empty; give it a value or remove it"#),
    BrokenFile(
      "[[stick]]\naxis = \"x\"", #"2:8: axis is "x"; it must be "both", "horizontal" or "vertical""#),
    BrokenFile(
      "[gamepad]\nidentity = \"xbox360\"", #"2:12: identity is "xbox360"; did you mean "xbox-360"?"#),
    BrokenFile(
      "[gamepad]\nidentity = \"dualsense\"",
      #"2:12: identity is "dualsense"; it must be "xbox-360" or "generic""#),
  ]
}
