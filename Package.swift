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
  targets: [
    // The pure part: no Linux below it.
    .target(name: "JoystickModel", swiftSettings: strict),
    .target(name: "EventPipeline", dependencies: ["JoystickModel"], swiftSettings: strict),

    .target(name: "CAllocationCounter", path: "Tests/CAllocationCounter"),
    .testTarget(
      name: "JoystickModelTests", dependencies: ["JoystickModel"], exclude: ["Examples"],
      swiftSettings: strict),
    .testTarget(
      name: "EventPipelineTests", dependencies: ["EventPipeline", "CAllocationCounter"],
      swiftSettings: strict),
  ],
  cxxLanguageStandard: .cxx17
)
