# shellcheck shell=bash disable=SC2154
# The service stops, and the package is purged, while a screen is plugged in.

group_entries() { getfacl --omit-header --absolute-names /dev/input/event* /dev/iio:device* | grep '^group:[^:]'; }
sensors_group() { find -L /sys/bus/iio/devices/iio:device* -maxdepth 2 -type f ! -group root 2> /dev/null | grep .; }
known() { getent passwd touchstick || getent group touchstick; }

rm -r "$drop_ins" /usr/local/lib/heap-counter.so
systemctl daemon-reload
check "the service stops" systemctl stop touchstickd
check "the service stops without a failure" is Result success
# udev has read its rules for this screen, and applies them after the files are gone, unnoticed by prerm.
cat > /run/udev/rules.d/60-late.rules << 'END'
SUBSYSTEM=="input", KERNEL=="event*", ATTRS{name}=="*QUANTA OpticalTouchScreen", \
  RUN+="/bin/sh -c 'touch /run/late; while test -e /usr/sbin/touchstickd; do sleep 0.2; done'"
END
reload_udev_rules
plug
modprobe --all uhid hid-sensor-hub hid-sensor-accel-3d hid-sensor-trigger
coproc HUB { exec python3 Tests/KernelTests/sensor_hub.py; }
hub=$HUB_PID
check "a sensor is plugged in, too" soon sensors_group
check "a screen is plugged in meanwhile" soon test -e /run/late
check "the package is purged" dpkg --purge touchstick
files > "$work/after"
check "no file is left" diff "$work/before" "$work/after"
check "its user and group are gone" not known
check "its access to the screen and the sensor is gone" not group_entries
check "its access to the sensor's buffer is gone" not sensors_group
kill "$hub"
unplug
rm /run/udev/rules.d/60-late.rules
check "the service is gone" not systemctl cat touchstickd
check "uinput belongs to root" test "$(stat -c '%U %G %a' /dev/uinput)" = "root root 600"
