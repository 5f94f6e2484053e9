// Errors in [device], in buttons of the device, and in [toggle].
extension BrokenFile {
  private static let seen =
    "pass_through = true has no use with grab = false: the desktop already receives all touches; remove one of them"

  static let devices = [
    BrokenFile("[device]\ngrab = false\npass_through = true", "3:16: \(seen)"),
    BrokenFile("[device]\npass_through = true\ngrab = false", "2:16: \(seen)"),
    BrokenFile("device = { grab = false, pass_through = true }", "1:41: \(seen)"),
    BrokenFile(
      "[device]\ngrab = 0\npass_through = 1", "2:8: grab is an integer; it must be true or false",
      "3:16: pass_through is an integer; it must be true or false"),
    BrokenFile(
      "[device]\ngrab = \"no\"\npass_through = true", "2:8: grab is a string; it must be true or false"),
    BrokenFile(
      "[device]\ngrab = false\npass-through = true",
      #"3:1: unknown key "pass-through" in [device]; did you mean "pass_through"?"#),
  ]

  private static let time = #"a time such as 200 or "200ms" (milliseconds), or "0.5s""#

  static let toggles = [
    BrokenFile("toggle = true", "1:10: toggle is a boolean; write [toggle], with one bracket"),
    BrokenFile("[[toggle]]", "1:1: toggle is an array; write [toggle], with one bracket"),
    BrokenFile("[toggle]", "1:1: [toggle] needs fingers; it must be an integer, 2 to 10"),
    BrokenFile(
      "\n[toggle]\nhold_time = 99\nfinger = 3",
      "2:1: [toggle] needs fingers; it must be an integer, 2 to 10",
      "3:13: hold_time is 99 ms; it must be 100 ms to 10000 ms",
      #"4:1: unknown key "finger" in [toggle]; did you mean "fingers"?"#),
    BrokenFile(
      "[toggle]\nfingers = 1\nhold_time = \"10.001s\"", "2:11: fingers is 1; it must be 2 to 10",
      "3:13: hold_time is 10001 ms; it must be 100 ms to 10000 ms"),
    BrokenFile(
      "[toggle]\nfingers = 11\nhold_time = \"1 minute\"", "2:11: fingers is 11; it must be 2 to 10",
      #"3:13: hold_time is "1 minute"; it must be \#(time)"#),
    BrokenFile(
      "[toggle]\nfingers = 3.0\nhold_time = true", "2:11: fingers is a float; it must be an integer",
      "3:13: hold_time is a boolean; it must be \(time)"),
    BrokenFile(
      "[toggle]\nfingers = 9223372036854775807\nhold = 1",
      "2:11: fingers is 9.223372036854776e+18; it must be 2 to 10",
      #"3:1: unknown key "hold" in [toggle]; the keys are fingers, hold_time, start and lock"#),
    BrokenFile(
      "[toggle]\nfingers = 5\nstart = false", #"3:9: start is a boolean; it must be "on" or "off""#),
  ]

  private static let region = "region = { x = 0, y = 0, width = 9, height = 9 }"
  private static let words =
    #""BTN_LEFT", "BTN_RIGHT", "BTN_MIDDLE", "BTN_SIDE", "BTN_EXTRA", "BTN_FORWARD", "BTN_BACK", "BTN_STYLUS", "#
    + #""BTN_STYLUS2" or "BTN_STYLUS3""#
  private static let both =
    "[[button]] cannot have both region (a button on the surface) and input (a button of the device); remove one of them"

  static let deviceButtons = [
    BrokenFile("[[button]]\noutput = \"A\"\ninput = \"A\"", #"3:9: input is "A"; it must be \#(words)"#),
    BrokenFile(
      "[[button]]\noutput = \"A\"\ninput = 0x14b", #"3:9: input is an integer; it must be \#(words)"#),
    BrokenFile(
      "[[button]]\noutput = \"A\"\ninput = \"BTN_STILUS\"",
      #"3:9: input is "BTN_STILUS"; did you mean "BTN_STYLUS"?"#),
    BrokenFile(
      "[[button]]\noutput = \"A\"\ninput = \"btn_stylus2\"",
      #"3:9: input is "btn_stylus2"; did you mean "BTN_STYLUS2"?"#),
    BrokenFile(
      "[[button]]\ninput = \"\"", "1:1: [[button]] needs output; it must be \(buttonWords)",
      "2:9: input is empty; give it a value or remove it"),
    BrokenFile("[[button]]\noutput = \"A\"\ninput = \"BTN_LEFT\"\n\(region)", "3:9: \(both)"),
    BrokenFile(
      "[[button]]\n\(region)\ninput = \"BTN_LEFT\"\noutput = \"Q\"\nslide = \"off\"\nname = \"\"",
      "3:9: \(both)", #"4:10: output is "Q"; it must be \#(buttonWords)"#,
      "6:8: name is empty; give it a value or remove it"),
    BrokenFile(
      "[[button]]\noutput = \"A\"\npress_margin = -1\nslide = \"of\"\ninput = \"BTN_LEFT\"",
      "3:16: press_margin is -1 mm; it must be 0 mm to 10000 mm", #"4:9: slide is "of"; did you mean "off"?"#),
    BrokenFile(
      "[[button]]\noutput = \"A\"\ninput = \"BTN_SIDE\"\n[[button]]\noutput = \"B\"\ninput = \"BTN_SIDE\"\n"
        + "[[button]]\noutput = \"X\"\ninput = \"BTN_SIDE\"",
      "6:9: line 1 already uses the input BTN_SIDE; use another button of the device",
      "9:9: line 1 already uses the input BTN_SIDE; use another button of the device"),
    BrokenFile(
      "[[button]]\noutput = \"A\"\ninput = \"BTN_LEFT\"\n[[button]]\noutput = \"A\"\n\(region)\n[[button]]\n"
        + "output = \"A\"\ninput = \"BTN_RIGHT\"",
      #"4:1: line 1 already uses the name "A"; use another name"#,
      #"7:1: line 1 already uses the name "A"; use another name"#),
    BrokenFile(
      "[[button]]\nouptut = \"A\"\ninputs = \"BTN_LEFT\"\n\(region)\ncolour = 1",
      "1:1: [[button]] needs output; it must be \(buttonWords)",
      #"2:1: unknown key "ouptut" in [[button]]; did you mean "output"?"#,
      #"3:1: unknown key "inputs" in [[button]]; did you mean "input"?"#,
      #"5:1: unknown key "colour" in [[button]]; the keys are name, region, input, output, press_margin, slide and when"#
    ),
  ]
}
