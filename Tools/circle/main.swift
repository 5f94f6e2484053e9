// Prints the feed of a thumb that circles on a stick sixty times a second: that the pads are off, the layout, the state at
// rest, and one state for each picture of a second. Each packet is a line of hexadecimal digits.
//
// usage: circle CONFIGURATION

import Configuration
import EventPipeline
import Foundation
import JoystickModel

guard CommandLine.arguments.count == 2 else {
  try FileHandle.standardError.write(contentsOf: Data("usage: circle CONFIGURATION\n".utf8))
  exit(64)
}
// The surface has the shape of 1920 x 1200 pixels.
let size = SurfaceSize(width: 217, height: 136)
var layout = try Settings.read(path: CommandLine.arguments[1])
  .layout(width: size.width, height: size.height, deviceClass: .touchscreen)

func show(_ message: FeedMessage) {
  var buffer = FeedBuffer()
  buffer.write(message)
  print(buffer.bytes.map { String(format: "%02x", $0) }.joined())
}

@MainActor func showState() {
  let states = (0..<layout.controlCount).map { layout.report(at: $0) }
  show(.state(FeedState(generation: 1, surface: 0, controls: states)))
}

show(.off)
show(
  .layout(
    FeedLayout(
      generation: 1, surface: 0, surfaceCount: 1, width: Float(size.width), height: Float(size.height),
      rotation: 0, deviceClass: .touchscreen, device: "circle", node: "/dev/input/event0",
      controls: layout.controls.map { FeedControl($0, pad: 0) })))
showState()

let thumb = ContactID(1)
let middle = Point(x: 50, y: 90)
layout.apply(ContactEvent(id: thumb, phase: .began, position: middle), time: 0)
for picture in 0..<60 {
  let angle = Double(picture) / 60 * 2 * Double.pi
  let position = Point(x: middle.x + 15 * cos(angle), y: middle.y + 15 * sin(angle))
  layout.apply(ContactEvent(id: thumb, phase: .moved, position: position), time: Int64(picture) * 16_667)
  showState()
}
