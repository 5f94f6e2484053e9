/// The version of touchstick, as `--version` prints it.
public let touchstickVersion = "0.1.0"
