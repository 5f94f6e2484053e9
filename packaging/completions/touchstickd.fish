# fish completion of touchstickd.

complete -c touchstickd -f
complete -c touchstickd -s c -l config -r -F -d 'Read the configuration from this file or folder'
complete -c touchstickd -s h -l help -d 'Print the help'
complete -c touchstickd -l version -d 'Print the version'
