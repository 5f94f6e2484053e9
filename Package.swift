// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

let package = Package(
  name: "touchstick",
  products: [
    .library(name: "JoystickModel", targets: ["JoystickModel"]),
  ],
  dependencies: [
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.0"),
  ],
  targets: [
    // The pure part: no Linux below it.
    .target(name: "JoystickModel", swiftSettings: strict),
    .target(name: "EventPipeline", dependencies: ["JoystickModel"], swiftSettings: strict),

    // Text in.
    .target(
      name: "Configuration", dependencies: ["EventPipeline", "JoystickModel", "CToml"],
      swiftSettings: strict),
    .target(
      name: "Recordings", dependencies: ["EventPipeline", .product(name: "Yams", package: "Yams")],
      swiftSettings: strict),

    // Faces of C and C++ libraries.
    .target(name: "CToml", linkerSettings: [.linkedLibrary("tomlplusplus")]),

    .target(name: "CAllocationCounter", path: "Tests/CAllocationCounter"),
    .testTarget(
      name: "JoystickModelTests", dependencies: ["JoystickModel"], exclude: ["Examples"],
      swiftSettings: strict),
    .testTarget(
      name: "EventPipelineTests", dependencies: ["EventPipeline", "CAllocationCounter"],
      swiftSettings: strict),
    .testTarget(name: "RecordingsTests", dependencies: ["Recordings"], swiftSettings: strict),
    .testTarget(name: "ConfigurationTests", dependencies: ["Configuration"], swiftSettings: strict),
  ],
  cxxLanguageStandard: .cxx17
)
