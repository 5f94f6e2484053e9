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
        tables.append((control, control.table.controls(on: surface)))
      } else {
        misfits.append(Misfit(control.name, control.table.regions(on: surface)))
      }
    }
    let layout = surface.layout(tables, of: self)
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
