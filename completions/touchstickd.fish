# fish completion of touchstickd, which reads its command line by getopt.

complete -c touchstickd -f
complete -c touchstickd -s c -l config -r -F -d 'Read the configuration from this file or folder'
complete -c touchstickd -s h -l help -d 'Say how it is used'
complete -c touchstickd -l version -d 'Print the version'
