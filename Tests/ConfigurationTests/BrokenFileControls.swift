// What can be wrong with buttons, groups of them, direction pads, triggers, and sticks that are one of these.
extension BrokenFile {
  private static let region = "region = { x = 0, y = 0, width = 9, height = 9 }"
  private static let regionShapes = "{ x, y, width, height } or { center, radius }"

  private static let regionOrInput =
    #"\#(regionShapes), or else an input, a button of the device such as "BTN_STYLUS""#

  static let controls = [
    BrokenFile(
      "[[stick]]\ntarget = { up = \"Y\", right = \"B\", down = \"A\", left = \"Q\" }\n[[stick]]\ntarget = \"left\"",
      #"2:54: target.left is "Q"; it takes "A", "B", "X", "Y", "LB", "RB", "L3", "R3", "Back", "Start", "Guide" or a "#
        + #"name of the kernel's such as "BTN_SOUTH""#),
    BrokenFile(
      "[[button]]\n[[buttons]]\n[[dpad]]\n[[trigger]]",
      #"1:1: there is no region in [[button]]; give it one: \#(regionOrInput)"#,
      #"1:1: there is no output in [[button]]; give it one: \#(buttonWords)"#,
      #"2:1: there is no layout in [[buttons]]; give it one: "abcd" or "diamond""#,
      #"2:1: there is no region in [[buttons]]; give it one: \#(regionShapes)"#,
      #"3:1: there is no region in [[dpad]]; give it one: \#(regionShapes)"#,
      #"4:1: there is no region in [[trigger]]; give it one: \#(regionShapes)"#,
      #"4:1: there is no target in [[trigger]]; give it one: "left" or "right""#),
    BrokenFile("[button]", #"1:1: button is a table; it takes any number of tables, each under [[button]]"#),
    BrokenFile(
      "dpad = [true]\ntrigger = 1",
      #"1:9: dpad is a boolean; it takes any number of tables, each under [[dpad]]"#,
      #"2:11: trigger is an integer; it takes any number of tables, each under [[trigger]]"#),
    BrokenFile("[[botton]]", #"1:3: unknown key "botton" at the top level; did you mean "button"?"#),
    BrokenFile(
      "[[button]]\nname = \"a\\u007f\"\noutput = \"A\"\nregion = {}",
      #"2:8: name has a control character; it takes one line of text"#,
      #"4:10: region is no rectangle and no circle; it takes \#(regionShapes)"#),
    BrokenFile(
      "[[dpad]]\n\(region)\nname = \"" + String(repeating: "n", count: 65) + "\"",
      #"3:8: name has 65 bytes; it takes at most 64"#),
    BrokenFile(
      "[[dpad]]\n\(region)\n[[dpad]]\n\(region)",
      #"3:1: this has the name "dpad", as the one in line 1 has; take another"#),
    BrokenFile(
      "[[button]]\noutput = \"A\"\n\(region)\n[[button]]\noutput = \"A\"\n\(region)",
      #"4:1: this has the name "A", as the one in line 1 has; take another"#),
    BrokenFile(
      "[[trigger]]\ntarget = \"left\"\n[[stick]]\nname = \"left trigger\"",
      #"1:1: there is no region in [[trigger]]; give it one: \#(regionShapes)"#,
      #"4:8: this has the name "left trigger", as the one in line 1 has; take another"#),
    BrokenFile(
      "[[buttons]]\nlayout = \"abcd\"\n\(region)\n[[stick]]\nname = \"abcd C\"\n[[buttons]]\nname = \"abcd\"\n"
        + "layout = \"diamond\"\n\(region)",
      #"5:8: this has the name "abcd C", as the one in line 1 has; take another"#,
      #"7:8: this has the name "abcd B", as the one in line 1 has; take another"#),
    BrokenFile(
      "[[button]]\noutput = \"Q\"\n\(region)\n[[button]]\nname = \"\"\noutput = \"A\"\n\(region)",
      #"2:10: output is "Q"; it takes \#(buttonWords)"#,
      #"5:8: name is empty; give it a value or leave it out"#),
  ]

  static let buttons = [
    BrokenFile(
      "[[button]]\noutput = 1\n\(region)\npress-margin = 1\nslide = \"hold\"",
      #"2:10: output is an integer; it takes \#(buttonWords)"#,
      #"4:1: unknown key "press-margin" in [[button]]; did you mean "press_margin"?"#,
      #"5:9: slide is "hold"; it takes "off", "over" or "hold_first""#),
    BrokenFile(
      "[[button]]\noutput = \"b\"\n\(region)\npress_margin = -1\nslide = true",
      #"2:10: output is "b"; did you mean "B"?"#,
      #"4:16: press_margin is -1 mm; it takes 0 mm to 10000 mm"#,
      #"5:9: slide is a boolean; it takes "off", "over" or "hold_first""#),
    BrokenFile(
      "[[button]]\noutput = \"A\"\nregion = { x = 0, y = 0, width = 0, height = 9, hight = 9 }",
      #"3:34: region.width is 0 mm; it takes more than 0 mm, at most 10000 mm"#,
      #"3:49: unknown key "hight" in region; did you mean "height"?"#),
    BrokenFile(
      "[[buttons]]\nlayout = \"abdc\"\n\(region)\nby_position = 1\npress_margin = \"2%%\"\nslide = \"of\"",
      #"2:10: layout is "abdc"; did you mean "abcd"?"#,
      #"4:15: by_position is an integer; it takes true or false"#,
      #"5:16: press_margin is "2%%"; it takes a length such as 12 or "12mm" (millimetres), "40%" or "100% - 12mm""#,
      #"6:9: slide is "of"; did you mean "off"?"#),
    BrokenFile(
      "[[buttons]]\nlayout = \"diamond\"\n\(region)\nby_position = false",
      #"4:15: by_position has no effect here; it goes with layout = "abcd""#),
    BrokenFile(
      "[[buttons]]\nlayout = \"grid\"\n\(region)\nby_position = true\noutput = \"A\"",
      #"2:10: layout is "grid"; it takes "abcd" or "diamond""#,
      #"5:1: unknown key "output" in [[buttons]]; there can be name, layout, region, by_position, press_margin, slide and when"#
    ),
  ]

  private static let four = "{ up, right, down, left }"

  static let directionPads = [
    BrokenFile(
      "[[dpad]]\n\(region)\ndirections = 6\ndead_zone = 1", #"3:14: directions is 6; it takes 4 or 8"#,
      #"4:13: dead_zone is 1; it takes 0 or more, below 1"#),
    BrokenFile(
      "[[dpad]]\n\(region)\ndirections = \"analog\"\ndead_zone = \"15%\"",
      #"3:14: directions is "analog"; it takes 4 or 8"#, #"4:13: dead_zone is a string; it takes a number"#),
    BrokenFile(
      "[[dpad]]\n\(region)\noutput = \"left\"", #"3:10: output is "left"; it takes "hat" or \#(four)"#),
    BrokenFile("[[dpad]]\n\(region)\noutput = \"hut\"", #"3:10: output is "hut"; did you mean "hat"?"#),
    BrokenFile("[[dpad]]\n\(region)\noutput = []", #"3:10: output is an array; it takes "hat" or \#(four)"#),
    BrokenFile(
      "[[dpad]]\n\(region)\noutput = { up = \"Y\", rihgt = \"B\", down = \"A\" }",
      #"3:10: there is no right in output; it takes \#(four)"#,
      #"3:10: there is no left in output; it takes \#(four)"#,
      #"3:22: unknown key "rihgt" in output; did you mean "right"?"#),
    BrokenFile(
      "[[dpad]]\n\(region)\n[dpad.output]\nup = \"y\"\nright = 1\ndown = \"hat\"\nleft = \"\"",
      #"4:6: output.up is "y"; did you mean "Y"?"#,
      #"5:9: output.right is an integer; it takes \#(buttonWords)"#,
      #"6:8: output.down is "hat"; it takes \#(buttonWords)"#,
      #"7:8: output.left is empty; give it a value or leave it out"#),
  ]

  static let triggers = [
    BrokenFile(
      "[[trigger]]\n\(region)\ntarget = \"hat\"\npull = \"push\"\ndistance = 0",
      #"3:10: target is "hat"; it takes "left" or "right""#,
      #"4:8: pull is "push"; it takes "full", "slide" or "pressure""#,
      #"5:12: distance is 0 mm; it takes more than 0 mm, at most 10000 mm"#),
    BrokenFile(
      "[[trigger]]\n\(region)\ntarget = \"left\"\ndistance = 15",
      #"4:12: distance has no effect here; it goes with pull = "slide""#),
    BrokenFile(
      "[[trigger]]\n\(region)\ntarget = { up = \"A\" }\npull = \"full\"\ndistance = 15",
      #"3:10: target is a table; it takes "left" or "right""#,
      #"5:12: distance has no effect here; it goes with pull = "slide""#),
    BrokenFile(
      "[[trigger]]\n\(region)\ntarget = \"left\"\ndistance = 15\npull = \"pressure\"",
      #"4:12: distance has no effect here; it goes with pull = "slide""#),
    BrokenFile(
      "[[trigger]]\n\(region)\ntarget = \"left\"\noutput = \"A\"",
      #"4:1: unknown key "output" in [[trigger]]; there can be name, region, target, pull, distance and when"#
    ),
  ]

  static let directionSticks = [
    BrokenFile(
      "[[stick]]\ntarget = true",
      #"2:10: target is a boolean; it takes "left", "right", "hat" or \#(four)"#),
    BrokenFile(
      "[[stick]]\ntarget = { up = \"Y\", right = \"B\", down = \"A\", lift = \"X\" }",
      #"2:10: there is no left in target; it takes \#(four)"#,
      #"2:47: unknown key "lift" in target; did you mean "left"?"#),
    BrokenFile(
      "[[stick]]\ntarget = { up = \"Up\", right = \"B\", down = \"A\", left = \"X\" }",
      #"2:17: target.up is "Up"; it takes \#(buttonWords)"#),
    BrokenFile(
      "[[stick]]\ntarget = \"hat\"\n[[stick]]\ntarget = \"hat\"",
      #"3:1: this has the name "hat", as the one in line 1 has; take another"#),
    BrokenFile(
      "[[dpad]]\n\(region)\n[[stick]]\n[[button]]\noutput = \"A\"\n\(region)\n[[stick]]",
      #"7:1: this moves the left stick, as the one in line 3 does; take target = "right""#),
  ]
}
