import FuzzRun
import Glibc

// libFuzzer ends the process, and prints only the number of inputs.
atexit {
  let frames = TrackerCase.frames.load(ordering: .relaxed)
  if frames > 0 { print("frames: \(frames)") }
}
try Fuzzer.run(material: RecordedSeeds.write, TrackerCase.run)
