// Values out of range or of the wrong type, for every key.
extension BrokenFile {
  private static let region = "region = { x = 0, y = 0, width = 9, height = 9 }"
  private static let four = "{ up, right, down, left }"
  private static let sides = "{ x, y, width, height }"
  private static let length = #"a length such as 12 or "12mm" (millimetres), "40%" or "100% - 12mm""#
  private static let rootKeys =
    "the keys are description, profile, device, gamepad, toggle, stick, button, buttons, dpad and trigger"

  static let ranges = [
    BrokenFile(
      "[[dpad]]\nregion = { x = \"-101%\", y = -10001, width = 9, height = 9 }",
      #"2:16: region.x is -101%; it must be -100% to 100%"#,
      #"2:29: region.y is -10001 mm; it must be -10000 mm to 10000 mm"#),
    BrokenFile(
      "[[dpad]]\nregion = { x = 10001, y = \"100.5%\", width = \"101%\", height = 10001 }",
      #"2:16: region.x is 10001 mm; it must be -10000 mm to 10000 mm"#,
      #"2:27: region.y is 100.5%; it must be -100% to 100%"#,
      #"2:45: region.width is 101%; it must be more than 0%, at most 100%"#,
      #"2:62: region.height is 10001 mm; it must be more than 0 mm, at most 10000 mm"#),
    BrokenFile(
      "[[dpad]]\nregion = { center = [-10001, \"101%\"], radius = 10001 }",
      #"2:22: region.center is -10001 mm; it must be -10000 mm to 10000 mm"#,
      #"2:30: region.center is 101%; it must be -100% to 100%"#,
      #"2:48: region.radius is 10001 mm; it must be more than 0 mm, at most 10000 mm"#),
    BrokenFile(
      "[[stick]]\nregion = { center = [1, 2], radius = \"0%\" }",
      #"2:38: region.radius is 0%; it must be more than 0%, at most 100%"#),
    BrokenFile(
      "[[stick]]\nmovable_bounds = { x = -10001, y = \"-101%\", width = \"-1%\", height = 10001 }",
      #"2:24: movable_bounds.x is -10001 mm; it must be -10000 mm to 10000 mm"#,
      #"2:36: movable_bounds.y is -101%; it must be -100% to 100%"#,
      #"2:53: movable_bounds.width is -1%; it must be 0% to 100%"#,
      #"2:69: movable_bounds.height is 10001 mm; it must be 0 mm to 10000 mm"#),
    BrokenFile(
      "[[stick]]\nhandle_constraint = { x = \"101%\", y = 10001, width = 10001, height = \"100.1%\" }",
      #"2:27: handle_constraint.x is 101%; it must be -100% to 100%"#,
      #"2:39: handle_constraint.y is 10001 mm; it must be -10000 mm to 10000 mm"#,
      #"2:54: handle_constraint.width is 10001 mm; it must be 0 mm to 10000 mm"#,
      #"2:70: handle_constraint.height is 100.1%; it must be 0% to 100%"#),
    BrokenFile(
      "[[stick]]\norigin = \"semi\"\ncatch_distance = -1\ncenter = [10001, \"101%\"]",
      #"3:18: catch_distance is -1 mm; it must be 0 mm to 10000 mm"#,
      #"4:11: center is 10001 mm; it must be 0 mm to 10000 mm"#,
      #"4:18: center is 101%; it must be 0% to 100%"#),
    BrokenFile(
      "[[stick]]\norigin = \"relative\"\ncatch_distance = \"101%\"\nradius = 10001",
      #"3:18: catch_distance is 101%; it must be 0% to 100%"#,
      #"4:10: radius is 10001 mm; it must be more than 0 mm, at most 10000 mm"#),
    BrokenFile(
      "[[stick]]\nmoved_tolerance = \"-1%\"\ndouble_tap_distance = 10001",
      #"2:19: moved_tolerance is -1%; it must be 0% to 100%"#,
      #"3:23: double_tap_distance is 10001 mm; it must be 0 mm to 10000 mm"#),
    BrokenFile(
      "[[buttons]]\nlayout = \"abcd\"\n\(region)\npress_margin = 10001",
      #"4:16: press_margin is 10001 mm; it must be 0 mm to 10000 mm"#),
    BrokenFile(
      "[[button]]\noutput = \"A\"\n\(region)\npress_margin = \"101%\"",
      #"4:16: press_margin is 101%; it must be 0% to 100%"#),
    BrokenFile(
      "[[trigger]]\ntarget = \"left\"\n\(region)\npull = \"slide\"\ndistance = \"0%\"",
      #"5:12: distance is 0%; it must be more than 0%, at most 100%"#),
    BrokenFile(
      "[[dpad]]\n\(region)\ndead_zone = -0.01",
      #"3:13: dead_zone is -0.01; it must be 0 or more, below 1"#),
    BrokenFile(
      "[toggle]\nfingers = -1\nhold_time = 10001",
      #"2:11: fingers is -1; it must be 2 to 10"#,
      #"3:13: hold_time is 10001 ms; it must be 100 ms to 10000 ms"#),
    BrokenFile(
      "[[stick]]\nradius = \"100% - \"\ncenter = [\"100% - 25\", \"50% + 10%\"]",
      #"2:10: radius is "100% - "; it must be \#(length)"#,
      #"3:11: center is "100% - 25"; it must be \#(length)"#,
      #"3:24: center is "50% + 10%"; it must be \#(length)"#),
    BrokenFile(
      "[[dpad]]\nregion = { x = \"101% - 9mm\", y = \"9mm - 101%\", width = \"50% - 10001mm\", height = 9 }",
      #"2:16: region.x is 101%; it must be -100% to 100%"#,
      #"2:34: region.y is -101%; it must be -100% to 100%"#,
      #"2:56: region.width is -10001 mm; it must be -10000 mm to 10000 mm"#),
    BrokenFile(
      "[[dpad]]\nregion = { x = 0, y = 0, width = \"-1% - 5mm\", height = \"0% + 0mm\" }",
      #"2:34: region.width is "-1% - 5mm", which is out of range on every surface; it must be more than 0 mm, at most 10000 mm"#,
      #"2:56: region.height is "0% + 0mm", which is out of range on every surface; it must be more than 0 mm, at most 10000 mm"#
    ),
    BrokenFile(
      "[device]\nsize = \"0.5 x 20\"",
      #"2:8: size is 0.5 mm; it must be 1 mm to 10000 mm"#),
    BrokenFile(
      "[device]\npath = \"/\(String(repeating: "p", count: 4095))\"",
      #"2:8: path has 4096 bytes; it must have at most 4095"#),
  ]

  static let otherTypes = [
    BrokenFile(
      "[device]\ntype = 1\nsize = true\npath = 1979-05-27",
      #"2:8: type is an integer; it must be "touchscreen", "touchpad", "tablet" or "any""#,
      #"3:8: size is a boolean; it must be both sides in millimetres, such as "217mm x 136mm""#,
      #"4:8: path is a date or time; it must be a string"#),
    BrokenFile(
      "[gamepad]\nidentity = 1\nname = {}",
      #"2:12: identity is an integer; it must be "xbox-360" or "generic""#,
      #"3:8: name is a table; it must be a string"#),
    BrokenFile(
      "[[stick]]\norigin = []\naxis = 1\ntravel = \"1\"\nmovable = \"yes\"",
      #"2:10: origin is an array; it must be "fixed", "relative", "floating" or "semi""#,
      #"3:8: axis is an integer; it must be "both", "horizontal" or "vertical""#,
      #"4:10: travel is a string; it must be a number"#,
      #"5:11: movable is a string; it must be true or false"#),
    BrokenFile(
      "[[stick]]\ndead_zone_shape = 1\noutput_shape = true\nmovable_bounds = [1, 2, 3, 4]",
      #"2:19: dead_zone_shape is an integer; it must be "none", "radial", "axial", "scaled_radial" or "scaled_axial""#,
      #"3:16: output_shape is a boolean; it must be "circle" or "square""#,
      #"4:18: movable_bounds is an array; it must be { x, y, width, height }"#),
    BrokenFile(
      "[[stick]]\nmin_cutoff = true\nbeta = \"1\"\ndirections = true\ncurve = []",
      #"2:14: min_cutoff is a boolean; it must be a number"#,
      #"3:8: beta is a string; it must be a number"#,
      #"4:14: directions is a boolean; it must be "analog", 4 or 8"#,
      #"5:9: curve is an array; it must be a number"#),
    BrokenFile(
      "[[dpad]]\n\(region)\ndirections = 4.5\nname = 1",
      #"3:14: directions is a float; it must be 4 or 8"#,
      #"4:8: name is an integer; it must be a string"#),
    BrokenFile(
      "[[trigger]]\n\(region)\ntarget = 1\npull = 2\ndistance = []",
      #"3:10: target is an integer; it must be "left" or "right""#,
      #"4:8: pull is an integer; it must be "full", "slide" or "pressure""#,
      #"5:12: distance is an array; it must be \#(length)"#),
    BrokenFile(
      "[[buttons]]\n\(region)\nlayout = 1\nslide = 1\npress_margin = []",
      #"3:10: layout is an integer; it must be "abcd" or "diamond""#,
      #"4:9: slide is an integer; it must be "off", "over" or "hold_first""#,
      #"5:16: press_margin is an array; it must be \#(length)"#),
    BrokenFile(
      "[[button]]\noutput = []\nname = []\nregion = [0, 0, 9, 9]",
      #"2:10: output is an array; it must be \#(buttonWords)"#,
      #"3:8: name is an array; it must be a string"#,
      #"4:10: region is an array; it must be { x, y, width, height } or { center, radius }"#),
    BrokenFile(
      "[[button]]\noutput = \"A\"\nregion = { center = \"50%\", radius = true }",
      #"3:21: region.center is a string; it must be two lengths, [x, y]"#,
      #"3:37: region.radius is a boolean; it must be \#(length)"#),
    BrokenFile(
      "[[button]]\noutput = \"A\"\nregion = { center = [1, {}], radius = 1979-05-27 }",
      #"3:25: region.center is a table; it must be \#(length)"#,
      #"3:39: region.radius is a date or time; it must be \#(length)"#),
    BrokenFile(
      "[[stick]]\ntarget = {}",
      #"2:10: target needs up; it must be \#(four)"#,
      #"2:10: target needs right; it must be \#(four)"#,
      #"2:10: target needs down; it must be \#(four)"#,
      #"2:10: target needs left; it must be \#(four)"#),
    BrokenFile(
      "[[stick]]\ntarget = []\n[[dpad]]\n\(region)\noutput = {}",
      #"2:10: target is an array; it must be "left", "right", "hat" or { up, right, down, left }"#,
      #"5:10: output needs up; it must be \#(four)"#,
      #"5:10: output needs right; it must be \#(four)"#,
      #"5:10: output needs down; it must be \#(four)"#,
      #"5:10: output needs left; it must be \#(four)"#),
    BrokenFile(
      "stick = { target = \"left\" }",
      #"1:9: stick is a table; write [[stick]], with two brackets"#),
    BrokenFile(
      "buttons = \"abcd\"",
      #"1:11: buttons is a string; write [[buttons]], with two brackets"#),
    BrokenFile(
      "gamepad = []\ntoggle = 3",
      #"1:11: gamepad is an array; write [gamepad], with one bracket"#,
      #"2:10: toggle is an integer; write [toggle], with one bracket"#),
  ]

  static let otherKeys = [
    BrokenFile(
      "[[dpad]]\n\(region)\ndirection = 4\ncolour = 1",
      #"3:1: unknown key "direction" in [[dpad]]; did you mean "directions"?"#,
      #"4:1: unknown key "colour" in [[dpad]]; the keys are name, region, directions, dead_zone, output and when"#
    ),
    BrokenFile(
      "[[dpad]]\nregion = { center = [1, 2], radius = 3, colour = 1 }",
      #"2:41: unknown key "colour" in region; the keys are x, y, width, height, center and radius"#),
    BrokenFile(
      "[[stick]]\nhandle_constraint = { left = 1 }",
      #"2:21: handle_constraint needs x; it must be \#(sides)"#,
      #"2:21: handle_constraint needs y; it must be \#(sides)"#,
      #"2:21: handle_constraint needs width; it must be \#(sides)"#,
      #"2:21: handle_constraint needs height; it must be \#(sides)"#,
      #"2:23: unknown key "left" in handle_constraint; the keys are x, y, width and height"#),
    BrokenFile(
      "[[stick]]\nmovable_bounds = {}",
      #"2:18: movable_bounds needs x; it must be \#(sides)"#,
      #"2:18: movable_bounds needs y; it must be \#(sides)"#,
      #"2:18: movable_bounds needs width; it must be \#(sides)"#,
      #"2:18: movable_bounds needs height; it must be \#(sides)"#),
    BrokenFile(
      "[[dpad]]\nregion = { radius = 3 }",
      #"2:10: region needs center; it must be { x, y, width, height } or { center, radius }"#),
    BrokenFile(
      "[[stick]]\ntarget = { up = \"A\", right = \"B\", down = \"X\", left = \"Y\", middle = \"L3\" }",
      #"2:59: unknown key "middle" in target; the keys are up, right, down and left"#),
    BrokenFile(
      "device.grap = true\ngamepad.identify = 1",
      #"1:8: unknown key "grap" in [device]; did you mean "grab"?"#,
      #"2:9: unknown key "identify" in [gamepad]; did you mean "identity"?"#),
    BrokenFile(
      "[[trigger]]\n\(region)\ntarget = \"right\"\nhold = \"A\"\n[other]\n[[others]]",
      #"4:1: unknown key "hold" in [[trigger]]; the keys are name, region, target, pull, distance and when"#,
      #"5:2: unknown key "other" at the top level; \#(rootKeys)"#,
      #"6:3: unknown key "others" at the top level; \#(rootKeys)"#),
  ]
}
