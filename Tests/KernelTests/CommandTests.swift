import EventPipeline
import Foundation
import InputDevices
import TestSupport
import Testing

extension KernelTests {
  @Suite("touchstick devices and touchstick doctor", .serialized)
  struct DoctorTests {
    private static let asNobody = ["--reuid=65534", "--regid=65534", "--clear-groups"]

    /// The output of a command, run by root or by a user without any permission.
    private func say(_ arguments: [String], asNobody: Bool = false) throws -> (status: Int32, output: String)
    {
      try Bed.settleUdev()
      let tool = Programs.path("touchstick")
      let said =
        asNobody
        ? try Programs.run("setpriv", Self.asNobody + [tool] + arguments)
        : try Programs.run(tool, arguments)
      // For tests that are run by hand: the virtual machine has no other way to show it.
      if ProcessInfo.processInfo.environment["TOUCHSTICK_SHOW"] != nil {
        print("$ \(asNobody ? "nobody: " : "")touchstick \(arguments.joined(separator: " "))\n\(said.output)")
      }
      return said
    }

    private func paragraph(_ node: String, in output: String) throws -> String {
      let paragraphs = output.components(separatedBy: "\n\n")
      return try #require(paragraphs.first { $0.hasPrefix(node + "  ") }, "\(output)")
    }

    private func makeScreen() throws -> (device: VirtualDevice, node: String) {
      let screen = try Bed.makeDevice(SessionTests.screen)
      return (screen, try #require(screen.node))
    }

    @Test("A free screen: its size, its slots, that it is used, and that no other program has grabbed it")
    func free() throws {
      let (screen, node) = try makeScreen()
      let devices = try say(["devices"])
      #expect(devices.status == 0)
      #expect(
        try paragraph(node, in: devices.output) == """
          \(node)  ELAN Touchscreen
              touchscreen, 331 x 187 mm (from the device), 10 slots, 04f3:010c
              touchstickd uses it

          """)
      let doctor = try say(["doctor"])
      #expect(doctor.status == 0, "\(doctor.output)")
      for line in [
        "ok       /dev/uinput exists", "ok       you (root) may write /dev/uinput",
        "warning  touchstickd is not running", "ok       you (root) may read \(node) (\"ELAN Touchscreen\")",
        "ok       no other program has grabbed \(node) (\"ELAN Touchscreen\")",
        "ok       no gamepad now",
      ] { #expect(doctor.output.contains(line), "\(line): \(doctor.output)") }
      // It is still free afterwards, and a reader has missed nothing.
      let other = try EventNode(opening: node)
      try other.grab()
      _ = screen
    }

    @Test("A touchpad beside a screen, and one that a file asks for")
    func preference() throws {
      let touchpad = try Bed.makeDevice("SynPS2-Synaptics-TouchPad.lenovo-p50")
      let (screen, node) = try makeScreen()
      let pad = try #require(touchpad.node)
      let output = try say(["devices"]).output
      #expect(try paragraph(pad, in: output).hasSuffix("\n    not used: \(node) is preferred"), "\(output)")
      let file = try Programs.file("pad.toml", "[device]\ntype = \"touchpad\"\n")
      let json = try say(["devices", "--json", "--config", file]).output
      let line = try #require(json.split(separator: "\n").first { $0.contains("\"\(pad)\"") })
      #expect(
        line.contains(#""uses":[{"file":"\#(file)","message":"touchstickd uses it","use":"usable"}]"#),
        "\(json)")
      #expect(json.contains(#""use":"not-asked-for""#))
      _ = screen
    }

    @Test("A screen that touchstickd uses is in use, and is not tested; the pad is a pad")
    func running() throws {
      let (screen, node) = try makeScreen()
      let daemon = try RunningDaemon()
      daemon.waitUntilItSays("using ELAN Touchscreen")
      let pad = try daemon.openPad()
      let clone = try daemon.cloneNode()
      for isNobody in [false, true] {
        let output = try say(["devices"], asNobody: isNobody).output
        #expect(try paragraph(node, in: output).contains("\n    in use by touchstickd"), "\(output)")
        #expect(try paragraph(pad.path, in: output).contains("\n    the gamepad that touchstickd made"))
        #expect(try paragraph(clone, in: output).contains("\n    touchstickd's clone of \(node): "))
      }
      let doctor = try say(["doctor"])
      #expect(doctor.status == 0, "\(doctor.output)")
      for line in [
        "ok       touchstickd is running, but not as the service: process ",
        "ok       touchstickd is using \(node) (\"ELAN Touchscreen\")",
        "ok       udev classifies \(pad.path) (\"Microsoft X-Box 360 pad\") as a gamepad only",
        "ok       old games see \(pad.path) (\"Microsoft X-Box 360 pad\") as /dev/input/js",
        "ok       SDL recognises a device named “Microsoft X-Box 360 pad” as a gamepad",
      ] { #expect(doctor.output.contains(line), "\(line): \(doctor.output)") }
      // The daemon has missed nothing.
      try Finger(on: screen).drag(from: (500, 500), to: (700, 500))
      #expect(Bed.wait { pad.value(of: .absX) == 32767 })
      daemon.stop()
    }

    @Test("Without a clone, root sees from the daemon's open files which screen it uses, and others do not")
    func withoutClone() throws {
      let (screen, node) = try makeScreen()
      let daemon = try RunningDaemon(configuration: "[device]\npass_through = false\n")
      daemon.waitUntilItSays("using ELAN Touchscreen")
      _ = try daemon.openPad()
      #expect(try paragraph(node, in: try say(["devices"]).output).contains("in use by touchstickd"))
      #expect(unsafe chmod(node, 0o664) == 0)
      let output = try say(["doctor"], asNobody: true).output
      #expect(
        output.contains(
          "ok       touchstickd is running and may write /dev/uinput; you (nobody) do not need access"))
      #expect(
        output.contains("ok       touchstickd is running and may be using \(node) (\"ELAN Touchscreen\")"),
        "\(output)")
      _ = screen
      daemon.stop()
    }

