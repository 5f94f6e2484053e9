# shellcheck shell=bash disable=SC2154
# Installed without a package, by `make`, after the package is gone; and what `make install` says is to be done then.

# They are the same programs.
mkdir "$work/programs"
dpkg-deb --extract "$package" "$work/extracted"
cp "$work"/extracted/usr/{sbin/touchstickd,bin/touchstick,bin/touchstick-session} "$work/programs"
makes() { TOUCHSTICK_PROGRAMS=$work/programs make "$@" > "$work/made" && cat "$work/made"; }
steps() { sed -n 's/^    //p' "$work/made" > "$work/steps" && bash -ex "$work/steps"; }
hash -r # /usr/bin/touchstick is gone

check "make: it is installed" makes install
check "make: what it says is to be done can be done" steps
check "make: the service is enabled" systemctl is-enabled touchstickd
check "make: it runs, from where it was installed" test "/proc/$(property MainPID)/exe" -ef /usr/local/sbin/touchstickd
plug
check "make: it takes a touchscreen" soon status_has "using"
check "make: its pads are off" status_has "switched off"
systemctl start dbus.socket
check "make: they are switched on" soon touchstick on
check "make: they are on" soon not status_has "switched off"
check "make: the stick moves" moves
main=$(property MainPID)
since=$(date +%s)
check "make: it is taken away while it runs" makes uninstall
check "make: that it stops is said" grep -F "stopping the service" "$work/made"
check "make: it does not run any more" test ! -e "/proc/$main"
check "make: it has not seen its configuration go away" not logged "configuration" "$since"
check "make: it is not known any more" not systemctl cat touchstickd
unplug
check "make: what it says is left can be taken away" steps
files > "$work/after"
check "make: no file of it is left" diff "$work/before" "$work/after"
check "make: in its own folders neither" test -z "$(find /usr/local -name '*touchstick*')"
