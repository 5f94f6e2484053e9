// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

// For a build without a network: the folder of swift-argument-parser's source, which is otherwise fetched.
let argumentParser: Package.Dependency =
  if let folder = Context.environment["TOUCHSTICK_ARGUMENT_PARSER"] {
    .package(name: "swift-argument-parser", path: folder)
  } else {
    // Exact, so that everybody builds what was tested.
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2")
  }

let package = Package(
  name: "touchstick",
  products: [
    .library(name: "JoystickModel", targets: ["JoystickModel"]),
    .executable(name: "touchstickd", targets: ["touchstickd"]),
    .executable(name: "touchstick", targets: ["touchstick"]),
    .executable(name: "touchstick-session", targets: ["touchstick-session"]),
    .executable(name: "touchstick-overlay", targets: ["touchstick-overlay"]),
  ],
  dependencies: [argumentParser],
  targets: [
    // The pure part, without Linux.
    .target(name: "JoystickModel"),
    .target(name: "EventPipeline", dependencies: ["JoystickModel"]),

    // The kernel, libsystemd, and text in.
    .target(name: "System", dependencies: ["CLibsystemd", "CLinux"]),
    .target(
      name: "InputDevices",
      dependencies: ["EventPipeline", "JoystickModel", "System", "CLibevdev", "CLibudev", "CLinux"]),
    .target(name: "Configuration", dependencies: ["EventPipeline", "JoystickModel", "System", "CToml"]),

    // What the daemon does without: drawings, recordings and other programs' layouts, and the session's outputs.
    .target(name: "Drawing", dependencies: ["EventPipeline", "JoystickModel"]),
    .target(
      name: "Recordings",
      dependencies: ["Configuration", "EventPipeline", "JoystickModel", "System", "CLibyaml"]),
    .target(
      name: "LayoutImport", dependencies: ["Configuration", "EventPipeline", "JoystickModel", "System"]),
    .target(
      name: "Display",
      dependencies: ["EventPipeline", "InputDevices", "System", "CLibsystemd", "CWayland", "CXcb"],
      linkerSettings: [.linkedLibrary("xcb-xinput")]),

    // The programs.
    .executableTarget(
      name: "touchstickd",
      dependencies: [
        "Configuration", "EventPipeline", "InputDevices", "JoystickModel", "System", "CLibsystemd", "CLinux",
      ]),
    .executableTarget(
      name: "touchstick",
      dependencies: [
        "Configuration", "Drawing", "EventPipeline", "InputDevices", "JoystickModel", "LayoutImport",
        "Recordings", "System", "CLinux",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .executableTarget(
      name: "touchstick-session", dependencies: ["Configuration", "Display", "EventPipeline", "System"]),
    .executableTarget(
      name: "touchstick-overlay",
      dependencies: [
        "Configuration", "Display", "Drawing", "EventPipeline", "InputDevices", "JoystickModel", "System",
        "CCairo", "CLibsystemd", "CLinux", "CWayland", "CXcb",
      ], linkerSettings: [.linkedLibrary("xcb-xfixes")]),

    // One module for each C or C++ library, and one for the kernel and libc.
    .target(name: "CLinux"),
    .systemLibrary(name: "CLibevdev", pkgConfig: "libevdev", providers: [.apt(["libevdev-dev"])]),
    .systemLibrary(name: "CLibudev", pkgConfig: "libudev", providers: [.apt(["libudev-dev"])]),
    .systemLibrary(name: "CLibsystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
    .systemLibrary(name: "CLibyaml", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
    .systemLibrary(name: "CCairo", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev"])]),
    .systemLibrary(
      name: "CXcb", pkgConfig: "xcb-randr",
      providers: [
        .apt(["libxcb-randr0-dev", "libxcb-shape0-dev", "libxcb-xfixes0-dev", "libxcb-xinput-dev"])
      ]),
    .target(name: "CToml"),
    .target(
      name: "CWayland", exclude: ["hyprland-lock-notify-v1.xml", "protocols"],
      cSettings: [.headerSearchPath("../../.build/protocols")],
      linkerSettings: [.linkedLibrary("wayland-client")], plugins: ["WaylandProtocols"]),
    .plugin(name: "WaylandProtocols", capability: .buildTool()),

    // Generates documents from the code: the pictures of the guide, the tables of keys, and the schema.
    .executableTarget(
      name: "documents", dependencies: ["Configuration", "Drawing", "JoystickModel"],
      path: "Tools/documents"),
    // Writes the feed for Benchmarks/overlay.
    .executableTarget(
      name: "circle", dependencies: ["Configuration", "EventPipeline", "JoystickModel"], path: "Tools/circle"),

    .target(name: "CAllocationCounter", path: "Tests/CAllocationCounter"),
    .target(
      name: "TestSupport", dependencies: ["CXcb", "EventPipeline", "JoystickModel", "Recordings"],
      path: "Tests/TestSupport",
      exclude: ["curtain.py", "window.py", "x_window.py"]),
    .testTarget(
      name: "JoystickModelTests", dependencies: ["JoystickModel", "TestSupport"], exclude: ["Examples"]),
    .testTarget(
      name: "EventPipelineTests",
      dependencies: ["EventPipeline", "JoystickModel", "CAllocationCounter", "Recordings", "TestSupport"]),
    .testTarget(
      name: "InputDevicesTests",
      dependencies: ["EventPipeline", "InputDevices", "JoystickModel", "System", "TestSupport"]),
    .testTarget(
      name: "RecordingsTests",
      dependencies: ["Configuration", "EventPipeline", "JoystickModel", "Recordings", "TestSupport"]),
    .testTarget(
      name: "ToolTests",
      dependencies: [
        "CAllocationCounter", "Configuration", "Drawing", "EventPipeline", "JoystickModel", "LayoutImport",
        "System", "TestSupport", "touchstick", "touchstickd",
      ], exclude: ["motion_model.py"]),
    .testTarget(
      name: "KernelTests",
      dependencies: [
        "CAllocationCounter", "Configuration", "Drawing", "EventPipeline", "InputDevices", "Recordings",
        "System", "TestSupport", "touchstick", "touchstick-overlay", "touchstickd",
      ],
      exclude: [
        "README.md", "feedbackd.py", "files.py", "keeper.py", "uhid_pad.py", "revoke.py", "rumble.py",
        "sdl.py", "sdl3.py", "sensor_hub.py",
      ]),
    .testTarget(
      name: "DaemonTests",
      dependencies: [
        "CAllocationCounter", "CLibsystemd", "Configuration", "Display", "EventPipeline", "InputDevices",
        "JoystickModel",
        "System", "TestSupport", "touchstick", "touchstick-overlay", "touchstick-session", "touchstickd",
      ],
      exclude: ["compositor.py", "slow_motor.py"]),
    .testTarget(
      name: "OverlayTests",
      dependencies: [
        "CAllocationCounter", "Configuration", "Drawing", "EventPipeline", "InputDevices", "JoystickModel",
        "System", "TestSupport", "touchstick-overlay", "touchstickd",
      ],
      exclude: ["Pictures"]),
    .testTarget(
      name: "ConfigurationTests",
      dependencies: ["CAllocationCounter", "Configuration", "System", "TestSupport"]),
    .testTarget(
      name: "DocumentationTests",
      dependencies: [
        "Configuration", "Drawing", "JoystickModel", "System", "TestSupport", "touchstick",
        "touchstick-overlay", "touchstick-session", "touchstickd",
      ],
      exclude: ["conform.py"]),
  ],
  cxxLanguageStandard: .cxx17
)

// The fuzzers need compiler and linker options that only scripts/fuzz sets.
if Context.environment["TOUCHSTICK_FUZZ"] != nil {
  // A program's code can be linked only into tests, which are not built then.
  package.products.removeAll { $0.name == "touchstick-overlay" }
  package.targets.removeAll { $0.type == .test }
  for index in package.targets.indices where package.targets[index].name == "touchstick-overlay" {
    package.targets[index] = .target(
      name: "touchstick-overlay", dependencies: package.targets[index].dependencies, exclude: ["main.swift"],
      linkerSettings: package.targets[index].linkerSettings)
  }
  func fuzzer(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(
      name: "\(name)Fuzzer", dependencies: ["FuzzRun", "TestSupport"] + dependencies,
      path: "Tests/Fuzz/\(name)")
  }
  package.targets += [
    .target(name: "CFuzzer", path: "Tests/Fuzz/CFuzzer"),
    .target(name: "FuzzRun", dependencies: ["CFuzzer", "Configuration"], path: "Tests/Fuzz/Run"),
    fuzzer("Configuration", ["Configuration", "EventPipeline"]),
    fuzzer("EDID", ["InputDevices"]),
    fuzzer("Feed", ["EventPipeline"]),
    fuzzer("Image", ["Drawing", "touchstick-overlay"]),
    fuzzer("Import", ["Configuration", "EventPipeline", "LayoutImport"]),
    fuzzer("Overlay", ["Configuration", "Drawing", "touchstick-overlay"]),
    fuzzer("Recording", ["Configuration", "EventPipeline", "Recordings"]),
    fuzzer("Tracker", ["Configuration", "EventPipeline", "JoystickModel", "Recordings"]),
  ]
}

// What random tests compute with, and tests that compute more than they wait, are optimised in a debug build, too. An
// emulated machine would need several times as long for the kernel tests.
let optimized: Set = [
  "EventPipeline", "InputDevices", "JoystickModel", "Recordings", "TestSupport", "EventPipelineTests",
  "JoystickModelTests",
]

for target in package.targets where [.regular, .executable, .test].contains(target.type) {
  target.swiftSettings = strict
  if optimized.contains(target.name) {
    target.swiftSettings?.append(.unsafeFlags(["-O"], .when(configuration: .debug)))
  }
}
