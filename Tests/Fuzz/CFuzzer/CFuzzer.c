// SwiftPM wants a target to have something to compile.
