import PackagePlugin

/// Makes the code of Wayland's protocols before each build.
///
/// SwiftPM (6.3, too) compiles no C that a plugin makes and finds no header among its outputs ("C source file generation
/// not enabled"), and a manifest cannot name a folder of the build: it does not know --scratch-path. So the code goes to one
/// folder for all builds, which a file of the target includes; `Sources/CWayland/protocols` renames finished files into it, so
/// builds can share it.
@main
struct WaylandProtocols: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) -> [Command] {
    [
      .prebuildCommand(
        displayName: "Making the code of Wayland's protocols",
        executable: context.package.directoryURL.appending(path: "Sources/CWayland/protocols"), arguments: [],
        outputFilesDirectory: context.pluginWorkDirectoryURL)
    ]
  }
}
