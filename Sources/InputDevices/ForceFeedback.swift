internal import CLinux
public import EventPipeline
internal import Glibc
internal import System

// The kernel's force feedback from both sides: a pad that games have shake, and a motor that shakes for it.

extension VirtualDevice {
  /// The file to wait for what programs ask of the device.
  public var fileDescriptor: Int32 { file.number }

  /// Answers the programs that have the device open, and has the mixer do what they want. read(2)
  ///
  /// A program that uploads or erases an effect waits for the answer, and cannot even be killed meanwhile, for half a minute.
  /// So everything is accepted. The kernel has already refused effects that the device does not claim.
  ///
  /// uinput keeps 15 events, and forgets all of them with the next one, which may be a request. That can happen in a flood, and
  /// between two processes of the service. So without a request, this looks for one; call it once more some time after a
  /// program has asked for anything. The kernel lets one program after the other ask, and each request gets the lowest free
  /// number.
  ///
  /// - Parameter now: In microseconds, for the mixer.
  public func answer(into mixer: inout RumbleMixer, now: Int64) {
    var events = InlineArray<16, input_event>(repeating: input_event())
    var bytes = events.mutableSpan
    let length = unsafe bytes.withUnsafeMutableBytes { unsafe read(file.number, $0.baseAddress, $0.count) }
    var hasRequest = false
    for index in 0..<max(length, 0) / MemoryLayout<input_event>.stride {
      let event = events[index]
      if Int32(event.type) == EV_UINPUT { hasRequest = true }
      switch (Int32(event.type), Int32(event.code)) {
      case (EV_UINPUT, UI_FF_UPLOAD): acceptEffect(UInt32(bitPattern: event.value), &mixer, now: now)
      case (EV_UINPUT, UI_FF_ERASE): acceptErasure(UInt32(bitPattern: event.value), &mixer)
      case (EV_FF, FF_GAIN): mixer.gain = UInt16(clamping: event.value)
      case (EV_FF, let effect): mixer.play(Int(effect), count: event.value, time: now)
      default: break
      }
    }
    guard !hasRequest else { return }
    acceptEffect(0, &mixer, now: now)
    acceptErasure(0, &mixer)
  }

  private func acceptEffect(_ request: UInt32, _ mixer: inout RumbleMixer, now: Int64) {
    var effect = unsafe ff_effect()
    guard unsafe clinux_accept_effect(file.number, request, &effect) == 0 else { return }
    unsafe mixer.upload(RumbleEffect(effect), id: Int(effect.id), time: now)
  }

  private func acceptErasure(_ request: UInt32, _ mixer: inout RumbleMixer) {
    mixer.erase(Int(clinux_accept_erasure(file.number, request)))
  }
}

extension RumbleEffect {
  /// An effect of the type FF_RUMBLE or FF_PERIODIC. A periodic one shakes both motors with its mean power.
  init(_ effect: ff_effect) {
    let (delay, length) = unsafe (effect.replay.delay, effect.replay.length)
    self.init(
      RumbleMagnitudes(), delay: microseconds(delay), length: microseconds(length))
    guard unsafe Int32(effect.type) == FF_PERIODIC else {
      let rumble = unsafe effect.u.rumble
      magnitudes = RumbleMagnitudes(strong: rumble.strong_magnitude, weak: rumble.weak_magnitude)
      return
    }
    let periodic = unsafe effect.u.periodic
    let power: Double
    switch unsafe Int32(periodic.waveform) {
    case FF_SINE: power = 0.5.squareRoot()
    case FF_TRIANGLE: power = (1.0 / 3).squareRoot()
    default: power = 1
    }
    // The kernel's levels end at 0x7fff, which is the highest magnitude.
    func level(_ level: Int) -> UInt16 {
      UInt16(clamping: Int((Double(min(level, 0x7fff)) * 65535 / 0x7fff * power).rounded()))
    }
    let magnitude = unsafe level(abs(Int(periodic.magnitude)))
    magnitudes = RumbleMagnitudes(strong: magnitude, weak: magnitude)
    let ends = unsafe periodic.envelope
    envelope = Envelope(
      attackLength: microseconds(ends.attack_length), attackLevel: Int64(level(Int(ends.attack_level))),
      fadeLength: microseconds(ends.fade_length), fadeLevel: Int64(level(Int(ends.fade_level))))
  }
}

private func microseconds(_ milliseconds: UInt16) -> Int64 { Int64(milliseconds) * 1000 }

/// An event node whose force feedback one thread of this process uses. The kernel erases its effect when the file is closed,
/// also when the process is killed.
public final class RumbleNode: @unchecked Sendable {
  public let path: String
  private let file: OwnedFileDescriptor
  /// The number of the effect; -1 before the first one.
  private var effect: Int32 = -1

  public var fileDescriptor: Int32 { file.number }

  /// Opens a node.
  public init(opening path: String) throws(DeviceError) {
    do throws(SystemError) {
      file = try OwnedFileDescriptor(opening: path, O_RDWR | O_NONBLOCK)
    } catch {
      throw .cannotOpen(node: path, errno: error.errno)
    }
    self.path = path
  }

  /// Shakes, in place of what it did, for this long unless it is stopped before. EVIOCSFF
  ///
  /// - Parameter milliseconds: 0 is until it is stopped.
  public func play(_ magnitudes: RumbleMagnitudes, milliseconds: UInt16) throws(DeviceError) {
    let number = clinux_upload_rumble(
      file.number, effect, magnitudes.strong, magnitudes.weak, milliseconds)
    guard number >= 0 else { throw .cannotPlay(node: path, errno: errno) }
    effect = number
    try write(1)
  }

  /// Stops shaking.
  public func stop() throws(DeviceError) {
    if effect >= 0 { try write(0) }
  }

  private func write(_ count: Int32) throws(DeviceError) {
    var event = input_event(
      time: timeval(), type: UInt16(EV_FF), code: UInt16(truncatingIfNeeded: effect), value: count)
    guard unsafe Glibc.write(file.number, &event, MemoryLayout<input_event>.size) > 0 else {
      throw .cannotPlay(node: path, errno: errno)
    }
  }
}
