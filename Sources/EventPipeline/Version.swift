/// The version of touchstick, as `--version` prints it.
package let touchstickVersion = "0.1.0"
