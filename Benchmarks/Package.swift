// swift-tools-version: 6.2
import PackageDescription

// The programs are C: they call the kernel, and `caller` the bus, and so do not measure a runtime.
let strict: [CSetting] = [
  .treatAllWarnings(as: .error), .enableWarning("all"), .enableWarning("extra"),
]

let package = Package(
  name: "benchmarks",
  targets: [
    .executableTarget(name: "caller", cSettings: strict, linkerSettings: [.linkedLibrary("systemd")]),
    .executableTarget(name: "floor", cSettings: strict, linkerSettings: [.linkedLibrary("m")]),
    .executableTarget(name: "latency", cSettings: strict, linkerSettings: [.linkedLibrary("m")]),
  ],
  cLanguageStandard: .gnu17
)
