import Configuration
import Testing

@Suite("Errors on every surface")
struct AnySurfaceTests {
  private func sentences(_ text: String) throws -> [String]? {
    let settings = try Settings.parse(text, file: "t")
    do throws(ConfigurationError) {
      try settings.checkWithoutSurface()
      return nil
    } catch {
      return error.diagnostics.map(\.sentence)
    }
  }

  @Test("A handle that cannot move far enough is an error on every surface")
  func handle() throws {
    #expect(
      try sentences("[[stick]]\nradius = 1\n[[stick]]\ntarget = 'right'\ntravel = 0.0001") == [
        "t:2:10: moved_tolerance (1.5 mm) is greater than the handle's way along an axis (1 mm), so the stick never "
          + "deflects; reduce it",
        "t:5:10: radius x travel is 0.0009000000000000001 mm; it must be at least 0.01 mm",
      ])
  }

  @Test(
    "Nothing that depends on the surface's size is an error",
    arguments: [
      "", "[[stick]]\nradius = '1%'", "[[stick]]\nradius = 2",
      "[[dpad]]\nregion = { x = 5000, y = 0, width = 9, height = 9 }",
    ])
  func others(_ text: String) throws {
    #expect(try sentences(text) == nil)
  }
}
