internal import Configuration
internal import Diagnostics
internal import EventPipeline
internal import InputDevices
internal import OperatingSystem
internal import SystemBus

// Beginning, changes and end of a session.
extension Sessions {
  /// Puts a pad on a device, alone or beside others.
  ///
  /// - Parameter wasGrabbed: Whether another program had grabbed the device at the last attempt.
  func put(_ filePad: FilePad, on device: TouchDevice, wasGrabbed: Bool) throws(DaemonError) {
    let before = session(of: filePad)
    try makePad(for: filePad)
    let new: Session
    if let there = session(at: device.node.path) {
      let sharing = filePads.filter { other in other === filePad || there.filePads.contains { $0 === other } }
      // Files that do not fit together do not end an existing session.
      let pipeline = try makePipeline(for: there.device, sharing.map(\.settings))
      try change(there, to: pipeline, filePads: sharing)
      new = there
    } else {
      new = try begin(device, filePad, wasGrabbed: wasGrabbed)
    }
    filePad.lastNode = device.node.path
    announce(filePad, on: new)
    if let before { try leave(before, filePad) }
  }

  private func begin(
    _ device: TouchDevice, _ filePad: FilePad, wasGrabbed: Bool
  ) throws(DaemonError) -> Session {
    let pipeline = try makePipeline(for: device, [filePad.settings])
    let new: Session
    do throws(DeviceError) {
      new = try Session(
        device, pipeline: pipeline, filePads: [filePad], isOn: plays, wasGrabbed: wasGrabbed, now: loop.now)
    } catch {
      throw .device(error)
    }
    new.grabHandler = { [unowned self] in handler(.grabbed) }
    try DaemonError.loop { () throws(SystemError) in
      try new.start(on: loop) { [unowned self, unowned new] in read(new) }
    }
    all.append(new)
    layoutNumber += 1
    return new
  }

  /// Removes the pad from a session, which other pads may continue.
  private func leave(_ session: Session, _ filePad: FilePad) throws(DaemonError) {
    let others = session.filePads.filter { $0 !== filePad }
    if others.isEmpty { end(session) } else { try change(session, filePads: others) }
  }

  /// Continues a session for these pads, with the current settings of their files. If that fails, the session ends.
  func change(_ session: Session, filePads: [FilePad]) throws(DaemonError) {
    let pipeline: TouchPipeline
    do {
      pipeline = try makePipeline(for: session.device, filePads.map(\.settings))
    } catch {
      end(session)
      throw error
    }
    try change(session, to: pipeline, filePads: filePads)
  }

  private func change(
    _ session: Session, to pipeline: consuming TouchPipeline, filePads: [FilePad]
  ) throws(DaemonError) {
    let wasContested = session.isContested
    do {
      try session.change(to: pipeline, filePads: filePads, now: loop.now)
    } catch {
      end(session)
      throw .device(error)
    }
    layoutNumber += 1
    noteGrab(of: session, wasContested: wasContested)
    setDeadline(session)
  }

  /// Ends a session, with every stick centred, and leaves the pads as they are.
  func end(_ session: Session) {
    guard let index = all.firstIndex(where: { $0 === session }) else { return }
    all.remove(at: index)
    layoutNumber += 1
    session.stop()
    do throws(DeviceError) {
      try session.release(now: loop.now)
    } catch {
      loop.fail(.device(error))
    }
  }

  /// Ends a session after an error of its device.
  func end(_ session: Session, because error: DeviceError) {
    for filePad in session.filePads { filePad.problem = .device(error) }
    end(session)
    handler(.ended(error))
  }

  /// Ends all sessions, with every stick centred.
  func endAll() {
    for session in all { end(session) }
  }

  /// Makes the pipeline of a device with the controls of some files on it.
  private func makePipeline(
    for device: TouchDevice, _ settings: [Settings]
  ) throws(DaemonError) -> TouchPipeline {
    let node = device.node
    do throws(PipelineError) {
      return try settings.pipeline(for: node.description, class: device.deviceClass, on: screen(of: device))
    } catch {
      switch error {
      case .surface(let reason):
        throw .device(.noSurface(node: node.path, name: node.description.name, reason))
      case .configuration(let error): throw .configuration(error)
      }
    }
  }

  /// The screen under a device, as far as the machine and the session know it.
  func screen(of device: TouchDevice) -> Screen {
    var screen = screen
    screen.size = device.panelSize
    return screen
  }

  /// Makes the pad, unless it exists.
  func makePad(for filePad: FilePad) throws(DaemonError) {
    guard filePad.pad == nil else { return }
    let made = try DaemonError.device { () throws(DeviceError) -> VirtualDevice in
      let uinput = if let opened = uinput.take() { opened } else { try Uinput() }
      return try VirtualDevice(
        filePad.settings.gamepad.description, phys: VirtualDevice.gamepadPhys, through: uinput)
    }
    filePad.pad = made
    Journal.info("made the gamepad \(made.phrase)")
  }

  /// Logs which device a pad is on, as soon as it is certain.
  func announce(_ filePad: FilePad, on session: Session) {
    guard !session.isContested else { return }
    filePad.lastClass = session.device.deviceClass
    let state = session.state
    Journal.info(state.use(for: filePads.count > 1 ? filePad.settings.fileName : nil))
    warn(of: session)
  }

  /// Logs the warnings about the configuration for a device in use.
  func warn(of session: Session) {
    let device = session.device
    let settings = session.filePads.map(\.settings)
    let ofFiles = settings.warnings(
      for: device.node.description, class: device.deviceClass, on: screen(of: device))
    for warning in ofFiles + session.filePads.flatMap(session.fitWarnings)
    where !warnings.contains(warning) {
      warnings.append(warning)
      Journal.warning(warning.sentence)
    }
  }
}

// Changes of all sessions.
extension Sessions {
  /// Ignores everything on the surfaces until it lifts.
  func startAnew() {
    for session in all {
      inSession(session) { () throws(DeviceError) in try session.startAnew(now: loop.now) }
    }
  }

  /// Runs code with a session. An error ends the session.
  func inSession(_ session: Session, _ work: () throws(DeviceError) -> Void) {
    // An error in another session may have ended this one.
    guard all.contains(where: { $0 === session }) else { return }
    let wasContested = session.isContested
    do throws(DeviceError) {
      try work()
      noteGrab(of: session, wasContested: wasContested)
    } catch {
      end(session, because: error)
    }
    setDeadline(session)
  }
}
