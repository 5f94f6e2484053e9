import FuzzRun
import InputDevices

let header: [UInt8] = [0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0]

func check(_ bytes: [UInt8]) {
  guard let size = EDID(bytes)?.size else { return }
  precondition(size.isPlausible, "a size that no screen has: \(size)")
}

try Fuzzer.run { folder in
  try Fuzzer.writeSeeds([("empty", header + [UInt8](repeating: 0, count: 120))], to: folder)
} _: { bytes in
  check(bytes)
  // The header and the checksum would keep nearly all inputs out.
  guard bytes.count >= 128 else { return }
  var sealed = header + bytes[8...]
  sealed[127] = 0 &- sealed[..<127].reduce(0, &+)
  precondition(EDID(sealed) != nil, "an EDID with a header and a checksum that is refused")
  check(sealed)
}
