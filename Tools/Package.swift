// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

let package = Package(
  name: "tools",
  dependencies: [.package(name: "touchstick", path: "..")],
  targets: [
    // Generates documents from the code: the pictures of the guide, the tables of keys, and the schema.
    .executableTarget(
      name: "documents",
      dependencies: [
        .product(name: "JoystickModel", package: "touchstick"),
        .product(name: "TouchstickParts", package: "touchstick"),
      ],
      swiftSettings: strict),
    // The feed for Benchmarks/overlay.
    .executableTarget(
      name: "circle",
      dependencies: [
        .product(name: "JoystickModel", package: "touchstick"),
        .product(name: "TouchstickParts", package: "touchstick"),
      ],
      swiftSettings: strict),
  ],
  cxxLanguageStandard: .cxx17
)
