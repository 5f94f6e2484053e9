import Configuration
import EventPipeline
import FuzzRun
import TestSupport

/// One input: the text of a configuration file, and the conditions that hold for any text.
struct ConfigurationCase {
  private let text: FuzzedText

  init(text: [UInt8]) { self.text = FuzzedText(text) }

  /// Traps if a condition does not hold.
  func run() {
    do throws(ConfigurationError) {
      check(try Settings.parse(text.bytes, file: FuzzedText.file))
    } catch {
      text.check(error)
    }
  }
}

extension ConfigurationCase {
  private func check(_ settings: Settings) {
    text.check(settings.warnings())
    do throws(ConfigurationError) {
      try settings.checkWithoutSurface()
    } catch {
      text.check(error)
    }
    for device in FuzzedDevice.all {
      text.check([settings].warnings(for: device.description, class: device.deviceClass))
      do throws(PipelineError) {
        var pipeline = try [settings].pipeline(for: device.description, class: device.deviceClass)
        device.play(on: &pipeline)
      } catch {
        guard case .configuration(let error) = error else { preconditionFailure("an invalid surface") }
        text.check(error)
      }
    }
  }
}

/// A device on which a configuration is tested.
struct FuzzedDevice {
  let description: DeviceDescription
  let deviceClass: DeviceClass

  /// A touchscreen, an upright touchpad and a large tablet: everything that settings depend on.
  static let all = [
    FuzzedDevice(.touchscreen, width: 217, height: 136), FuzzedDevice(.touchpad, width: 40, height: 70),
    FuzzedDevice(.tablet, width: 600, height: 340),
  ]

  private init(_ deviceClass: DeviceClass, width: Int32, height: Int32) {
    let x = AbsoluteAxis(minimum: 0, maximum: width * 10, resolution: 10)
    let y = AbsoluteAxis(minimum: 0, maximum: height * 10, resolution: 10)
    let id = DeviceID(bus: 3, vendor: 1, product: 2, version: 3)
    description = DeviceDescription(
      name: "fuzzed", id: id, codes: [.btnTouch],
      axes: [
        EventCode.absX.code: x, EventCode.absY.code: y, EventCode.absMTPositionX.code: x,
        EventCode.absMTPositionY.code: y, EventCode.absMTSlot.code: AbsoluteAxis(minimum: 0, maximum: 1),
        EventCode.absMTTrackingID.code: AbsoluteAxis(minimum: 0, maximum: 65535),
      ])
    self.deviceClass = deviceClass
  }

  /// Moves two fingers across the surface, crosswise. They stay down until everything is cancelled.
  func play(on pipeline: inout TouchPipeline) {
    for step: Int32 in 0...8 {
      let time = Int64(step) * 100_000
      while pipeline.advance(before: time) != nil {}
      for event in frame(step, time) { _ = pipeline.consume(event) }
    }
    pipeline.cancelAll(time: 1_000_000)
    orTrap { () throws(Violation) in try pipeline.checkReleased() }
  }

  private func frame(_ step: Int32, _ time: Int64) -> [InputEvent] {
    let width = description.axes[EventCode.absX.code]?.maximum ?? 0
    let height = description.axes[EventCode.absY.code]?.maximum ?? 0
    let events = [(0, width / 8 * step), (1, width / 8 * (8 - step))].flatMap { slot, x in
      [
        InputEvent(time: time, .absMTSlot, slot), InputEvent(time: time, .absMTTrackingID, slot),
        InputEvent(time: time, .absMTPositionX, x),
        InputEvent(time: time, .absMTPositionY, height / 8 * step),
      ]
    }
    return events + [InputEvent(time: time, .btnTouch, 1), InputEvent(time: time, .synReport, 0)]
  }
}
