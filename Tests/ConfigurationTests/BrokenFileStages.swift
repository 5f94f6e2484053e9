// Errors in the stages of a stick, and in its gestures.
extension BrokenFile {
  static let motion = [
    BrokenFile(
      "[[stick]]\nsmoothing = \"one-euro\"", #"2:13: smoothing is "one-euro"; did you mean "one_euro"?"#),
    BrokenFile(
      "[[stick]]\nsmoothing = \"kalman\"",
      #"2:13: smoothing is "kalman"; it must be true, false, "off", "on" or "one_euro""#),
    BrokenFile(
      "[[stick]]\nsmoothing = 1",
      #"2:13: smoothing is an integer; it must be true, false, "off", "on" or "one_euro""#),
    BrokenFile(
      "[[stick]]\nmin_cutoff = 0\nbeta = -1", #"2:14: min_cutoff is 0 Hz; it must be 0.01 Hz to 1000 Hz"#,
      #"3:8: beta is -1; it must be 0 to 1000"#),
    BrokenFile(
      "[[stick]]\nmin_cutoff = 1001\nbeta = inf",
      #"2:14: min_cutoff is 1001 Hz; it must be 0.01 Hz to 1000 Hz"#,
      #"3:8: beta is inf; it must be 0 to 1000"#),
    BrokenFile(
      "[[stick]]\nhome_return = \"doubletap\"",
      #"2:15: home_return is "doubletap"; did you mean "double_tap"?"#),
    BrokenFile(
      "[[stick]]\nhome_return = \"5\"",
      #"2:15: home_return is "5"; it must be "never", "release", "double_tap" or a time such as 200 or "200ms" (milliseconds), or "0.5s""#
    ),
    BrokenFile(
      "[[stick]]\nhome_return = true",
      #"2:15: home_return is a boolean; it must be "never", "release", "double_tap" or a time such as 200 or "200ms" (milliseconds), or "0.5s""#
    ),
    BrokenFile(
      "[[stick]]\nhome_return = \"\"", #"2:15: home_return is empty; give it a value or remove it"#),
    BrokenFile(
      "[[stick]]\nhome_return = \"60.001s\"", #"2:15: home_return is 60001 ms; it must be 0 ms to 60000 ms"#),
    BrokenFile("[[stick]]\nhome_return = -1", #"2:15: home_return is -1 ms; it must be 0 ms to 60000 ms"#),
  ]

  static let response = [
    BrokenFile(
      "[[stick]]\ndead_zone_shape = \"scaled-radial\"",
      #"2:19: dead_zone_shape is "scaled-radial"; did you mean "scaled_radial"?"#),
    BrokenFile(
      "[[stick]]\ndead_zone_shape = \"cross\"",
      #"2:19: dead_zone_shape is "cross"; it must be "none", "radial", "axial", "scaled_radial" or "scaled_axial""#
    ),
    BrokenFile(
      "[[stick]]\ncurve = 0\nsensitivity = 0\nanti_dead_zone = 1", #"2:9: curve is 0; it must be 0.1 to 10"#,
      #"3:15: sensitivity is 0; it must be more than 0, at most 10"#,
      #"4:18: anti_dead_zone is 1; it must be 0 or more, below 1"#),
    BrokenFile(
      "[[stick]]\ncurve = 10.1\nsensitivity = 10.1\nanti_dead_zone = -0.1",
      #"2:9: curve is 10.1; it must be 0.1 to 10"#,
      #"3:15: sensitivity is 10.1; it must be more than 0, at most 10"#,
      #"4:18: anti_dead_zone is -0.1; it must be 0 or more, below 1"#),
    BrokenFile(
      "[[stick]]\nsensitivity = 0.24\nanti_dead_zone = 0.24",
      #"2:15: sensitivity (0.24) must be greater than anti_dead_zone (0.24)"#),
    BrokenFile(
      "[[stick]]\nanti_dead_zone = 0.5\nsensitivity = 0.4\nsaturation = 0.05",
      #"3:15: sensitivity (0.4) must be greater than anti_dead_zone (0.5)"#,
      #"4:14: saturation (0.05) must be greater than dead_zone (0.08)"#),
    BrokenFile(
      "[[stick]]\nsensitivity = \"1\"\naxis_snap = true",
      #"2:15: sensitivity is a string; it must be a number"#,
      #"3:13: axis_snap is a boolean; it must be a number"#),
    BrokenFile(
      "[[stick]]\naxis_snap = -1", #"2:13: axis_snap is -1 degrees; it must be 0 degrees to 45 degrees"#),
    BrokenFile(
      "[[stick]]\naxis_snap = 45.5", #"2:13: axis_snap is 45.5 degrees; it must be 0 degrees to 45 degrees"#),
    BrokenFile("[[stick]]\ndirections = 6", #"2:14: directions is 6; it must be "analog", 4 or 8"#),
    BrokenFile("[[stick]]\ndirections = \"6\"", #"2:14: directions is "6"; it must be "analog", 4 or 8"#),
    BrokenFile("[[stick]]\ndirections = 4.0", #"2:14: directions is a float; it must be "analog", 4 or 8"#),
    BrokenFile(
      "[[stick]]\ndirections = \"analogue\"", #"2:14: directions is "analogue"; did you mean "analog"?"#),
    BrokenFile(
      "[[stick]]\noutput_shape = \"disc\"", #"2:16: output_shape is "disc"; it must be "circle" or "square""#),
    BrokenFile(
      "[[stick]]\ninvert_x = 1\ninvert_y = \"yes\"",
      #"2:12: invert_x is an integer; it must be true or false"#,
      #"3:12: invert_y is a string; it must be true or false"#),
  ]

  static let buttonWords =
    #""A", "B", "X", "Y", "LB", "RB", "L3", "R3", "Back", "Start", "Guide" or a name of the kernel such as "BTN_SOUTH""#

  static let gestures = [
    BrokenFile(
      "[[stick]]\ntap = \"a\"\ndouble_tap = \"start\"\nhold = \"recentre\"\nouter_ring = \"btn_tl\"",
      #"2:7: tap is "a"; did you mean "A"?"#, #"3:14: double_tap is "start"; did you mean "Start"?"#,
      #"4:8: hold is "recentre"; did you mean "recenter"?"#,
      #"5:14: outer_ring is "btn_tl"; did you mean "BTN_TL"?"#),
    BrokenFile(
      "[[stick]]\ntap = \"L2\"", #"2:7: tap is "L2"; the triggers are controls of their own: [[trigger]]"#),
    BrokenFile("[[stick]]\nhold = 1", #"2:8: hold is an integer; it must be "recenter", \#(buttonWords)"#),
    BrokenFile(
      "[[stick]]\nouter_ring = \"recenter\"", #"2:14: outer_ring is "recenter"; it must be \#(buttonWords)"#),
    BrokenFile("[[stick]]\nouter_ring = true", #"2:14: outer_ring is a boolean; it must be \#(buttonWords)"#),
    BrokenFile(
      "[[stick]]\ndouble_tap = \"\"", #"2:14: double_tap is empty; give it a value or remove it"#),
    BrokenFile(
      "[[stick]]\ntap_time = \"200\"",
      #"2:12: tap_time is "200"; it must be a time such as 200 or "200ms" (milliseconds), or "0.5s""#),
    BrokenFile(
      "[[stick]]\ndouble_tap_time = \"5min\"\nhold_time = [500]",
      #"2:19: double_tap_time is "5min"; it must be a time such as 200 or "200ms" (milliseconds), or "0.5s""#,
      #"3:13: hold_time is an array; it must be a time such as 200 or "200ms" (milliseconds), or "0.5s""#),
    BrokenFile(
      "[[stick]]\ntap_time = 9\ndouble_tap_time = \"9.9ms\"\nhold_time = \"0s\"",
      #"2:12: tap_time is 9 ms; it must be 10 ms to 2000 ms"#,
      #"3:19: double_tap_time is 9.9 ms; it must be 10 ms to 2000 ms"#,
      #"4:13: hold_time is 0 ms; it must be 10 ms to 10000 ms"#),
    BrokenFile(
      "[[stick]]\ntap_time = \"2.001s\"\ndouble_tap_time = nan\nhold_time = 9223372036854775807",
      #"2:12: tap_time is 2001 ms; it must be 10 ms to 2000 ms"#,
      #"3:19: double_tap_time is nan ms; it must be 10 ms to 2000 ms"#,
      #"4:13: hold_time is 9.223372036854776e+18 ms; it must be 10 ms to 10000 ms"#),
    BrokenFile(
      "[[stick]]\nhold = \"X\"\nhold_time = 199",
      #"3:13: hold_time (199 ms) must be at least tap_time (200 ms)"#),
    BrokenFile(
      "[[stick]]\nhold = \"X\"\ntap_time = \"0.6s\"",
      #"3:12: hold_time (500 ms) must be at least tap_time (600 ms)"#),
    BrokenFile(
      "[[stick]]\nhold = \"X\"\nhold_time = 99.5\ntap_time = 100",
      #"3:13: hold_time (99.5 ms) must be at least tap_time (100 ms)"#),
    BrokenFile(
      "[[stick]]\nhold_time = 20\ntap_time = 5", #"3:12: tap_time is 5 ms; it must be 10 ms to 2000 ms"#),
    BrokenFile(
      "[[stick]]\ndouble_tap_distance = -1\nouter_ring_start = 0",
      #"2:23: double_tap_distance is -1 mm; it must be 0 mm to 10000 mm"#,
      #"3:20: outer_ring_start is 0; it must be more than 0, at most 1"#),
    BrokenFile(
      "[[stick]]\ndouble_tap_distance = \"101%\"\nouter_ring_start = 1.1",
      #"2:23: double_tap_distance is 101%; it must be 0% to 100%"#,
      #"3:20: outer_ring_start is 1.1; it must be more than 0, at most 1"#),
  ]
}
