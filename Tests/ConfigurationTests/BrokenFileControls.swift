// Errors in buttons, button groups, direction pads, triggers, and sticks that act as one of these.
extension BrokenFile {
  private static let region = "region = { x = 0, y = 0, width = 9, height = 9 }"
  private static let regionShapes = "{ x, y, width, height } or { center, radius }"

  private static let regionOrInput =
    #"\#(regionShapes), unless there is an input, a button of the device such as "BTN_STYLUS""#

  static let controls = [
    BrokenFile(
      "[[stick]]\ntarget = { up = \"Y\", right = \"B\", down = \"A\", left = \"Q\" }\n[[stick]]\ntarget = \"left\"",
      #"2:54: target.left is "Q"; it must be "A", "B", "X", "Y", "LB", "RB", "L3", "R3", "Back", "Start", "Guide" or a "#
        + #"name of the kernel such as "BTN_SOUTH""#),
    BrokenFile(
      "[[button]]\n[[buttons]]\n[[dpad]]\n[[trigger]]",
      #"1:1: [[button]] needs region; it must be \#(regionOrInput)"#,
      #"1:1: [[button]] needs output; it must be \#(buttonWords)"#,
      #"2:1: [[buttons]] needs layout; it must be "abcd" or "diamond""#,
      #"2:1: [[buttons]] needs region; it must be \#(regionShapes)"#,
      #"3:1: [[dpad]] needs region; it must be \#(regionShapes)"#,
      #"4:1: [[trigger]] needs region; it must be \#(regionShapes)"#,
      #"4:1: [[trigger]] needs target; it must be "left" or "right""#),
    BrokenFile("[button]", #"1:1: button is a table; write [[button]], with two brackets"#),
    BrokenFile(
      "dpad = [true]\ntrigger = 1",
      #"1:9: dpad is a boolean; write [[dpad]], with two brackets"#,
      #"2:11: trigger is an integer; write [[trigger]], with two brackets"#),
    BrokenFile("[[botton]]", #"1:3: unknown key "botton" at the top level; did you mean "button"?"#),
    BrokenFile(
      "[[button]]\nname = \"a\\u007f\"\noutput = \"A\"\nregion = {}",
      #"2:8: name has a control character; it must be one line of text"#,
      #"4:10: region is neither a rectangle nor a circle; it must be \#(regionShapes)"#),
    BrokenFile(
      "[[dpad]]\n\(region)\nname = \"" + String(repeating: "n", count: 65) + "\"",
      #"3:8: name has 65 bytes; it must have at most 64"#),
    BrokenFile(
      "[[dpad]]\n\(region)\n[[dpad]]\n\(region)",
      #"3:1: line 1 already uses the name "dpad"; use another name"#),
    BrokenFile(
      "[[button]]\noutput = \"A\"\n\(region)\n[[button]]\noutput = \"A\"\n\(region)",
      #"4:1: line 1 already uses the name "A"; use another name"#),
    BrokenFile(
      "[[trigger]]\ntarget = \"left\"\n[[stick]]\nname = \"left trigger\"",
      #"1:1: [[trigger]] needs region; it must be \#(regionShapes)"#,
      #"4:8: line 1 already uses the name "left trigger"; use another name"#),
    BrokenFile(
      "[[buttons]]\nlayout = \"abcd\"\n\(region)\n[[stick]]\nname = \"abcd C\"\n[[buttons]]\nname = \"abcd\"\n"
        + "layout = \"diamond\"\n\(region)",
      #"5:8: line 1 already uses the name "abcd C"; use another name"#,
      #"7:8: line 1 already uses the name "abcd B"; use another name"#),
    BrokenFile(
      "[[button]]\noutput = \"Q\"\n\(region)\n[[button]]\nname = \"\"\noutput = \"A\"\n\(region)",
      #"2:10: output is "Q"; it must be \#(buttonWords)"#,
      #"5:8: name is empty; give it a value or remove it"#),
  ]

  static let buttons = [
    BrokenFile(
      ["BTN_TL2", "rt", "Select", "Cross", "BTN_DPAD_UP"].map {
        "[[button]]\noutput = \"\($0)\"\n\(region)\n"
      }
      .joined(),
      #"2:10: output is "BTN_TL2"; the triggers are controls of their own: [[trigger]]"#,
      #"5:10: output is "rt"; the triggers are controls of their own: [[trigger]]"#,
      #"8:10: output is "Select"; on this pad it is "Back""#,
      #"11:10: output is "Cross"; on this pad it is "A""#,
      #"14:10: output is "BTN_DPAD_UP"; the direction pad is a control of its own: [[dpad]]"#),
    BrokenFile(
      "[[button]]\noutput = 1\n\(region)\npress-margin = 1\nslide = \"hold\"",
      #"2:10: output is an integer; it must be \#(buttonWords)"#,
      #"4:1: unknown key "press-margin" in [[button]]; did you mean "press_margin"?"#,
      #"5:9: slide is "hold"; it must be "off", "over" or "hold_first""#),
    BrokenFile(
      "[[button]]\noutput = \"b\"\n\(region)\npress_margin = -1\nslide = true",
      #"2:10: output is "b"; did you mean "B"?"#,
      #"4:16: press_margin is -1 mm; it must be 0 mm to 10000 mm"#,
      #"5:9: slide is a boolean; it must be "off", "over" or "hold_first""#),
    BrokenFile(
      "[[button]]\noutput = \"A\"\nregion = { x = 0, y = 0, width = 0, height = 9, hight = 9 }",
      #"3:34: region.width is 0 mm; it must be more than 0 mm, at most 10000 mm"#,
      #"3:49: unknown key "hight" in region; did you mean "height"?"#),
    BrokenFile(
      "[[buttons]]\nlayout = \"abdc\"\n\(region)\nby_position = 1\npress_margin = \"2%%\"\nslide = \"of\"",
      #"2:10: layout is "abdc"; did you mean "abcd"?"#,
      #"4:15: by_position is an integer; it must be true or false"#,
      #"5:16: press_margin is "2%%"; it must be a length such as 12 or "12mm" (millimetres), "40%" or "100% - 12mm""#,
      #"6:9: slide is "of"; did you mean "off"?"#),
    BrokenFile(
      "[[buttons]]\nlayout = \"grid\"\n\(region)\nby_position = true\noutput = \"A\"",
      #"2:10: layout is "grid"; it must be "abcd" or "diamond""#,
      #"5:1: unknown key "output" in [[buttons]]; the keys are name, layout, region, by_position, press_margin, slide and when"#
    ),
  ]

  private static let four = "{ up, right, down, left }"

  static let directionPads = [
    BrokenFile(
      "[[dpad]]\n\(region)\ndirections = 6\ndead_zone = 1", #"3:14: directions is 6; it must be 4 or 8"#,
      #"4:13: dead_zone is 1; it must be 0 or more, below 1"#),
    BrokenFile(
      "[[dpad]]\n\(region)\ndirections = \"analog\"\ndead_zone = \"15%\"",
      #"3:14: directions is "analog"; it must be 4 or 8"#,
      #"4:13: dead_zone is a string; it must be a number"#),
    BrokenFile(
      "[[dpad]]\n\(region)\noutput = \"left\"", #"3:10: output is "left"; it must be "hat" or \#(four)"#),
    BrokenFile("[[dpad]]\n\(region)\noutput = \"hut\"", #"3:10: output is "hut"; did you mean "hat"?"#),
    BrokenFile(
      "[[dpad]]\n\(region)\noutput = []", #"3:10: output is an array; it must be "hat" or \#(four)"#),
    BrokenFile(
      "[[dpad]]\n\(region)\noutput = { up = \"Y\", rihgt = \"B\", down = \"A\" }",
      #"3:10: output needs right; it must be \#(four)"#,
      #"3:10: output needs left; it must be \#(four)"#,
      #"3:22: unknown key "rihgt" in output; did you mean "right"?"#),
    BrokenFile(
      "[[dpad]]\n\(region)\n[dpad.output]\nup = \"y\"\nright = 1\ndown = \"hat\"\nleft = \"\"",
      #"4:6: output.up is "y"; did you mean "Y"?"#,
      #"5:9: output.right is an integer; it must be \#(buttonWords)"#,
      #"6:8: output.down is "hat"; it must be \#(buttonWords)"#,
      #"7:8: output.left is empty; give it a value or remove it"#),
  ]

  static let triggers = [
    BrokenFile(
      "[[trigger]]\n\(region)\ntarget = \"hat\"\npull = \"push\"\ndistance = 0",
      #"3:10: target is "hat"; it must be "left" or "right""#,
      #"4:8: pull is "push"; it must be "full", "slide" or "pressure""#,
      #"5:12: distance is 0 mm; it must be more than 0 mm, at most 10000 mm"#),
    BrokenFile(
      "[[trigger]]\n\(region)\ntarget = { up = \"A\" }\npull = \"full\"\ndistance = 15",
      #"3:10: target is a table; it must be "left" or "right""#),
    BrokenFile(
      "[[trigger]]\n\(region)\ntarget = \"left\"\noutput = \"A\"",
      #"4:1: unknown key "output" in [[trigger]]; the keys are name, region, target, pull, distance and when"#
    ),
  ]

  static let directionSticks = [
    BrokenFile(
      "[[stick]]\ntarget = true",
      #"2:10: target is a boolean; it must be "left", "right", "hat" or \#(four)"#),
    BrokenFile(
      "[[stick]]\ntarget = { up = \"Y\", right = \"B\", down = \"A\", lift = \"X\" }",
      #"2:10: target needs left; it must be \#(four)"#,
      #"2:47: unknown key "lift" in target; did you mean "left"?"#),
    BrokenFile(
      "[[stick]]\ntarget = { up = \"Up\", right = \"B\", down = \"A\", left = \"X\" }",
      #"2:17: target.up is "Up"; the direction pad is a control of its own: [[dpad]]"#),
    BrokenFile(
      "[[stick]]\ntarget = \"hat\"\n[[stick]]\ntarget = \"hat\"",
      #"3:1: line 1 already uses the name "hat"; use another name"#),
    BrokenFile(
      "[[dpad]]\n\(region)\n[[stick]]\n[[button]]\noutput = \"A\"\n\(region)\n[[stick]]",
      #"7:1: line 3 already moves the left stick; use target = "right""#),
  ]
}