    @Test("A screen grabbed by another program is an error that names the programs with open files")
    func grabbed() throws {
      let (screen, node) = try makeScreen()
      let other = try EventNode(opening: node)
      try other.grab()
      let devices = try paragraph(node, in: try say(["devices"]).output)
      #expect(devices.contains("\n    not usable: grabbed by another program; "), "\(devices)")
      let doctor = try say(["doctor"])
      #expect(doctor.status == 69)
      let line = "error    another program has grabbed \(node) (\"ELAN Touchscreen\"); "
      #expect(doctor.output.contains(line), "\(doctor.output)")
      let name = try String(contentsOfFile: "/proc/self/comm", encoding: .utf8).dropLast()
      #expect(doctor.output.contains("\(line)\(name) has it open\n"), "\(doctor.output)")
      _ = screen
    }

    @Test("A screen that is touched is not tested")
    func touched() throws {
      let (screen, node) = try makeScreen()
      let reader = try Pad(node)
      let finger = Finger(on: screen)
      try finger.touchDown(x: 500, y: 500)
      let output = try say(["doctor"]).output
      #expect(
        output.contains("ok       \(node) (\"ELAN Touchscreen\") is being touched, so it was not tested"),
        "\(output)")
      try finger.lift()
      #expect(Bed.wait { reader.events.contains("ABS_MT_TRACKING_ID -1") })
    }

    @Test("A pad with another udev class is an error, and so is a pad with a name that SDL ignores")
    func oddPad() throws {
      var description = DeviceDescription.xbox360
      description.name = "odd Touchpad"
      description.codes.formUnion([.btnMouse, EventCode(.relative, 0), EventCode(.relative, 1)])
      let odd = try VirtualDevice(description, phys: "touchstick/gamepad", through: Uinput())
      let node = try #require(odd.node)
      let doctor = try say(["doctor"])
      #expect(doctor.status == 69)
      #expect(doctor.output.contains("error    udev "), "\(doctor.output)")
      #expect(doctor.output.contains("\(node) (\"odd Touchpad\")"))
      #expect(doctor.output.contains("error    SDL ignores a gamepad named “odd Touchpad”"))
    }

    @Test("A user without permissions gets a message about each missing one")
    func nobody() throws {
      let (screen, node) = try makeScreen()
      let devices = try say(["devices"], asNobody: true)
      #expect(devices.status == 0)
      #expect(
        try paragraph(node, in: devices.output) == """
          \(node)  ELAN Touchscreen
              touchscreen, 04f3:010c
              not readable for you: permission denied; run this as root to learn more

          """)
      let doctor = try say(["doctor"], asNobody: true)
      #expect(doctor.status == 69)
      for line in [
        "error    you (nobody) may not write /dev/uinput, which belongs to the group root",
        "error    you (nobody) may not read \(node) (\"ELAN Touchscreen\"), which belongs to the group input",
        "ok       only root may use /dev/uinput, the kernel's default",
      ] { #expect(doctor.output.contains(line), "\(line): \(doctor.output)") }
      _ = screen
    }

    @Test(
      "The access list of the service's rule is recognised",
      .enabled(if: Bed.isVirtualMachine, "it creates an account"))
    func service() throws {
      let (screen, node) = try makeScreen()
      #expect(try Programs.run("useradd", ["--system", "--user-group", "touchstick"]).status == 0)
      defer { _ = try? Programs.run("userdel", ["touchstick"]) }
      let before = try say(["doctor"])
      #expect(before.status == 69)
      #expect(
        before.output.contains(
          "error    touchstick, the service's user, may not write /dev/uinput, which belongs to the group root"
        ),
        "\(before.output)")
      #expect(before.output.contains("warning  no udev rule gives /dev/uinput to touchstick"))
      #expect(before.output.contains("error    touchstick, the service's user, may not read \(node) "))
      // As in the package's rules.
      let entries = "group::rw,group:touchstick:rw"
      #expect(try Programs.run("setfacl", ["--modify=\(entries)", "/dev/uinput"]).status == 0)
      defer {
        _ = try? Programs.run("setfacl", ["--remove-all", "/dev/uinput"])
        unsafe chmod("/dev/uinput", 0o600)
      }
      #expect(try Programs.run("setfacl", ["--modify=group:touchstick:r", node]).status == 0)
      let after = try say(["doctor"], asNobody: true)
      #expect(after.status == 0, "\(after.output)")
      #expect(
        after.output.contains(
          "ok       touchstick, the service's user, may write /dev/uinput; you (nobody) do not need access"))
      #expect(
        after.output.contains(
          "ok       touchstick, the service's user, may read \(node) (\"ELAN Touchscreen\"); "))
      #expect(after.output.contains("ok       a udev rule gives /dev/uinput to the group touchstick"))
      _ = screen
    }
  }

  @Suite("touchstick watch finds the gamepad", .serialized)
  struct WatchTests {
    private final class Watch {
      private let process: Process

      init(by wrapper: [String] = []) throws {
        let command = wrapper + [Programs.path("touchstick"), "watch"]
        process = Process(running: command[0], Array(command.dropFirst()))
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.start()
      }

      deinit { process.kill() }

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
