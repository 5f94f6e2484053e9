import EventPipeline
import Foundation
import InputDevices
import Testing
import TestSupport

extension KernelTests {
  @Suite("A screen without slots and without BTN_TOUCH", .serialized)
  struct ListedDeviceTests {
    /// Such a screen with a stick on its whole surface, and its readers.
    private struct Listed {
      let daemon: RunningDaemon
      private(set) var screen: VirtualDevice?
      let pad: Pad
      let source: Pad

      init() throws {
        let made = try Bed.makeDevice(try RecordedCase.listed[0].recorded.load().device)
        screen = made
        daemon = try RunningDaemon(configuration: RecordingTests.everyTouchDeflects)
        pad = try daemon.openPad()
        source = try Pad(try #require(made.node))
      }

      /// Lists one contact, or none.
      func list(_ x: Int32?) throws {
        let position: [(EventCode, Int32)] = x.map { [(.absMTPositionX, $0), (.absMTPositionY, 300)] } ?? []
        try #require(screen).write(
          (position + [(.synMTReport, 0), (.synReport, 0)]).map { InputEvent(time: 0, $0.0, $0.1) })
      }

      mutating func unplug() { screen = nil }
    }

    @Test("A screen without slots is given to the desktop, and grabbed again, only between touches")
    func switched() throws {
      let listed = try Listed()
      try listed.list(1000)
      #expect(Bed.wait { listed.pad.value(of: .absX) > 32000 })
      listed.daemon.signal(SIGUSR1)
      listed.daemon.waitUntilItSays("switching off")
      try listed.list(980)
      listed.daemon.settle()
      #expect(listed.pad.value(of: .absX) > 0)
      #expect(listed.source.events.isEmpty, "it is still grabbed")
      try listed.list(nil)
      listed.daemon.waitUntilItSays("is switched off")
      #expect(try listed.pad.isAtRest())

      try listed.list(1000)
      listed.daemon.settle()
      #expect(try listed.pad.isAtRest())
      listed.daemon.signal(SIGUSR1)
      listed.daemon.waitUntilItSays("switching on")
      try listed.list(980)
      try listed.list(nil)
      listed.daemon.waitUntilItSays("is switched on")
      #expect(Bed.wait { listed.source.frames == 3 }, "the desktop sees the lift")
      try listed.list(20)
      #expect(Bed.wait { listed.pad.value(of: .absX) < -32000 })
      #expect(listed.source.frames == 3)
      listed.daemon.stop()
    }

    @Test("A screen without slots holds the stick while its lists have the finger, until it is removed")
    func unplugged() throws {
      var listed = try Listed()
      try listed.list(1000)
      #expect(Bed.wait { listed.pad.value(of: .absX) > 32000 })
      try listed.list(nil)
      #expect(Bed.wait { (try? listed.pad.isAtRest()) == true })
      try listed.list(20)
      #expect(Bed.wait { listed.pad.value(of: .absX) < -32000 })
      listed.unplug()
      listed.daemon.waitUntilItSays("the device is gone")
      #expect(try listed.pad.isAtRest())
      listed.daemon.stop()
    }
  }
}
