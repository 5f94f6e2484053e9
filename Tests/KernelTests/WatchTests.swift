import EventPipeline
import Foundation
import InputDevices
import Testing
import TestSupport

extension KernelTests {
  @Suite("touchstick watch finds the gamepad", .serialized)
  struct WatchTests {
    /// The program, running.
    private final class Watch {
      private let process: Process

      init(by wrapper: [String] = []) throws {
        let command = wrapper + [Programs.folder.appending(path: "touchstick").path, "watch"]
        process = Process(running: command[0], Array(command.dropFirst()))
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
      }

      deinit {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
      }

      /// Whether it waits for udev, and so could not open any device yet.
      var isWaiting: Bool {
        get throws {
          try openFiles.contains { $0.hasPrefix("socket:") }
            && ProcessState.isAsleep(process.processIdentifier)
        }
      }

      func waitForEnd() -> Int32 {
        process.waitUntilExit()
        return process.terminationStatus
      }

      /// The event nodes that it has open.
      var nodes: [String] { openFiles.filter { $0.hasPrefix("/dev/input/") } }

      private var openFiles: [String] {
        let folder = "/proc/\(process.processIdentifier)/fd"
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return files.compactMap {
          try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
        }
      }
    }

    @Test("watch reads the pad, not the clone, even if that is older")
    func olderClone() throws {
      let first = URL(filePath: try Programs.file("first.toml", "[gamepad]\nname = \"The first\"\n"))
      let folder = first.deletingLastPathComponent()
      let second = folder.appending(path: "second.toml")
      try "[gamepad]\nname = \"The second\"\n".write(to: second, atomically: true, encoding: .utf8)
      let daemon = try RunningDaemon(arguments: ["--config", folder.path])
      let screen = try Bed.makeDevice(SessionTests.screen)
      // The clone comes with the first pad.
      let (clone, pad) = (try daemon.cloneNode(), try daemon.openPad(after: 1))
      try #require(clone.count < pad.path.count || clone < pad.path)
      try FileManager.default.removeItem(at: first)
      daemon.waitUntilItSays("the configuration was read again")
      let watch = try Watch()
      #expect(Bed.wait { watch.nodes == [pad.path] })
      withExtendedLifetime(screen) { daemon.stop() }
      #expect(watch.waitForEnd() == 0)
    }

    @Test("watch waits a while for the permission to read the pad, and then says that there is none")
    func permission() throws {
      let daemon = try RunningDaemon()
      let screen = try Bed.makeDevice(SessionTests.screen)
      let pad = try daemon.openPad()
      #expect(unsafe chmod(pad.path, 0o600) == 0)
      #expect(try Watch(by: DiscoveryTests.asNobody).waitForEnd() == 77)
      let watch = try Watch(by: DiscoveryTests.asNobody)
      #expect(try Bed.wait { try watch.isWaiting })
      #expect(unsafe chmod(pad.path, 0o644) == 0)
      #expect(Bed.wait { watch.nodes == [pad.path] })
      withExtendedLifetime(screen) { daemon.stop() }
      #expect(watch.waitForEnd() == 0)
    }
  }
}
