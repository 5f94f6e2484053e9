import CAllocationCounter
import Configuration
import EventPipeline
import Foundation
import InputDevices
import Recordings
import Testing
import TestSupport

extension KernelTests {
  @Suite("The pad, as games and tools see it", .serialized)
  struct GamepadTests {
    @Test("SDL2 sees a game controller whose left stick goes all the way, in all directions, and returns")
    func sdl() throws {
      let circle = try #require(RecordedCase.all.first { $0.events.contains("single-center-circle") })
      let (recording, description) = try circle.load()
      let device = try Bed.makeDevice(description)
      let daemon = try RunningDaemon()
      daemon.waitUntilItSays("using \(description.name)")
      let pad = try daemon.openPad()

      let game = try SDLGame()
      let controller = try game.controller
      #expect(controller.is_controller)
      #expect((controller.axes, controller.hats, controller.buttons) == (6, 1, 11))
      try device.play(recording.trustworthyEvents) { daemon.settle() }
      #expect(Bed.wait { (try? pad.isAtRest()) == true })
      try game.wait { $0.left == [0, 0] }

      let places = try game.states.map(\.left)
      let full = places.filter { hypot(Double($0[0]), Double($0[1])) > 32000 }
      let octants = Set(full.map { Int((atan2(Double($0[1]), Double($0[0])) / .pi * 4).rounded()) & 7 })
      #expect(octants == Set(0..<8))
      for axis in 0...1 {
        #expect(places.map { $0[axis] }.max() ?? 0 >= 32700)
        #expect(places.map { $0[axis] }.min() ?? 0 <= -32700)
      }
      #expect(try game.states.allSatisfy { $0.right == [0, 0] && $0.down.isEmpty })
      daemon.stop()
    }

    @Test("evtest, jstest and udev see a pad, and nothing else")
    func tools() throws {
      let screen = try Bed.makeDevice(SessionTests.screen)
      let daemon = try RunningDaemon()
      daemon.waitUntilItSays("using ELAN Touchscreen")
      let pad = try daemon.openPad()

      let evtest = try Self.beginning("evtest '\(pad.path)'", upTo: "Testing")
      #expect(evtest.contains("Input device name: \"Microsoft X-Box 360 pad\""))
      #expect(evtest.contains("Input device ID: bus 0x3 vendor 0x45e product 0x28e version 0x114"))
      #expect(evtest.contains("(BTN_SOUTH)") && !evtest.contains("BTN_TOUCH"))

      let links = "/sys/class/input/\(URL(filePath: pad.path).lastPathComponent)/device"
      let joystick = try FileManager.default.contentsOfDirectory(atPath: links).first { $0.hasPrefix("js") }
      let js = "/dev/input/" + (try #require(joystick))
      #expect(Bed.wait { FileManager.default.fileExists(atPath: js) })
      let jstest = try Self.beginning("jstest --event '\(js)'", upTo: "Testing")
      #expect(jstest.contains("has 8 axes") && jstest.contains("and 11 buttons"), "\(jstest)")

      let properties = try Programs.run("udevadm", ["info", "--query=property", "--name=\(pad.path)"]).output
      let classes = properties.split(separator: "\n").filter { $0.hasPrefix("ID_INPUT") }
      #expect(Set(classes) == ["ID_INPUT=1", "ID_INPUT_JOYSTICK=1"])
      let phys = try String(contentsOfFile: links + "/phys", encoding: .utf8)
      #expect(phys == "touchstick/gamepad\n")
      _ = screen
      daemon.stop()
    }

    /// The output of a command before it waits for events.
    private static func beginning(_ command: String, upTo line: String) throws -> String {
      // KILL, because processes started by tests may block all other signals.
      let script = "exec 3< <(exec \(command)); sed '/\(line)/q' <&3; kill -KILL $!"
      return try Programs.run("bash", ["-c", script]).output
    }

    @Test("No daemon uses the pad as a touch device")
    func ownPad() throws {
      var screen: VirtualDevice? = try Bed.makeDevice(SessionTests.screen)
      let daemon = try RunningDaemon(configuration: "[device]\ntype = \"any\"\n")
      daemon.waitUntilItSays("using ELAN Touchscreen")
      let pad = try daemon.openPad()
      let other = try RunningDaemon(configuration: "[device]\ntype = \"any\"\nname = \"Microsoft*\"\n")
      other.waitUntilItSays("waiting for a touch device named “Microsoft*”")
      screen = nil
      daemon.waitUntilItSays("the device is gone")
      try daemon.settleWithUdev()
      other.settle()
      #expect(!daemon.output.contains("using Microsoft"))
      #expect(!other.output.contains("using"))
      #expect(!pad.isGone)
      other.stop()
      daemon.stop()
      _ = screen
    }

    @Test(
      "100,000 frames from touches to writes on the real pad allocate nothing after the first 100",
      .enabled(if: isOptimised))
    func allocations() throws {
      let description = try Fixtures.description(SessionTests.screen)
      var pipeline = try [Settings()].pipeline(for: description, class: .touchscreen)
      let pad = try VirtualDevice(.xbox360, phys: VirtualDevice.ownPhys + "gamepad", through: Uinput())
      let (down, up) = (
        [(EventCode.absMTTrackingID, Int32(1)), (.synReport, 0)],
        [(EventCode.absMTTrackingID, Int32(-1)), (.synReport, 0)]
      )
      func send(_ events: [(EventCode, Int32)]) throws {
        for (code, value) in events where pipeline.consume(InputEvent(time: 0, code, value)) {
          try pad.write(pipeline.pads[0].output)
        }
      }
      func frames(_ count: Int) throws {
        for frame in 0..<count {
          switch frame % 50 {
          case 0: try send(down)
          case 49: try send(up)
          default:
            _ = pipeline.consume(InputEvent(time: 0, .absMTPositionX, Int32(500 + frame * 37 % 400)))
            _ = pipeline.consume(InputEvent(time: 0, .absMTPositionY, Int32(500 + frame * 53 % 400)))
            if pipeline.consume(InputEvent(time: 0, .synReport, 0)) { try pad.write(pipeline.pads[0].output) }
          }
        }
      }
      try frames(100)
      let before = allocation_count()
      try frames(100_000)
      #expect(allocation_count() - before == 0)
    }
  }
}
