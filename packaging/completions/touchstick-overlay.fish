# fish completion of touchstick-overlay.

complete -c touchstick-overlay -f
complete -c touchstick-overlay -s o -l output -x -d 'Draw on this output'
complete -c touchstick-overlay -s c -l config -r -F -d 'Read the looks from this file'
complete -c touchstick-overlay -s t -l theme -x -a 'glass quiet high_contrast paper' -d 'Draw in this theme'
complete -c touchstick-overlay -l menu -d 'Open the menu'
complete -c touchstick-overlay -l edit -d 'Move and change the controls of a profile'
# The name of a profile comes after a mark of two characters.
complete -c touchstick-overlay -n '__fish_contains_opt edit' \
    -a '(touchstick profiles 2> /dev/null | string sub -s 3 | string replace -r " .*" "")' -d 'Profile'
complete -c touchstick-overlay -l device -r -F -d 'The touchscreen of the menu or the edit mode'
complete -c touchstick-overlay -l pad -x -d 'The gamepad of the menu or the edit mode'
complete -c touchstick-overlay -l find-output -d 'Ask for the output to draw on'
complete -c touchstick-overlay -l check -d 'Check the file with the looks'
complete -c touchstick-overlay -l feed -d 'Read the feed from the standard input'
complete -c touchstick-overlay -s h -l help -d 'Print the help'
complete -c touchstick-overlay -l version -d 'Print the version'
