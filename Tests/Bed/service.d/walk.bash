# shellcheck shell=bash disable=SC2154
# A new user without a keyboard: everything from the installation on by touches, and what of it stays.

sed 's/^start = "on"$/start = "off"/' "$work/installed.toml" > "$configuration"
systemctl start dbus.socket systemd-logind
systemctl restart touchstickd
make_newbie
sway_runs 'exec systemctl --user import-environment WAYLAND_DISPLAY' '#6b8fb5'
check "walk: somebody logs in, and sway starts" eval 'log_newbie_in headless,libinput && soon test -S "$runtime/wayland-1"'
check "walk: systemd knows the display" soon eval "as_newbie systemctl --user show-environment | grep -F WAYLAND_DISPLAY="
check "walk: both packages are installed" dpkg --install "$package" "$(dirname "$package")"/touchstick-overlay_*"${package##*_}"
check "walk: the programs of the session run" soon runs

coproc WALK { "$parts/walk" "$runtime" 2>&1; }
# Copies, because bash forgets those of a process that has ended.
exec 7<&"${WALK[0]}" 8>&"${WALK[1]}"
walk() { # walk STEP
  echo "$1" >&8
  IFS= read -r REPLY <&7
  [[ $REPLY == done ]] || { echo "$REPLY"; journalctl --quiet --lines=20 --output=cat --unit="user@$(id -u newbie)"; false; }
}
# A program that holds the pad while it runs.
install --owner=newbie "$(command -v cat)" ~newbie/supertuxkart
start_game() {
  as_newbie ~newbie/supertuxkart "$(own_node touchstick/gamepad)" > "$work/game" 2>&1 &
  game=$!
  soon has_pad
}
has_pad() { as_newbie touchstick games | grep supertuxkart; }
end_game() { pkill -x supertuxkart; wait "$game"; true; } 2> /dev/null

check "walk: five fingers switch the pads on" walk on
check "walk: a layout is tried, and another one kept" walk layouts
check "walk: a theme" walk looks
check "walk: a sensitivity" walk feel
check "walk: a program has the pad" start_game
check "walk: a layout has one button more, with turbo, and another name" walk edit
check "walk: the program gets it" walk give
check "walk: the button works there" walk play
end_game
check "walk: the program ends: the kept layout is back" walk ended
check "walk: the program starts again" start_game
check "walk: it has its layout" walk "play again"
check "walk: the daemon is restarted under it" systemctl restart touchstickd
check "walk: the daemon uses the screen" walk used
# A layout that changes under the fingers ends their gesture.
check "walk: its layout is there again" walk kart
check "walk: five fingers switch the pads on, which a restart has switched off" walk "on after a restart"
check "walk: the layout is still there" walk "play later"
check "walk: the programs of the session are restarted under it" as_newbie systemctl --user restart touchstick-session \
  touchstick-overlay
check "walk: the layout is still there after that" walk "play after restarts"
end_game
check "walk: and the kept one after it" walk "ended at last"

check "walk: the user logs out" log_newbie_out
systemctl restart touchstickd # as a reboot
sway_runs 'include /etc/sway/config.d/60-touchstick.conf' '#6b8fb5'
check "walk: the user logs in again" log_newbie_in headless,libinput
check "walk: the programs of the session run again" soon runs
check "walk: the kept layout is there again" walk playstation
check "walk: five fingers switch the pads on again" walk "on after a login"
check "walk: the program starts" start_game
check "walk: and has its layout" walk kart
end_game
check "walk: it ends" walk playstation
check "walk: the menu switches the pads off" walk off
check "walk: five fingers switch them on" walk "on again"
check "walk: so does the handle" walk handle
check "walk: and five fingers again" walk "on at last"

exec 7<&- 8>&-
log_newbie_out
remove_newbie
check "walk: the overlay's package is purged" dpkg --purge touchstick-overlay
cp "$work/installed.toml" "$configuration"
systemctl stop systemd-logind dbus.socket dbus
forget_locks
