# shellcheck shell=bash disable=SC2154
# The configuration changes while the service runs, and before it starts.

main=$(property MainPID)
check "the installed configuration can be reloaded" systemctl reload touchstickd
write_configuration nonsense
check "a configuration with an error cannot be reloaded" not systemctl reload touchstickd
check "the journal says why" soon logged 'nonsense'
# It may still be reading the file by itself, which systemd calls reloading.
check "the daemon continues" soon is ActiveState active
check "the status says that it was not used" soon status_has "is not used"
write_configuration right
check "a right configuration can be reloaded" systemctl reload touchstickd
check "the new configuration is used" soon not status_has "is not used"
check "it is still the same process" is MainPID "$main"
plug
watch
check "the other stick moves" soon grep -E 'right +[-+]?0?\.?[0-9]*[1-9]' "$work/pad"
write_configuration left
check "a change is read without a reload" soon stick_moved
unwatch
unplug

write_configuration nonsense
check "the service does not start with an error in the configuration" not systemctl restart touchstickd
check "systemd gives up" soon is ActiveState failed
check "systemd does not retry" is NRestarts 0
check "the exit status says that the configuration has an error" is ExecMainStatus 78
cp "$work/installed.toml" "$configuration"
check "the service starts again" systemctl restart touchstickd
