# bash completion of touchstickd.
# shellcheck shell=bash

_touchstickd() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
  case $previous in
    -c | --config) mapfile -t COMPREPLY < <(compgen -f -- "$current") ;;
    *) mapfile -t COMPREPLY < <(compgen -W "-c --config -h --help --version" -- "$current") ;;
  esac
}

complete -o filenames -F _touchstickd touchstickd
