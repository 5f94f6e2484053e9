# shellcheck shell=bash disable=SC2154
# The package is installed: what runs then, and what it may do.

files > "$work/before"
check "the package is installed" dpkg --install "$package"
cp "$configuration" "$work/installed.toml"
check "the service is enabled" systemctl is-enabled touchstickd
check "it runs, though there is no touch device" systemctl is-active touchstickd
check "its status says what it waits for" status_has "waiting for"
check "it is not root" test "$(ps -o user= -p "$(property MainPID)")" = touchstick
check "it has real time" test "$(ps -o cls=,rtprio= -p "$(property MainPID)" | tr -s ' ')" = " RR 10"
check "uinput is its group's alone" test "$(stat -c '%U %G %a' /dev/uinput)" = "root touchstick 660"
systemd-analyze security --no-pager touchstickd > "$work/security" 2>&1
grep '✗' "$work/security"
tail -n 1 "$work/security"
check "little is left open to it" grep -E 'level .*: 0\.[0-8] ' "$work/security"
