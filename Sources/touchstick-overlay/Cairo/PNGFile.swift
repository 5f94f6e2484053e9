internal import Drawing
internal import Glibc
internal import System

/// A PNG file, reduced to the chunks that its pixels come from. (PNG specification, third edition, 5 and 11)
///
/// libpng inflates texts and colour profiles, which can be a thousand times as large as the file. cairo uses none of
/// that: it shows samples as they are stored, without gAMA, cHRM, sRGB, iCCP or another statement about colours, and
/// without the background of bKGD or the rotation of eXIf.
struct PNGFile {
  /// The most bytes of a file.
  static let maxBytes = 16 << 20

  /// The file that the decoder reads.
  let bytes: [UInt8]

  init(_ path: PicturePath) throws(DrawingError) {
    let content: [UInt8]?
    do throws(FileRefusal) {
      let file = try openRegularFile(path.name, beneath: path.folder)
      do throws(SystemError) {
        content = try readAll(from: file.number, limit: Self.maxBytes)
      } catch {
        throw .failed(error)
      }
    } catch {
      throw .file(error)
    }
    guard let content else { throw .tooLarge }
    try self.init(content)
  }

  /// Reduces the content of a file.
  init(_ content: [UInt8]) throws(DrawingError) {
    let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
    guard content.starts(with: signature) else { throw .notPNG }
    var rest = content.dropFirst(signature.count)
    let first = try Chunk(from: &rest)
    var kept = signature + first.bytes
    let limit = try Header(first).maxBytes
    var chunk: Chunk
    repeat {
      chunk = try Chunk(from: &rest)
      switch chunk.type {
      case "PLTE", "tRNS", "IDAT", "IEND":
        kept += chunk.bytes
        guard kept.count <= limit else { throw .tooMuchData }
      // Nobody can decode the pixels without knowing this one, or it is another IHDR.
      case _ where chunk.isCritical: throw .damaged
      default: break
      }
    } while chunk.type != "IEND"
    bytes = kept
  }
}

/// A part of the file.
private struct Chunk {
  /// Four letters.
  let type: String
  let data: ArraySlice<UInt8>
  /// All of it: the length, the type, the data and the checksum, which libpng verifies.
  let bytes: ArraySlice<UInt8>

  /// Takes the next chunk away from the rest of a file.
  init(from rest: inout ArraySlice<UInt8>) throws(DrawingError) {
    guard rest.count >= 12 else { throw .damaged }
    let length = rest.number(at: 0)
    guard length <= rest.count - 12 else { throw .damaged }
    bytes = rest.prefix(12 + length)
    type = String(decoding: bytes.dropFirst(4).prefix(4), as: UTF8.self)
    data = bytes.dropFirst(8).dropLast(4)
    rest = rest.dropFirst(bytes.count)
  }

  /// Whether the first letter is a capital.
  var isCritical: Bool { bytes[bytes.startIndex + 4] & 0x20 == 0 }
}

/// What the chunk IHDR says.
private struct Header {
  /// The most bytes that these pixels need, with the palette and the other chunks, and with as much again to spare.
  ///
  /// Interlacing can double the bytes of thin pictures, and deflate makes data that it cannot compress at most a sixth
  /// longer.
  let maxBytes: Int

  init(_ chunk: Chunk) throws(DrawingError) {
    let data = Array(chunk.data)
    guard chunk.type == "IHDR", data.count == 13 else { throw .damaged }
    let (width, height, depth) = (chunk.data.number(at: 0), chunk.data.number(at: 4), Int(data[8]))
    let samplesOfColorTypes: [UInt8: Int] = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4]
    guard let samples = samplesOfColorTypes[data[9]], depth <= 16 else { throw .damaged }
    // cairo makes 16 bytes of a pixel with 16 bits for a colour, and 4 of all others: 64 MiB at most.
    let limit = depth == 16 ? ImageLibrary.maxPixels / 2 : ImageLibrary.maxPixels
    guard (1...limit).contains(width), (1...limit).contains(height) else {
      throw .size(width: width, height: height, limit: limit)
    }
    // Each row begins with the number of its filter.
    let plainBytes = height * (1 + (width * samples * depth + 7) / 8)
    maxBytes = 4096 + 4 * plainBytes
  }
}

extension ArraySlice<UInt8> {
  /// A number of four bytes, from an offset.
  fileprivate func number(at offset: Int) -> Int {
    dropFirst(offset).prefix(4).reduce(0) { $0 << 8 | Int($1) }
  }
}
