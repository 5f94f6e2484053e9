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
    // Used by the packages Benchmarks and Tools.
    .library(
      name: "TouchstickParts",
      targets: ["Configuration", "Diagnostics", "EventPipeline", "OverlayFeed", "Pictures", "Recordings"]),
    .executable(name: "touchstickd", targets: ["touchstickd"]),
    .executable(name: "touchstick", targets: ["touchstick"]),
    .executable(name: "touchstick-session", targets: ["touchstick-session"]),
    .executable(name: "touchstick-overlay", targets: ["touchstick-overlay"]),
  ],
  dependencies: [
    // Exact, so that everybody builds what was tested.
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2")
  ],
  targets: [
    // The pure part, without Linux.
    .target(name: "JoystickModel"),
    .target(name: "EventPipeline", dependencies: ["JoystickModel"]),

    // What programs that show the controls are told.
    .target(name: "OverlayFeed", dependencies: ["JoystickModel"]),

    .target(name: "OperatingSystem", dependencies: ["CLinux"]),
    .target(name: "Diagnostics", dependencies: ["OperatingSystem"]),

    // Text in.
    .target(
      name: "Configuration",
      dependencies: [
        "Diagnostics", "EventPipeline", "JoystickModel", "OperatingSystem", "OverlayTheme", "CToml",
      ]),
    .target(
      name: "Recordings", dependencies: ["Diagnostics", "EventPipeline", "OperatingSystem", "CLibyaml"]),

    // The kernel and systemd.
    .target(
      name: "InputDevices",
      dependencies: ["EventPipeline", "OperatingSystem", "CLibevdev", "CLibudev", "CLinux"]),
    .target(
      name: "SystemBus", dependencies: ["OperatingSystem", "CLibsystemd", "CLinux"]),
    .target(
      name: "Daemon",
      dependencies: [
        "Configuration", "Diagnostics", "EventPipeline", "InputDevices", "JoystickModel", "OperatingSystem",
        "OverlayFeed", "SystemBus", "CLibsystemd", "CLinux",
      ]),

    // Changes layouts by touches, without a display.
    .target(
      name: "LayoutEditing",
      dependencies: ["Configuration", "Diagnostics", "EventPipeline", "JoystickModel"]),

    // What the overlay shows, without a display.
    .target(name: "OverlayTheme"),
    .target(
      name: "OverlayScene",
      dependencies: ["EventPipeline", "JoystickModel", "LayoutEditing", "OverlayFeed", "OverlayTheme"]),
    .target(
      name: "OverlayDrawing", dependencies: ["OperatingSystem", "OverlayScene", "OverlayTheme", "CCairo"]),

    // The session's display.
    .target(
      name: "SessionOutput", dependencies: ["EventPipeline", "OperatingSystem", "CWayland", "CXcb"]),

    // The programs.
    .executableTarget(name: "touchstickd", dependencies: ["Daemon"]),
    .executableTarget(
      name: "touchstick",
      dependencies: [
        "Configuration", "CLinux", "Diagnostics", "EventPipeline", "InputDevices", "JoystickModel",
        "OperatingSystem", "OverlayFeed", "Pictures", "Recordings", "SystemBus",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),

    .executableTarget(
      name: "touchstick-overlay",
      dependencies: [
        "Configuration", "Diagnostics", "EventPipeline", "JoystickModel", "LayoutEditing", "OperatingSystem",
        "OverlayDrawing", "OverlayFeed", "OverlayScene", "OverlayTheme", "SessionOutput", "SystemBus",
        "CLibsystemd", "CLinux", "CWayland", "CWaylandProtocols", "CXcbOverlay",
      ]),

    .executableTarget(
      name: "touchstick-session",
      dependencies: ["Configuration", "EventPipeline", "OperatingSystem", "SessionOutput", "SystemBus"]),

    // Elements of pictures.
    .target(name: "Pictures", dependencies: ["JoystickModel"]),

    // Module maps and shims for C and C++ libraries.
    .systemLibrary(name: "CLibevdev", pkgConfig: "libevdev", providers: [.apt(["libevdev-dev"])]),
    .systemLibrary(name: "CLibudev", pkgConfig: "libudev", providers: [.apt(["libudev-dev"])]),
    .systemLibrary(name: "CLibsystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
    .systemLibrary(name: "CLibyaml", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
    .systemLibrary(name: "CCairo", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev"])]),
    .systemLibrary(name: "CWayland", pkgConfig: "wayland-client", providers: [.apt(["libwayland-dev"])]),
    .systemLibrary(name: "CXcb", pkgConfig: "xcb-randr", providers: [.apt(["libxcb-randr0-dev"])]),
    .systemLibrary(
      name: "CXcbOverlay", pkgConfig: "xcb-xfixes",
      providers: [
        .apt(["libxcb-randr0-dev", "libxcb-shape0-dev", "libxcb-xfixes0-dev", "libxcb-xinput-dev"])
      ]),
    .plugin(name: "WaylandProtocols", capability: .buildTool()),
    .target(
      name: "CWaylandProtocols", dependencies: ["CWayland"],
      cSettings: [.headerSearchPath("../../.build/protocols")], plugins: ["WaylandProtocols"]),
    .target(name: "CLinux"),
    .target(name: "CToml", linkerSettings: [.linkedLibrary("tomlplusplus")]),

    .target(name: "CAllocationCounter", path: "Tests/CAllocationCounter"),
    .target(
      name: "TestSupport", dependencies: ["EventPipeline", "Recordings"], path: "Tests/TestSupport",
      exclude: ["window.py"]),
    .testTarget(
      name: "JoystickModelTests", dependencies: ["JoystickModel", "TestSupport"], exclude: ["Examples"]),
    .testTarget(
      name: "OverlayFeedTests",
      dependencies: ["CAllocationCounter", "JoystickModel", "OverlayFeed", "TestSupport"]),
    .testTarget(
      name: "EventPipelineTests",
      dependencies: ["EventPipeline", "CAllocationCounter", "Recordings", "TestSupport"]),
    .testTarget(
      name: "InputDevicesTests", dependencies: ["EventPipeline", "InputDevices", "TestSupport"]),
    .testTarget(name: "RecordingsTests", dependencies: ["Diagnostics", "Recordings"]),
    .testTarget(
      name: "ToolTests",
      dependencies: [
        "Diagnostics", "JoystickModel", "OperatingSystem", "OverlayFeed", "TestSupport", "touchstick",
        "touchstickd",
      ]),
    .testTarget(
      name: "KernelTests",
      dependencies: [
        "CAllocationCounter", "Configuration", "EventPipeline", "InputDevices", "OperatingSystem",
        "OverlayDrawing", "OverlayFeed", "OverlayScene", "Recordings", "SystemBus", "TestSupport",
        "touchstick", "touchstick-overlay", "touchstickd",
      ],
      exclude: ["files.py", "revoke.py", "sdl.py"]),
    .testTarget(
      name: "DaemonTests",
      dependencies: [
        "CAllocationCounter", "CLibsystemd", "Configuration", "Daemon", "EventPipeline", "JoystickModel",
        "OperatingSystem", "OverlayFeed", "SessionOutput", "SystemBus", "TestSupport", "touchstick",
        "touchstick-overlay", "touchstick-session",
      ],
      exclude: ["compositor.py"]),
    .testTarget(
      name: "OverlayTests",
      dependencies: [
        "Configuration", "Daemon", "JoystickModel", "OperatingSystem", "OverlayDrawing", "OverlayFeed",
        "OverlayScene", "OverlayTheme", "SystemBus", "TestSupport", "touchstick-overlay",
      ],
      exclude: ["Pictures"]),
    .testTarget(
      name: "ConfigurationTests", dependencies: ["Configuration", "Diagnostics", "TestSupport"]),
    .testTarget(
      name: "LayoutEditingTests",
      dependencies: ["Configuration", "EventPipeline", "JoystickModel", "LayoutEditing", "TestSupport"]),
    .testTarget(
      name: "DocumentationTests",
      dependencies: [
        "Configuration", "JoystickModel", "Pictures", "TestSupport", "touchstick", "touchstick-overlay",
        "touchstick-session", "touchstickd",
      ],
      exclude: ["conform.py"]),
  ],
  cxxLanguageStandard: .cxx17
)

// The fuzzers need compiler and linker options that only scripts/fuzz sets.
if Context.environment["TOUCHSTICK_FUZZ"] != nil {
  package.targets += [
    .target(name: "CFuzzer", path: "Tests/Fuzz/CFuzzer"),
    .executableTarget(
      name: "ConfigurationFuzzer",
      dependencies: ["CFuzzer", "Configuration", "Diagnostics", "EventPipeline", "JoystickModel"],
      path: "Tests/Fuzz/Configuration"),
    .executableTarget(
      name: "FeedFuzzer", dependencies: ["CFuzzer", "JoystickModel", "OverlayFeed", "TestSupport"],
      path: "Tests/Fuzz/Feed"),
    .executableTarget(
      name: "TrackerFuzzer",
      dependencies: [
        "CFuzzer", "Configuration", "EventPipeline", "JoystickModel", "Recordings", "TestSupport",
      ],
      path: "Tests/Fuzz/Tracker"),
  ]
}

for target in package.targets where [.regular, .executable, .test].contains(target.type) {
  target.swiftSettings = strict
}
