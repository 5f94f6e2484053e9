# shellcheck shell=bash disable=SC2154
# The service stops, and the package is purged.

check "it stops" systemctl stop touchstickd
check "that is no failure" is Result success
check "the package is purged" dpkg --purge touchstick
files > "$work/after"
check "no file of it is left" diff "$work/before" "$work/after"
check "nor a service" not systemctl cat touchstickd
check "uinput is root's" test "$(stat -c '%U %G %a' /dev/uinput)" = "root root 600"
