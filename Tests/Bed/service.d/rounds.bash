# shellcheck shell=bash disable=SC2154
# A user's random acts on the glass, TOUCHSTICK_ROUNDS times, above sway and with another user on the same seat.

systemctl start dbus.socket systemd-logind
systemctl restart touchstickd
make_newbie
sway_runs 'exec systemctl --user import-environment WAYLAND_DISPLAY' '#6b8fb5'
check "rounds: somebody logs in, and sway starts" eval 'log_newbie_in headless,libinput && soon test -S "$runtime/wayland-1"'
check "rounds: systemd knows the display" soon eval "as_newbie systemctl --user show-environment | grep -F WAYLAND_DISPLAY="
check "rounds: both packages are installed" dpkg --install "$package" "$(dirname "$package")"/touchstick-overlay_*"${package##*_}"
check "rounds: the programs of the session run" soon runs
useradd --no-create-home --shell /bin/bash other
log_in other tty2 user
check "rounds: another user logs in" soon session_of other

# It prints each round, which may take long.
"$parts/rounds" "$runtime" "${TOUCHSTICK_ROUNDS:-20}" "${TOUCHSTICK_SEED:-1}" 2>&1
status=$?
((status == 0)) || journalctl --quiet --lines=60 --output=short-monotonic --unit="user@$(id -u newbie)" --unit=touchstickd
check "rounds: after each of them, the screen is as before, and a button works" test "$status" = 0

log_out other
userdel other
log_newbie_out
remove_newbie
check "rounds: the overlay's package is purged" dpkg --purge touchstick-overlay
systemctl stop systemd-logind dbus.socket dbus
forget_locks
