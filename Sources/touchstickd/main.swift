internal import Glibc

exit(Daemon.run(arguments: Array(CommandLine.arguments.dropFirst())))
