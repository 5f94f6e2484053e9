import PackagePlugin

/// Makes the code of Wayland's protocols before each build.
///
/// SwiftPM compiles no C that a plugin makes, so the code goes to a folder of its own, and a file of the target
/// includes it.
@main
struct WaylandProtocols: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) -> [Command] {
    [
      .prebuildCommand(
        displayName: "Making the code of Wayland's protocols",
        executable: context.package.directoryURL.appending(path: "scripts/protocols"), arguments: [],
        outputFilesDirectory: context.pluginWorkDirectoryURL)
    ]
  }
}
