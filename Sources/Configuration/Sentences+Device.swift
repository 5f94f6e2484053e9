// What is said of how the values of a device go together.

extension DeviceProblem {
  var sentence: String {
    switch self {
    case .passThroughWithoutGrab:
      "pass_through is true, but the desktop sees everything already with grab = false; take one of them out"
    }
  }
}
