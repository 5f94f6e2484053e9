package import EventPipeline
package import JoystickModel

extension Settings {
  /// What `touchstick layout` draws despite errors: the controls that fit on a surface, and those that do not.
  ///
  /// - Returns: The error is that of ``layout(width:height:deviceClass:)``; nil if there is none.
  package func partialLayout(
    on size: SurfaceSize, deviceClass: DeviceClass
  ) -> (layout: Layout, misfits: [Misfit], error: ConfigurationError?) {
    let surface = ScaledSurface(size: size)
    var (tables, misfits): ([(ControlSettings, [Control])], [Misfit]) = ([], [])
    for control in placed(for: deviceClass, on: size) {
      if surface.errors(of: control).isEmpty {
        tables.append((control, surface.controls(control)))
      } else {
        surface.misfit(control).map { misfits.append($0) }
      }
    }
    let layout = surface.layout(tables, layers: layers)
    do throws(ConfigurationError) {
      _ = try self.layout(width: size.width, height: size.height, deviceClass: deviceClass)
      return (layout, misfits, nil)
    } catch {
      return (layout, misfits, error)
    }
  }
}

package struct Misfit: Sendable {
  package let name: String
  /// Its regions in millimetres: four for a group of buttons, and for a stick also its base.
  package let regions: [Region]

  fileprivate init(_ name: String, _ regions: [Region]) {
    self.name = name
    // A length that is out of range can make a region without an area.
    self.regions = regions.filter { $0.bounds.width > 0 && $0.bounds.height > 0 }
  }
}

extension ScaledSurface {
  fileprivate func misfit(_ control: ControlSettings) -> Misfit? {
    switch control {
    case .stick(let settings):
      let stick = StickParameters(settings, on: self)
      let base = Region.circle(Circle(center: stick.center, radius: stick.radius))
      return Misfit(settings.effectiveName, [stick.region, base])
    case .button(let button): return button.region.map { Misfit(button.name, [region($0)]) }
    case .buttonGroup(let group):
      return Misfit(group.name, group.layout.regions(in: region(group.region)))
    case .directionPad(let pad): return Misfit(pad.name, [region(pad.region)])
    case .trigger, .look, .slider, .wheel, .ignore:
      return control.region.map { Misfit(control.name, [region($0)]) }
    }
  }
}
