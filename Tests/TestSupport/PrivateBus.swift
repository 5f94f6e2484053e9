internal import Foundation

/// A message bus of its own, with the policy that is installed for touchstickd; it ends with its owner.
package final class PrivateBus: Sendable {
  private let process: Process

  /// Where a bus is to be, which may not be there yet.
  package static func newAddress() throws -> String {
    "unix:path=" + (try Programs.files([:])).appending(path: "bus").path
  }

  /// Starts it, and waits until it is there.
  package init(at address: String) throws {
    let policy = URL(filePath: #filePath).appending(path: "../../../dbus/org.touchstick.conf").standardized
    let configuration = try Programs.file("bus.conf", Self.configuration(address, policy: policy.path))
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["dbus-daemon", "--nofork", "--print-address", "--config-file=\(configuration)"]
    // It says that there is no user touchstick, and that it may not have more files open.
    process.standardError = FileHandle.nullDevice
    let pipe = try Programs.starting.withLock { _ in
      let pipe = Pipe()
      process.standardOutput = pipe
      try process.run()
      return pipe
    }
    self.process = process
    _ = try pipe.fileHandleForReading.read(upToCount: 1)
  }

  deinit {
    // It has inherited that SIGTERM is blocked.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// That of /usr/share/dbus-1/system.conf, as far as it goes beyond our own.
  private static func configuration(_ address: String, policy: String) -> String {
    """
    <busconfig>
      <type>system</type>
      <listen>\(address)</listen>
      <auth>EXTERNAL</auth>
      <policy context="default">
        <allow user="*"/>
        <deny own="*"/>
        <deny send_type="method_call"/>
        <allow send_type="signal"/>
        <allow send_requested_reply="true" send_type="method_return"/>
        <allow send_requested_reply="true" send_type="error"/>
        <allow receive_type="method_call"/>
        <allow receive_type="method_return"/>
        <allow receive_type="error"/>
        <allow receive_type="signal"/>
        <allow send_destination="org.freedesktop.DBus"/>
      </policy>
      <policy user="\(getuid())">
        <allow own="org.touchstick"/>
      </policy>
      <include>\(policy)</include>
    </busconfig>
    """
  }
}
