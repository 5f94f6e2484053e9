import Configuration
import EventPipeline
import Foundation
import System
import Testing
import TestSupport

@testable import touchstickd

@Suite("touchstick status, on, off and toggle", .serialized)
struct StatusCommandTests {
  private static let isRoot = geteuid() == 0

  /// The tool's exit status and output.
  private func tool(
    _ address: String, _ arguments: String..., by wrapper: [String] = []
  ) throws -> (status: Int32, output: String) {
    try Programs.run(
      "DBUS_SYSTEM_BUS_ADDRESS=\(address)",
      wrapper + [Programs.folder.appending(path: "touchstick").path] + arguments)
  }

  private static let asNobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]

  @Test("status shows what the daemon does, as text and as JSON")
  func status() throws {
    let called = try CalledService()
    #expect(
      try tool(called.address, "status") == (
        0,
        """
        the pads are on, since touchstickd started
        the layout is that of the configuration

        no touch device is in use

        no gamepad exists

        """
      ))
    try called.use { state in
      (state.profile, state.layout) = ("phone", PadStatus.Layout("auto"))
      state.files[0].warnings = [
        Diagnostic(.warning, "moved-inside", "\"A\" was moved", hint: "give it a place", in: "a.toml")
      ]
      state.motors = [PadStatus.Motor(name: "vibrator", node: "/dev/input/event7"), MotorSocket.status]
    }
    #expect(
      try tool(called.address, "status") == (
        0,
        """
        the pads are on, since touchstickd started
        the layout is the profile "phone", which "auto" chooses for this device, by the configuration

        ! a.toml: "A" was moved
          give it a place

        /dev/input/event5  ELAN Touchscreen
            touchscreen, 331 x 187 mm (from the device), grabbed

        /dev/input/event6  Microsoft X-Box 360 pad
            gamepad, /etc/touchstick/touchstick.toml

        /dev/input/event7  vibrator
            motor, shakes when a game rumbles

        feedbackd
            motor of your session, shakes when a game rumbles

        """
      ))
    let (status, json) = try tool(called.address, "status", "--json")
    #expect(status == 0)
    #expect(
      json == #"{"devices":[{"class":"touchscreen","grabbed":true,"height":187.2,"name":"ELAN Touchscreen","#
        + #""node":"/dev/input/event5","rotation":0,"size_source":"device","width":331.2}],"#
        + #""layout":{"by":"configuration","kept":false,"name":"auto","process":null,"user":"root"},"motors":[{"name":"vibrator","node":"/dev/input/event7"},{"name":"feedbackd","node":null}],"#
        + #""on":true,"other_layouts":[],"overlay":null,"#
        + #""pads":[{"file":"/etc/touchstick/touchstick.toml","name":"Microsoft X-Box 360 pad","#
        + #""node":"/dev/input/event6"}],"problems":[{"code":"moved-inside","#
        + #""hint":"give it a place","message":"a.toml: \"A\" was moved","node":null,"process":null,"program":null}],"#
        + #""profile":"phone","reason":"start","sensors":[],"version":"\#(touchstickVersion)"}"#
        + "\n")
    try called.service.stop()
    #expect(try tool(called.address, "status").status == 69)
  }

  @Test("Root may switch the pads, and nobody else without a session", .enabled(if: isRoot))
  func switches() throws {
    let called = try CalledService()
    let by = "by touchstick or another program\n"
    #expect(try tool(called.address, "off") == (0, "the pads are off, \(by)"))
    #expect(try tool(called.address, "off") == (0, "the pads are off, \(by)"))
    #expect(try tool(called.address, "on") == (75, "the pads are on, \(by)"), "without a device")
    #expect(try tool(called.address, "toggle") == (0, "the pads are off, \(by)"))
    #expect(try tool(called.address, "status", by: Self.asNobody).status == 0)
    for command in ["on", "off", "toggle"] {
      #expect(
        try tool(called.address, command, by: Self.asNobody) == (
          77, "only root and the user of the active session on seat0 may use the pads\n"
        ))
    }
    #expect(try !called.client.padStatus().isOn)
    try called.service.stop()
  }

  @Test("With --keep, an error in session.toml is found before anything changes", .enabled(if: isRoot))
  func brokenChoices() throws {
    let called = try CalledService()
    let home = try Programs.files(["touchstick/session.toml": "pads = 'of'"])
    let (status, said) = try tool(
      called.address, "off", "--keep", by: ["env", "-u", "SUDO_USER", "XDG_CONFIG_HOME=\(home.path)"])
    #expect(
      status == 74 && said.contains("session.toml:1:8: pads is \"of\"; did you mean \"off\"?"), "\(said)")
    #expect(try called.client.padStatus().isOn)
    try called.service.stop()
  }

  @Test("use prints the warnings about a layout on the devices in use", .enabled(if: isRoot))
  func useWarnings() throws {
    let called = try CalledService.used()
    func button(_ x: Int) -> String {
      "[[button]]\nname = '\(x)'\noutput = 'A'\nregion = { center = [\(x), 50], radius = 8 }\n"
    }
    let overlapping = try Programs.file("layout.toml", button(50) + button(60))
    let (status, said) = try tool(called.address, "use", overlapping)
    #expect(status == 0 && said.contains("\"60\" overlaps \"50\""), "\(said)")
    let apart = try Programs.file("layout.toml", button(50) + button(80))
    #expect(try !tool(called.address, "use", apart).output.contains("overlaps"))
    try called.service.stop()
  }

  @Test(
    "use refuses a control on all four corners of a touchscreen, unless it is forced", .enabled(if: isRoot))
  func wholeScreen() throws {
    let called = try CalledService.used()
    func circle(_ radius: Int) throws -> String {
      try Programs.file(
        "layout.toml",
        "[[button]]\nname = 'X'\noutput = 'A'\nregion = { center = [100, 131], radius = \(radius) }\n")
    }
    let whole = try tool(called.address, "use", try circle(300))
    #expect(
      whole.status == 65 && whole.output.contains("\"X\" covers the whole touchscreen"), "\(whole.output)")
    #expect(try tool(called.address, "use", "--force", try circle(300)).status == 0)
    // The upper right corner is free.
    let part = try tool(called.address, "use", try circle(250))
    #expect(part.status == 0, "\(part.output)")
    try called.service.stop()
  }

  @Test(
    "status says what the programs of the session lack, and why they have ended",
    .enabled(if: ActiveSession.current == nil, "the session on the screen would be asked instead"))
  func sessionPrograms() throws {
    let called = try CalledService.used()
    let reason = "this compositor has no overlays for programs"
    let folder = try Programs.files([
      "wayland-0": "", "touchstick-overlay.lock": reason,
      "bin/touchstick-overlay": "#!/bin/sh\n",
    ])
    let program = folder.appending(path: "bin/touchstick-overlay").path
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
    func says(_ sentence: String, path: String = "/bin") throws {
      let runtime = ["env", "XDG_RUNTIME_DIR=\(folder.path)", "PATH=\(path)"]
      let said = try tool(called.address, "status", by: runtime).output
      #expect(said.contains("\n! \(sentence)\n"), "\(said)")
    }
    try says("touchstick-overlay is not installed: the controls cannot be seen")
    let installed = "\(folder.path)/bin:/bin"
    try says(
      "touchstick-overlay is not running: the controls cannot be seen (\"\(reason)\")", path: installed)
    try says(
      "touchstick-session is not running: controls do not rotate with the screen, and choices do not last")
    let overlay = ProgramLock("touchstick-overlay", in: folder.path)
    #expect(overlay.acquire())
    overlay.report("the controls are hidden, because a gamepad is used")
    try says("touchstick-overlay shows nothing: \"the controls are hidden, because a gamepad is used\"")
    // The file belongs to the user at the computer, who may write anything there.
    overlay.report("x\" is fine\n! run this: \(String(repeating: "x", count: 4000))")
    try says(
      #"touchstick-overlay shows nothing: "x\" is fine?! run this: \#(String(repeating: "x", count: 277))...""#
    )
    let session = ProgramLock("touchstick-session", in: folder.path)
    #expect(session.acquire())
    session.report("there is no profile \"zelda\"")
    try says(#"touchstick-session reports: "there is no profile \"zelda\"""#)
    try called.service.stop()
  }

  @Test("Without a bus, the commands say so, and what to do")
  func noBus() throws {
    for command in ["status", "on", "off", "toggle"] {
      #expect(
        try tool(try PrivateBus.newAddress(), command) == (
          69,
          "the system bus cannot be reached: No such file or directory; start it and touchstickd: "
            + "sudo systemctl start dbus touchstickd\n"
        ))
    }
  }

  @Test("run passes everything after its options to the command, with or without --", .enabled(if: isRoot))
  func command() throws {
    let called = try CalledService()
    #expect(try tool(called.address, "run", "echo", "--json", "--", "-x") == (0, "--json -- -x\n"))
    #expect(try tool(called.address, "run", "--", "echo", "--json", "--", "-x") == (0, "--json -- -x\n"))
    #expect(try tool(called.address, "run", "sh", "-c", "echo $0", "--help") == (0, "--help\n"))
    #expect(try tool(called.address, "run", "--", "--help").status == 127)
    #expect(try tool(called.address, "run", "-h").output.hasPrefix("OVERVIEW: Switches the pads on"))
    let wrong = try tool(called.address, "run", "--profil", "phone", "true")
    #expect(wrong.status == 64 && wrong.output.hasPrefix("Error: Unknown option '--profil'\n"))
    try called.service.stop()
  }

  @Test("run says which system call's error keeps it from running the command", .enabled(if: isRoot))
  func noFile() throws {
    let called = try CalledService()
    // Besides the standard streams, it needs files for the loop, the bus, timers and signals.
    func run(_ files: Int) throws -> (status: Int32, output: String) {
      try tool(called.address, "run", "--", "true", by: ["prlimit", "--nofile=\(files)"])
    }
    // libsystemd 257 needs one more than 252.
    let enough = try #require(try (7...9).first { try run($0) == (0, "") })
    #expect(try run(enough - 1) == (71, "a system call failed: Too many open files\n"))
    try called.service.stop()
  }

  @Test("Without a daemon, the commands say so, and what to do")
  func noDaemon() throws {
    let address = try PrivateBus.newAddress()
    let bus = try PrivateBus(at: address)
    for command in ["status", "on", "off", "toggle"] {
      #expect(
        try tool(address, command) == (
          69, "touchstickd is not on the system bus; start it: sudo systemctl start touchstickd\n"
        ))
    }
    withExtendedLifetime(bus) {}
  }
}
