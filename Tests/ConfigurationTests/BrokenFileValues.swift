extension BrokenFile {
  static let numbers = [
    BrokenFile(
      "[device]\nvendor = -1\nproduct = 0x10000",
      #"2:10: vendor is -1; it must be 0 to 65535 (0x0000 to 0xffff)"#,
      #"3:11: product is 65536; it must be 0 to 65535 (0x0000 to 0xffff)"#),
    BrokenFile(
      "[gamepad]\nbus = \"usb\"\nvendor = 65536\nproduct = -1\nversion = 1.0",
      #"2:7: bus is a string; it must be an integer"#,
      #"3:10: vendor is 65536; it must be 0 to 65535 (0x0000 to 0xffff)"#,
      #"4:11: product is -1; it must be 0 to 65535 (0x0000 to 0xffff)"#,
      #"5:11: version is a float; it must be an integer"#),
    BrokenFile("[[stick]]\ntravel = 0", #"2:10: travel is 0; it must be more than 0, at most 10"#),
    BrokenFile("[[stick]]\ntravel = nan", #"2:10: travel is nan; it must be more than 0, at most 10"#),
    BrokenFile("[[stick]]\ntravel = 10.5", #"2:10: travel is 10.5; it must be more than 0, at most 10"#),
    BrokenFile("[[stick]]\ndead_zone = -0.1", #"2:13: dead_zone is -0.1; it must be 0 or more, below 1"#),
    BrokenFile(
      "[[stick]]\ndead_zone = 1\nsaturation = 1.5", #"2:13: dead_zone is 1; it must be 0 or more, below 1"#,
      #"3:14: saturation is 1.5; it must be more than 0, at most 1"#),
    BrokenFile("[[stick]]\nsaturation = 0", #"2:14: saturation is 0; it must be more than 0, at most 1"#),
    BrokenFile(
      "[[stick]]\nradius = inf\nmoved_tolerance = -1",
      #"2:10: radius is inf mm; it must be more than 0 mm, at most 10000 mm"#,
      #"3:19: moved_tolerance is -1 mm; it must be 0 mm to 10000 mm"#),
    BrokenFile(
      "[[stick]]\nradius = 9223372036854775807",
      #"2:10: radius is 9.223372036854776e+18 mm; it must be more than 0 mm, at most 10000 mm"#),
  ]

  static let lengths = [
    BrokenFile(
      "[[stick]]\nradius = \"9cm\"",
      #"2:10: radius is "9cm"; it must be a length such as 12 or "12mm" (millimetres), "40%" or "100% - 12mm""#
    ),
    BrokenFile(
      "[[stick]]\nradius = \"9\"",
      #"2:10: radius is "9"; it must be a length such as 12 or "12mm" (millimetres), "40%" or "100% - 12mm""#),
    BrokenFile(
      "[[stick]]\nradius = \"mm\"",
      #"2:10: radius is "mm"; it must be a length such as 12 or "12mm" (millimetres), "40%" or "100% - 12mm""#
    ),
    BrokenFile(
      "[[stick]]\nradius = \"1.mm\"",
      #"2:10: radius is "1.mm"; it must be a length such as 12 or "12mm" (millimetres), "40%" or "100% - 12mm""#
    ),
    BrokenFile(
      "[[stick]]\nradius = \"infmm\"",
      #"2:10: radius is "infmm"; it must be a length such as 12 or "12mm" (millimetres), "40%" or "100% - 12mm""#
    ),
    BrokenFile(
      "[[stick]]\nradius = \"0x9mm\"",
      #"2:10: radius is "0x9mm"; it must be a length such as 12 or "12mm" (millimetres), "40%" or "100% - 12mm""#
    ),
    BrokenFile("[[stick]]\nradius = \"0%\"", #"2:10: radius is 0%; it must be more than 0%, at most 100%"#),
    BrokenFile(
      "[[stick]]\nradius = \"101%\"", #"2:10: radius is 101%; it must be more than 0%, at most 100%"#),
    BrokenFile(
      "[[stick]]\nradius = \"-1mm\"", #"2:10: radius is -1 mm; it must be more than 0 mm, at most 10000 mm"#),
    BrokenFile(
      "[[stick]]\ncenter = [\"-1%\", -2]", #"2:11: center is -1%; it must be 0% to 100%"#,
      #"2:18: center is -2 mm; it must be 0 mm to 10000 mm"#),
    BrokenFile(
      "[device]\nsize = 217",
      #"2:8: size is an integer; it must be both sides in millimetres, such as "217mm x 136mm""#),
    BrokenFile(
      "[device]\nsize = \"217mm\"",
      #"2:8: size is "217mm"; it must be both sides in millimetres, such as "217mm x 136mm""#),
    BrokenFile(
      "[device]\nsize = \"50% x 50%\"",
      #"2:8: size is "50% x 50%"; it must be both sides in millimetres, such as "217mm x 136mm""#),
    BrokenFile("[device]\nsize = \"0 x 20000\"", #"2:8: size is 0 mm; it must be 1 mm to 10000 mm"#),
    BrokenFile("[device]\nsize = \"10 x 20000\"", #"2:8: size is 20000 mm; it must be 1 mm to 10000 mm"#),
  ]

  static let texts = [
    BrokenFile(
      "[device]\nname = \"\"\npath = \"\"", #"2:8: name is empty; give it a value or remove it"#,
      #"3:8: path is empty; give it a value or remove it"#),
    BrokenFile(
      "[device]\nname = \"ELAN[0-9\"",
      #"2:8: name is "ELAN[0-9"; in a pattern, [ needs a matching ], and a range must ascend, as in [a-z]"#),
    BrokenFile(
      "[device]\nname = \"[9-0]\"",
      #"2:8: name is "[9-0]"; in a pattern, [ needs a matching ], and a range must ascend, as in [a-z]"#),
    BrokenFile(
      "[device]\npath = \"event3\"",
      #"2:8: path is "event3"; it must be an absolute path, such as "/dev/input/event0""#),
    BrokenFile(
      "[device]\npath = \"/dev\\u0000/x\"", #"2:8: path has a control character; it must be one line of text"#
    ),
    BrokenFile("[gamepad]\nname = \"\"", #"2:8: name is empty; give it a value or remove it"#),
    BrokenFile(
      "[gamepad]\nname = \"a\\nb\"", #"2:8: name has a control character; it must be one line of text"#),
    BrokenFile(
      "[gamepad]\nname = \"" + String(repeating: "é", count: 40) + "\"",
      #"2:8: name has 80 bytes; it must have at most 79"#),
    BrokenFile(
      "[gamepad]\nname = \"My Touchpad\"",
      #"2:8: name ends with " Touchpad", and most games ignore such a pad; use another name"#),
    BrokenFile(
      "[gamepad]\nname = \"A Synaptics pad\"",
      #"2:8: name contains "Synaptics ", and most games ignore such a pad; use another name"#),
    BrokenFile(
      "[gamepad]\nname = \"Mouse pad\"",
      #"2:8: name begins with "Mouse ", and most games ignore such a pad; use another name"#),
    BrokenFile("[[stick]]\nname = \"\"", #"2:8: name is empty; give it a value or remove it"#),
    BrokenFile(
      "[[stick]]\nname = \"a\\u007f\"", #"2:8: name has a control character; it must be one line of text"#),
  ]

  static let shapes = [
    BrokenFile(
      "[[stick]]\nregion = {}",
      #"2:10: region is neither a rectangle nor a circle; it must be { x, y, width, height } or { center, radius }"#
    ),
    BrokenFile(
      "[[stick]]\nregion = { x = 1, radius = 2 }",
      #"2:10: region is neither a rectangle nor a circle; it must be { x, y, width, height } or { center, radius }"#
    ),
    BrokenFile(
      "[[stick]]\nregion = { center = [1, 2] }",
      #"2:10: region needs radius; it must be { x, y, width, height } or { center, radius }"#),
    BrokenFile(
      "[[stick]]\nregion = { x = 1, y = 2 }",
      #"2:10: region needs width; it must be { x, y, width, height } or { center, radius }"#,
      #"2:10: region needs height; it must be { x, y, width, height } or { center, radius }"#),
    BrokenFile(
      "[[stick]]\nregion = { x = 1, y = 2, width = 0, height = \"-5%\" }",
      #"2:34: region.width is 0 mm; it must be more than 0 mm, at most 10000 mm"#,
      #"2:46: region.height is -5%; it must be more than 0%, at most 100%"#),
    BrokenFile(
      "[[stick]]\nmovable_bounds = { x = 1, y = 2, width = -1, height = 1 }",
      #"2:42: movable_bounds.width is -1 mm; it must be 0 mm to 10000 mm"#),
    BrokenFile(
      "[[stick]]\n[stick.handle_constraint]\nx = -1\ny = \"1in\"\nwidth = 2",
      #"2:1: handle_constraint needs height; it must be { x, y, width, height }"#,
      #"4:5: handle_constraint.y is "1in"; it must be a length such as 12 or "12mm" (millimetres), "40%" or "100% - 12mm""#
    ),
  ]

  static let sticks = [
    BrokenFile(
      "[[stick]]\ndead_zone = 0.95", #"2:13: saturation (0.95) must be greater than dead_zone (0.95)"#),
    BrokenFile(
      "[[stick]]\nsaturation = 0.05", #"2:14: saturation (0.05) must be greater than dead_zone (0.08)"#),
    BrokenFile(
      "[[stick]]\nsaturation = 0.5\ndead_zone = 0.5",
      #"2:14: saturation (0.5) must be greater than dead_zone (0.5)"#),
    BrokenFile(
      "[[stick]]\n[[stick]]",
      #"2:1: line 1 already moves the left stick; use target = "right""#),
    BrokenFile(
      "[[stick]]\ntarget = \"up\"\n[[stick]]\ndead_zone = 2\nsaturation = 0.01",
      #"2:10: target is "up"; it must be "left", "right", "hat" or { up, right, down, left }"#,
      #"4:13: dead_zone is 2; it must be 0 or more, below 1"#),
    BrokenFile(
      "[[stick]]\ntarget = \"right\"\n\n[[stick]]\ntarget = \"right\"\n[[stick]]",
      #"5:10: line 1 already moves the right stick; use target = "left""#),
    BrokenFile(
      "[[stick]]\nname = \"a\"\n[[stick]]\ntarget = \"right\"\nname = \"a\"",
      #"5:8: line 1 already uses the name "a"; use another name"#),
    BrokenFile(
      "[[stick]]\nname = \"right\"\n[[stick]]\ntarget = \"right\"",
      #"3:1: line 1 already uses the name "right"; use another name"#),
    BrokenFile(
      "[[stick]]\nradius = 0\n[device]\ngrab = 1\n[gamepad]\nname = \"x Pen\"\nfoo = 1",
      #"2:10: radius is 0 mm; it must be more than 0 mm, at most 10000 mm"#,
      #"4:8: grab is an integer; it must be true or false"#,
      #"6:8: name ends with " Pen", and most games ignore such a pad; use another name"#,
      #"7:1: unknown key "foo" in [gamepad]; the keys are identity, name, bus, vendor, product and version"#),
  ]
}
