internal import EventPipeline
internal import OverlayScene
internal import SessionOutput

extension XOutput {
  /// The picture that the overlay covers.
  var picture: OutputPicture {
    // A flip from top to bottom is one from left to right and half a turn.
    let number = (rotation.rawValue / 90 + (isFlippedDown ? 2 : 0)) & 3
    let transform = OutputTransform(rawValue: isFlippedAcross != isFlippedDown ? number + 4 : number)
    return OutputPicture(width: Int(width), height: Int(height), transform: transform ?? .normal)
  }
}
