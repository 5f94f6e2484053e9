import EventPipeline
import Foundation
import InputDevices
import Testing
import TestSupport

// Faults caused by other programs.
extension Fault {
  static let otherPrograms = [
    Fault("another program tries to grab the screen") { game in
      let other = try EventNode(opening: try #require(game.screen?.node))
      #expect(throws: DeviceError.self) { try other.grab() }
      return try game.lift()
    },
    Fault("another program grabs the screen while the pads are switched off") { game in
      let time = try game.lift()
      game.daemon.signal(SIGUSR1)
      game.daemon.waitUntilItSays("is switched off")
      var other: EventNode? = try EventNode(opening: try #require(game.screen?.node))
      try other?.grab()
      game.daemon.signal(SIGUSR1)
      game.daemon.waitUntilItSays("is grabbed by another program")
      other = nil
      game.daemon.waitUntilItSays("using")
      return time
    },
    Fault("another program grabs the pad") { game in
      let other = try EventNode(opening: game.pad.path)
      try other.grab()
      try game.lift()
      try #require(Bed.wait { (try? EventNode(opening: game.pad.path).value(of: .absX)) == 0 })
      other.ungrab()
      // The pad's other readers see the next values.
      try game.hold()
      return try game.lift()
    },
    Fault("another program grabs the clone") { game in
      let clone = try EventNode(opening: game.waitForUse())
      try clone.grab()
      let time = try game.lift()
      game.daemon.settle()
      clone.ungrab()
      return time
    },
    Fault("50 readers of pad and clone come and go") { game in
      let clone = try game.waitForUse()
      for _ in 0..<50 { _ = (try EventNode(opening: game.pad.path), try EventNode(opening: clone)) }
      return try game.lift()
    },
    Fault("udev tells of all devices again") { game in
      try run("udevadm", "trigger", "--action=change", "--subsystem-match=input")
      try game.daemon.settleWithUdev()
      #expect(abs(game.pad.value(of: .absX)) == 32767)
      return try game.lift()
    },
    Fault("udevd restarts, and the screen is plugged in meanwhile", inMachineOnly: true) { game in
      try run("udevadm", "control", "--exit")
      let time = game.unplug()
      try game.requireRest(since: time)
      try game.plugIn()
      // It keeps all files open that it has, and Foundation waits until nobody has its socket any more.
      let closeAll = "for file in /proc/$$/fd/*; do file=${file##*/}; ((file < 3)) || exec {file}>&-; done"
      try run("bash", "-c", "\(closeAll); /lib/systemd/systemd-udevd --daemon > /dev/null 2>&1")
      try run("udevadm", "trigger", "--action=add", "--subsystem-match=input")
      try game.waitForUse()
      return time
    },
    Fault("the time of day jumps by a day", inMachineOnly: true) { game in
      try setTimeOfDay(later: 86400)
      // Nothing may wait by the time of day while that jumps, as much of Foundation does.
      defer { try? setTimeOfDay(later: -86400) }
      let time = try game.lift()
      try game.requireRest(since: time)
      return time
    },
  ].filter { Bed.isVirtualMachine || !$0.isInMachineOnly }

  private static func setTimeOfDay(later seconds: Int) throws {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    time.tv_sec += seconds
    try #require(unsafe clock_settime(CLOCK_REALTIME, &time) == 0)
  }

  private static func run(_ command: String...) throws {
    let result = try Programs.run(command[0], Array(command.dropFirst()))
    try #require(result.status == 0, "\(command): \(result.output)")
  }
}
