# bash completion of touchstick-overlay.
# shellcheck shell=bash

_touchstick-overlay() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} words
  words='-o --output -c --config -t --theme --menu --edit --device --pad --find-output --check --feed -h --help --version'
  case $previous in
    -o | --output | --pad) words='' ;;
    -c | --config | --device)
      mapfile -t COMPREPLY < <(compgen -f -- "$current")
      return
      ;;
    -t | --theme) words='glass quiet high_contrast paper' ;;
    # The name comes after a mark of two characters.
    --edit) words=$(touchstick profiles 2> /dev/null | cut -c 3- | cut -d ' ' -f 1) ;;
  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
}

complete -o filenames -F _touchstick-overlay touchstick-overlay
