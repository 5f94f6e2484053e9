import Configuration
import EventPipeline
import Foundation
import InputDevices
import System
import TestSupport
import Testing

extension KernelTests {
  @Suite("Layouts that games get by themselves", .serialized)
  struct GameTests {
    private static let layout = "[[stick]]\nregion = { x = 10, y = 10, width = 100, height = 100 }\n"

    private func schedule(_ name: String, _ text: String, of called: BusTests.Called) throws -> Process {
      let call = Process(
        running: "busctl",
        [
          "--address=\(called.address)", "--timeout=3600", "call", "org.touchstick", "/org/touchstick",
          "org.touchstick.Pads1", "ScheduleLayout", "ss", name, text,
        ])
      try call.start()
      return call
    }

    @Test(
      "A scheduled layout waits for the finger, whose stick stays deflected, and another choice replaces it")
    func scheduled() throws {
      let called = try BusTests.Called()
      let finger = Finger(on: called.screen)
      try finger.push(id: 1, of: called.pad)
      let call = try schedule("racing", Self.layout, of: called)
      // Its answer comes after the call.
      #expect(try called.tool("status").output.contains("the layout is that of the configuration"))
      called.daemon.settle()
      #expect(called.pad.value(of: .absX) == 32767 && call.isRunning)
      try finger.lift()
      try called.waitUntilStatusHas("the layout is \"racing\"")
      call.waitUntilExit()
      #expect(call.terminationStatus == 0)
      #expect(Bed.wait { (try? called.pad.isAtRest()) == true })
      // Nobody touches: at once.
      let reset = try schedule("", "", of: called)
      reset.waitUntilExit()
      #expect(reset.terminationStatus == 0)
      try called.waitUntilStatusHas("the layout is that of the configuration")
      try finger.push(id: 2, of: called.pad)
      let other = try schedule("racing", Self.layout, of: called)
      #expect(try called.tool("status").output.contains("the layout is that of the configuration"))
      let file = try Programs.file("mine.toml", Self.layout)
      #expect(try called.tool("use", file).status == 0)
      other.waitUntilExit()
      try finger.lift()
      called.daemon.settle()
      try called.waitUntilStatusHas("the layout is \"mine.toml\"")
      called.daemon.stop()
    }

    @Test("A game of SDL2 has its layout while it runs, also by the joystick node, and never under a finger")
    func games() throws {
      let called = try BusTests.Called()
      let home = try Programs.files([
        "touchstick/profiles/racing.toml": Self.layout,
        "touchstick/session.toml":
          "[[game]]\nprogram = 'sdl.py'\nprofile = 'racing'\n[[game]]\nprogram = 'joystick.py'\nprofile = 'racing'\n",
      ])
      let runtime = try Programs.files([:]).path
      let display = try XServer()
      let logind = try Programs.files(Programs.logindFiles(front: 0)).path
      let seat = "mkdir -p /run/systemd && mount --bind \(logind) /run/systemd && exec \"$0\""
      let session = Process(
        running: "unshare", ["--mount", "sh", "-c", seat, Programs.path("touchstick-session")],
        environment: [
          "DBUS_SYSTEM_BUS_ADDRESS": called.address, "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere/bus",
          "DISPLAY": display.display, "XDG_CONFIG_HOME": home.path, "XDG_RUNTIME_DIR": runtime,
        ])
      try session.start()
      defer { session.kill() }
      // The tests have the pad open, too.
      #expect(Bed.wait { !PadUses.read(in: runtime).all.isEmpty })
      let finger = Finger(on: called.screen)
      try finger.push(id: 1, of: called.pad)
      let sdl = Process(running: "python3", [Bed.script("sdl.py")])
      sdl.standardOutput = FileHandle.nullDevice
      try sdl.start()
      #expect(Bed.wait { PadUses.current(in: runtime)?.program.name == "sdl.py" })
      try called.waitUntilStatusHas("the layout is that of the configuration")
      called.daemon.settle()
      #expect(called.pad.value(of: .absX) == 32767)
      try finger.lift()
      try called.waitUntilStatusHas("the layout is \"racing\"")
      sdl.kill()
      try called.waitUntilStatusHas("the layout is that of the configuration")
      let event = lastPart(of: called.pad.path)
      let siblings = try FileManager.default.contentsOfDirectory(atPath: "/sys/class/input/\(event)/device")
      let node = "/dev/input/" + (try #require(siblings.first { $0.hasPrefix("js") }))
      let script = try Programs.file(
        "joystick.py", "import time\npad = open('\(node)', 'rb', buffering=0)\ntime.sleep(9999)\n")
      let joystick = Process(running: "python3", [script])
      try joystick.start()
      try called.waitUntilStatusHas("the layout is \"racing\"")
      joystick.kill()
      try called.waitUntilStatusHas("the layout is that of the configuration")
      called.daemon.stop()
    }
  }
}
