#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

exit(Command.run(arguments: Array(CommandLine.arguments.dropFirst())))
