internal import Foundation

/// A private message bus with the installed policies of touchstickd and of systemd's logind. It ends with its owner.
package final class PrivateBus: Sendable {
  private let process: Process

  /// An address for a bus that does not exist yet.
  package static func newAddress() throws -> String {
    "unix:path=" + (try Programs.files([:])).appending(path: "bus").path
  }

  /// Starts the bus, and waits until it is ready.
  ///
  /// - Parameter service: The user of the service, to whom the policy for the user touchstick applies; without one, it
  ///   applies to nobody.
  package init(at address: String, service: UInt32? = nil) throws {
    let file = Fixtures.project.appending(path: "dbus/org.touchstick.conf")
    let policy = try String(contentsOf: file, encoding: .utf8)
      .replacing("user=\"touchstick\"", with: "user=\"\(service.map(String.init) ?? "touchstick")\"")
    let configuration = try Programs.file(
      "bus.conf", Self.configuration(address, policy: try Programs.file("org.touchstick.conf", policy)))
    let process = Process(
      running: "dbus-daemon", ["--nofork", "--print-address", "--config-file=\(configuration)"])
    // It complains about the missing user touchstick, and about its limit of open files.
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

  deinit { process.kill() }

  /// The policy of /usr/share/dbus-1/system.conf, as far as the others do not include it.
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
        <allow own="org.freedesktop.login1"/>
      </policy>
      <include>\(policy)</include>
      <include ignore_missing="yes">/usr/share/dbus-1/system.d/org.freedesktop.login1.conf</include>
    </busconfig>
    """
  }
}
