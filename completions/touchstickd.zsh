#compdef touchstickd
# zsh completion of touchstickd, which reads its command line by getopt.

_arguments -s -S \
  '*'{-c,--config}'[read the configuration from this file or folder]:file or folder:_files' \
  '(- *)'{-h,--help}'[say how it is used]' \
  '(- *)--version[print the version]'
