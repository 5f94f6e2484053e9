/// The version of touchstick that this is, as `--version` prints it.
public let touchstickVersion = "0.1.0"
