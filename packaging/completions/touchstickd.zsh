#compdef touchstickd
# zsh completion of touchstickd.

_arguments -s -S \
  '*'{-c,--config}'[read the configuration from this file or folder]:file or folder:_files' \
  '(- *)'{-h,--help}'[print the help]' \
  '(- *)--version[print the version]'
