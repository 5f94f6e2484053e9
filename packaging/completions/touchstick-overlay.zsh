#compdef touchstick-overlay
# zsh completion of touchstick-overlay.

# The name of a profile comes after a mark of two characters.
_arguments -s -S \
  {-o,--output}'[draw on this output]:output:' \
  {-c,--config}'[read the looks from this file]:file:_files' \
  {-t,--theme}'[draw in this theme]:theme:(glass quiet high_contrast paper)' \
  '--menu[open the menu]' \
  '--edit[move and change the controls of a profile]::profile:{ compadd -- ${${(f)"$(touchstick profiles 2> /dev/null | cut -c 3-)"}%% *} }' \
  '--device[the touchscreen of the menu or the edit mode]:node:_files' \
  '--pad[the gamepad of the menu or the edit mode]:number:' \
  '--find-output[ask for the output to draw on]' \
  '--check[check the file with the looks]' \
  '--feed[read the feed from the standard input]' \
  '(- *)'{-h,--help}'[print the help]' \
  '(- *)--version[print the version]'
