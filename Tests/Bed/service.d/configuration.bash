# shellcheck shell=bash disable=SC2154
# The configuration changes while the service runs, and before it starts.

main=$(property MainPID)
check "the configuration as installed can be reloaded" systemctl reload touchstickd
write_configuration nonsense
check "a configuration that is wrong cannot be" not systemctl reload touchstickd
check "why is in the journal" soon logged 'nonsense'
check "the daemon goes on" is ActiveState active
check "and says why it has not taken it" soon status_has "not taken"
write_configuration right
check "one that is right can be reloaded" systemctl reload touchstickd
check "it is taken" soon not status_has "not taken"
check "by the same process" is MainPID "$main"
plug
watch
check "the other stick moves" soon grep -E 'right +[-+]?0?\.?[0-9]*[1-9]' "$work/pad"
write_configuration left
check "a change is taken without being asked" soon stick_moved
unwatch
unplug

write_configuration nonsense
check "with a configuration that is wrong it does not start" not systemctl restart touchstickd
check "and is given up" soon is ActiveState failed
check "and is not tried again" is NRestarts 0
check "the exit status says that it is the configuration" is ExecMainStatus 78
cp "$work/installed.toml" "$configuration"
check "it starts again" systemctl restart touchstickd
