import EventPipeline
import Foundation
import InputDevices
import Testing
import TestSupport

extension KernelTests {
  @Suite("A device that is not grabbed", .serialized)
  struct SharedDeviceTests {
    @Test(
      "A device that another program grabs in mid-drag is asked whether it is touched"
    )
    func grabbedByAnother() throws {
      let drag = try SessionTests.Drag(configuration: "[device]\ngrab = false\n")
      let other = try EventNode(opening: try #require(drag.screen?.node))
      try other.grab()
      // The daemon asks the device now and then, and a resting finger holds its stick.
      try drag.daemon.waitForWakeUps(2)
      #expect(drag.pad.value(of: .absX) == 32767)
      try drag.finger.lift()
      #expect(Bed.wait { drag.pad.value(of: .absX) == 0 })
      other.ungrab()
      try drag.finger.drag(id: 2, from: (500, 500), to: (300, 500))
      #expect(Bed.wait { drag.pad.value(of: .absX) == -32767 })
      try drag.finger.lift()
      #expect(
        Bed.wait {
          drag.pad.events.joined(separator: " ") == "ABS_X 32767 | ABS_X 0 | ABS_X -32767 | ABS_X 0 |"
        })
      drag.daemon.stop()
    }

    /// This screen declares its tools, but never reports them.
    @Test("A resting finger holds its stick for long, also on a screen that does not report its tools")
    func restingFinger() throws {
      let screen = try Bed.makeDevice("eGalax-Inc.-USB-TouchController")
      let daemon = try RunningDaemon(
        configuration: "[device]\ngrab = false\n" + RecordingTests.everyTouchDeflects)
      let pad = try daemon.openPad()
      func write(_ values: (EventCode, Int32)...) throws {
        try screen.write((values + [(.synReport, 0)]).map { InputEvent(time: 0, $0.0, $0.1) })
      }
      daemon.waitUntilItSays("using eGalax")
      try write((.btnTouch, 1), (.absZ, 300), (.absRX, 300))
      #expect(Bed.wait { pad.frames == 1 })
      let events = pad.events
      // The daemon asks the device now and then.
      try daemon.waitForWakeUps(2)
      #expect(pad.events == events)
      try write((.btnTouch, 0))
      #expect(Bed.wait { (try? pad.isAtRest()) == true })
      #expect(pad.frames == 2)
      daemon.stop()
    }

    @Test("A reload with grab = false frees the device, also if the pad is another")
    func grabEnds() throws {
      let folder = try Programs.files(["a.toml": "[gamepad]\nname = \"a\"\n"])
      let screen = try Bed.makeDevice(SessionTests.screen)
      let daemon = try RunningDaemon(arguments: ["--config", folder.path])
      daemon.waitUntilItSays("using ELAN Touchscreen")
      let desktop = try Pad(try #require(screen.node))
      try FileManager.default.removeItem(at: folder.appending(path: "a.toml"))
      try "[gamepad]\nname = \"b\"\n[device]\ngrab = false\n".write(
        to: folder.appending(path: "b.toml"), atomically: true, encoding: .utf8)
      daemon.signal(SIGHUP)
      daemon.waitUntilItSays("the configuration was read again")
      daemon.waitUntilItSays("using ELAN Touchscreen", times: 2)
      let pad = try daemon.openPad(after: 1)
      try Finger(on: screen).drag(from: (500, 500), to: (700, 500))
      #expect(Bed.wait { pad.value(of: .absX) == 32767 })
      #expect(desktop.events.contains("ABS_MT_TRACKING_ID 1"))
      daemon.stop()
    }
  }
}
