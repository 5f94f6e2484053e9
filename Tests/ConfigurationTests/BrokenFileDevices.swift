// What can be wrong with how the values of a device go together.
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
}
