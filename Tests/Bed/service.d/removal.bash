# shellcheck shell=bash disable=SC2154
# The service stops, and the package is purged, while a screen is plugged in.

group_entries() { getfacl --omit-header --absolute-names /dev/input/event* | grep '^group:[^:]'; }
known() { getent passwd touchstick || getent group touchstick; }

rm -r "$drop_ins" /usr/local/lib/heap-counter.so
systemctl daemon-reload
check "it stops" systemctl stop touchstickd
check "that is no failure" is Result success
# Of that screen udev has read the rules, and does what they say when the files are gone, behind prerm's back.
cat > /run/udev/rules.d/60-late.rules << 'END'
SUBSYSTEM=="input", KERNEL=="event*", ATTRS{name}=="*QUANTA OpticalTouchScreen", \
  RUN+="/bin/sh -c 'touch /run/late; while test -e /usr/sbin/touchstickd; do sleep 0.2; done'"
END
udevadm control --reload
plug
check "a screen is plugged in meanwhile" soon test -e /run/late
check "the package is purged" dpkg --purge touchstick
files > "$work/after"
check "no file of it is left" diff "$work/before" "$work/after"
check "nor its user or group" not known
check "nor what that might read of the screen" not group_entries
unplug
rm /run/udev/rules.d/60-late.rules
check "nor a service" not systemctl cat touchstickd
check "uinput is root's" test "$(stat -c '%U %G %a' /dev/uinput)" = "root root 600"
