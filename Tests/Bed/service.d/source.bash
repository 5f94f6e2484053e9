# shellcheck shell=bash disable=SC2154
# The installation by `make` after the package is gone, and the next steps that `make install` prints.

# They are the same programs.
mkdir "$work/programs"
for part in "$package" "${package%/*}"/touchstick-overlay_*"${package##*_}"; do dpkg-deb --extract "$part" "$work/extracted"; done
cp "$work"/extracted/usr/{sbin/touchstickd,bin/touchstick,bin/touchstick-{session,overlay}} "$work/programs"
makes() { TOUCHSTICK_PROGRAMS=$work/programs make "$@" > "$work/made" && cat "$work/made"; }
steps() {
  sed -n 's/^    //p' "$work/made" > "$work/steps"
  bash -ex "$work/steps" || { journalctl --unit touchstickd --lines 20 >&2; false; }
}
hash -r # /usr/bin/touchstick is gone

check "make: the programs are installed" makes install
check "make: the next steps that it prints work" steps
check "make: the service is enabled" systemctl is-enabled touchstickd
check "make: the installed daemon runs" test "/proc/$(property MainPID)/exe" -ef /usr/local/sbin/touchstickd
plug
check "make: it uses a touchscreen" soon status_has "using"
check "make: its pads are off" status_has "switched off"
systemctl start dbus.socket
check "make: they are switched on" soon switches touchstick on
check "make: they are on" soon not status_has "switched off"
check "make: the stick moves" moves
main=$(property MainPID)
since=$(date +%s)
check "make: it is uninstalled while it runs" makes uninstall
check "make: it says that it stops the service" grep -F "stopping the service" "$work/made"
check "make: it does not run any more" test ! -e "/proc/$main"
check "make: the daemon has not noticed the removal of its configuration" not logged "configuration" "$since"
check "make: systemd does not know the service any more" not systemctl cat touchstickd
unplug
check "make: the commands that it prints remove the rest" steps
files > "$work/after"
check "make: no file is left" diff "$work/before" "$work/after"
check "make: no file is left in /usr/local" test -z "$(find /usr/local -name '*touchstick*')"
