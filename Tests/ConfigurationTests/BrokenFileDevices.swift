// What can be wrong with how the values of a device go together, and with the gesture that switches the pad.
extension BrokenFile {
  private static let seen =
    "pass_through is true, but the desktop sees everything already with grab = false; take one of them out"

  static let devices = [
    BrokenFile("[device]\ngrab = false\npass_through = true", "3:16: \(seen)"),
    BrokenFile("[device]\npass_through = true\ngrab = false", "2:16: \(seen)"),
    BrokenFile("device = { grab = false, pass_through = true }", "1:41: \(seen)"),
    BrokenFile(
      "[device]\ngrab = 0\npass_through = 1", "2:8: grab is an integer; it takes true or false",
      "3:16: pass_through is an integer; it takes true or false"),
    BrokenFile(
      "[device]\ngrab = \"no\"\npass_through = true", "2:8: grab is a string; it takes true or false"),
    BrokenFile(
      "[device]\ngrab = false\npass-through = true",
      #"3:1: unknown key "pass-through" in [device]; did you mean "pass_through"?"#),
  ]

  private static let time = #"a time such as 200 or "200ms" (milliseconds), or "0.5s""#

  static let toggles = [
    BrokenFile("toggle = true", "1:10: toggle is a boolean; it takes one table, under [toggle]"),
    BrokenFile("[[toggle]]", "1:1: toggle is an array; it takes one table, under [toggle]"),
    BrokenFile("[toggle]", "1:1: there is no fingers in [toggle]; give it one: an integer, 2 to 10"),
    BrokenFile(
      "\n[toggle]\nhold_time = 99\nfinger = 3",
      "2:1: there is no fingers in [toggle]; give it one: an integer, 2 to 10",
      "3:13: hold_time is 99 ms; it takes 100 ms to 10000 ms",
      #"4:1: unknown key "finger" in [toggle]; did you mean "fingers"?"#),
    BrokenFile(
      "[toggle]\nfingers = 1\nhold_time = \"10.001s\"", "2:11: fingers is 1; it takes 2 to 10",
      "3:13: hold_time is 10001 ms; it takes 100 ms to 10000 ms"),
    BrokenFile(
      "[toggle]\nfingers = 11\nhold_time = \"1 minute\"", "2:11: fingers is 11; it takes 2 to 10",
      #"3:13: hold_time is "1 minute"; it takes \#(time)"#),
    BrokenFile(
      "[toggle]\nfingers = 3.0\nhold_time = true", "2:11: fingers is a float; it takes an integer",
      "3:13: hold_time is a boolean; it takes \(time)"),
    BrokenFile(
      "[toggle]\nfingers = 9223372036854775807\nhold = 1",
      "2:11: fingers is 9.223372036854776e+18; it takes 2 to 10",
      #"3:1: unknown key "hold" in [toggle]; there can be fingers and hold_time"#),
  ]
}
