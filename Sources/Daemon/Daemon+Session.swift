internal import Configuration
internal import EventPipeline
internal import Glibc
internal import InputDevices

extension Daemon {
  private static let longestRetryDelay: UInt64 = 30

  /// What the daemon does now, in a few words.
  var status: String {
    if let session { return "using \(session.device.description.name) (\(session.device.path))" }
    return "waiting for \(settings.device.wanted)"
  }

  /// Takes the touch device that is asked for, if it is there, or says what is waited for.
  ///
  /// - Returns: Where there is none, what kept devices that may be the one from being opened.
  @discardableResult
  func lookForDevice() -> [DeviceError] {
    guard session == nil else { return [] }
    retrySource = nil
    switch monitor.findDevice(for: settings, only: takenClass) {
    case .found(let device):
      begin(device)
      return []
    case .none(let refused):
      for error in refused { complain(error) }
      announceStatus()
      return refused
    }
  }

  private func begin(_ device: TouchDevice) {
    do throws(DaemonError) {
      let (pipeline, surface) = try makePipeline(for: device)
      let new = try makeSession(device, pipeline)
      sessionSource = try loop.whenReadable(device.node.fileDescriptor) { [unowned self] in read() }
      session = new
      takenClass = device.deviceClass
      retryDelay = 1
      lastComplaint = ""
      announce(device, surface)
    } catch {
      recover(from: error)
    }
  }

  private func read() {
    do throws(DeviceError) {
      try session?.readAll()
    } catch {
      recover(from: .device(error))
    }
  }

  /// Ends the session, with every stick centred, and leaves the pad as it is.
  ///
  /// - Parameter reason: What to say of it; nil is nothing.
  func end(_ reason: String?) {
    guard let ended = session else { return }
    session = nil
    sessionSource = nil
    do throws(DeviceError) {
      try ended.release()
    } catch {
      return fail(.device(error))
    }
    if let reason {
      Journal.notice(reason)
      announceStatus()
    }
  }

  /// Goes on as well as can be: without the pad there is nothing to do, a device that is gone is waited
  /// for, one that another program has is tried again.
  private func recover(from error: DaemonError) {
    switch error {
    case .device(.cannotWrite), .device(.cannotCreate), .device(.cannotOpenUinput), .eventLoop:
      session = nil
      fail(error)
    case .device(.cannotRead(let node, ENODEV)):
      end("\(node): the device is gone")
      lookForDevice()
    case .device(let reason):
      end(nil)
      complain(reason)
      announceStatus()
      retryLater()
    case .configuration, .usage:
      end(nil)
      Journal.error(error.sentence)
      announceStatus()
    }
  }

  private func retryLater() {
    do throws(DaemonError) {
      retrySource = try loop.after(seconds: retryDelay) { [unowned self] in lookForDevice() }
      retryDelay = min(retryDelay * 2, Self.longestRetryDelay)
    } catch {
      fail(error)
    }
  }

  /// Ends the daemon, for systemd to start it anew.
  private func fail(_ error: DaemonError) {
    Journal.error(error.sentence)
    loop.exit(error.exitStatus)
  }
}

// What a session is made of.
extension Daemon {
  private func makePipeline(for device: TouchDevice) throws(DaemonError) -> (TouchPipeline, Surface) {
    let node = device.node
    do throws(PipelineError) {
      return try settings.pipeline(for: node.description, class: device.deviceClass)
    } catch {
      switch error {
      case .surface(let reason):
        throw .device(.noSurface(node: node.path, name: node.description.name, reason))
      case .configuration(let error): throw .configuration(error)
      }
    }
  }

  private func makePad() throws(DaemonError) -> VirtualDevice {
    if let pad { return pad }
    let made = try DaemonError.device { () throws(DeviceError) -> VirtualDevice in
      let uinput = if let opened = uinput.take() { opened } else { try Uinput() }
      return try VirtualDevice(
        settings.gamepad.description, phys: VirtualDevice.ownPhys + "gamepad", through: uinput)
    }
    pad = made
    Journal.info("made the gamepad “\(made.name)”\(made.node.map { " (\($0))" } ?? "")")
    return made
  }

  private func makeSession(
    _ device: TouchDevice, _ pipeline: TouchPipeline
  ) throws(DaemonError) -> Session {
    let pad = try makePad()
    return try DaemonError.device { () throws(DeviceError) in
      try Session(device.node, pipeline: pipeline, pad: pad, grabs: settings.device.grab)
    }
  }
}

// What is said of it.
extension Daemon {
  private func announce(_ device: TouchDevice, _ surface: Surface) {
    let size = "\(Int(surface.size.width.rounded())) x \(Int(surface.size.height.rounded())) mm"
    lastStatus = status
    Journal.info("\(status), a \(device.deviceClass) of \(size)")
    if surface.sizeSource == .assumption {
      Journal.warning(
        "\(device.node.path): the device does not say how large it is; \(size) is assumed, so that sticks may be "
          + "too large or too small; set size in [device]")
    }
    ServiceState.status(status)
  }

  /// Says what the daemon does now, unless that is what was said last.
  private func announceStatus() {
    guard status != lastStatus else { return }
    lastStatus = status
    Journal.info(status)
    ServiceState.status(status)
  }

  /// Says why a device cannot be used, unless that is what was said last.
  private func complain(_ error: DeviceError) {
    guard error.sentence != lastComplaint else { return }
    lastComplaint = error.sentence
    Journal.warning(error.sentence)
  }
}
