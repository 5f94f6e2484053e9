# shellcheck shell=bash disable=SC2154
# A new user's first touch: both packages, a login, sway, and no typed command.

# As it was installed.
sed 's/^start = "on"$/start = "off"/' "$work/installed.toml" > "$configuration"
systemctl start dbus.socket systemd-logind
systemctl restart touchstickd

make_newbie
reason_is() { touchstick status | tee "$work/status" | grep -F -- "$1" || { cat "$work/status"; false; }; } # reason_is TEXT

# A desktop that runs while the packages are installed. Debian's sway has this line.
sway_runs 'exec systemctl --user import-environment WAYLAND_DISPLAY'
check "first: somebody logs in, and sway starts" eval 'log_newbie_in headless && soon test -S "$runtime/wayland-1"'
check "first: systemd knows the display" soon eval "as_newbie systemctl --user show-environment | grep -F WAYLAND_DISPLAY="
check "first: both packages are installed" dpkg --install "$package" "$(dirname "$package")"/touchstick-overlay_*"${package##*_}"
check "first: the programs of the session run at once" soon runs
check "first: five fingers show a whole pad, whose stick and A reach SDL" "$parts/first" "$runtime" on
check "first: another layout is kept" as_newbie touchstick use --keep swiftui-joystick
check "first: so are the pads" switches as_newbie touchstick on --keep
check "first: status says so" reason_is 'by newbie, until the session ends'
check "first: and to the user" eval "as_newbie touchstick status | grep -F 'by you, kept in session.toml'"
systemctl restart touchstickd
check "first: the layout is there after a restart of the daemon" soon profile_is swiftui-joystick
check "first: and the pads are on" soon not status_has "switched off"
check "first: the user logs out" log_newbie_out
check "first: the layout is the configuration's" soon profile_is auto
systemctl restart touchstickd # as a reboot
check "first: the pads are off, as the configuration says" soon status_has "switched off"
sway_runs 'include /etc/sway/config.d/60-touchstick.conf'
check "first: the user logs in again" log_newbie_in headless
check "first: sway starts the programs of the session" soon runs
check "first: the layout is there after a login" soon profile_is swiftui-joystick
check "first: and the pads are on again" soon not status_has "switched off"
useradd --no-create-home other
systemd-run --quiet --unit=other-session --property=User=other --property=PAMName=login --property=TTYPath=/dev/tty2 \
  --property=StandardInput=tty sleep infinity
check "first: another user logs in" soon eval '[[ $(session_of other) ]]'
check "first: and comes to the front" eval 'loginctl activate "$(session_of other)"'
check "first: the layout is not for the other user" soon not profile_is swiftui-joystick
check "first: nor are the pads" soon status_has "off, because another user is in front"
check "first: the user is back" eval 'loginctl activate "$(session_of newbie)"'
check "first: so is the layout" soon profile_is swiftui-joystick
check "first: and so are the pads" soon not status_has "off"
systemctl stop other-session
userdel other
check "first: the controls are seen at once" "$parts/first" "$runtime" already
check "first: the layout is the configuration's again" as_newbie touchstick use --reset --keep
check "first: session.toml has no layout any more" eval "! grep layout ~newbie/.config/touchstick/session.toml"

# A layout that does not fit after a rotation.
printf '[[button]]\noutput = "A"\nregion = { center = [220, 80], radius = 8 }\n[[stick]]\nregion = { x = 0, y = 40, width = 80, height = 80 }\n' \
  > "$work/wide.toml"
chmod 644 "$work/wide.toml"

# The reasons.
check "first: off: status says how to switch on" eval "as_newbie touchstick off && reason_is 'hold 5 fingers still'"
check "first: off: doctor says so" eval "touchstick doctor | grep 'the pads are switched off'"
check "first: no device: on has a status of its own" exits 75 runuser -u newbie -- touchstick on
check "first: no device: it says what it is waiting for" says "waiting for a touchscreen"
check "first: with a touchscreen, each reason is found" "$parts/first" "$runtime" reasons "$work/wide.toml"

# Lockers.
# start_locker COMMAND : in the session
start_locker() { as_newbie swaymsg exec -- "$1" && soon pgrep -x swaylock; }
end_locker() { pkill -USR1 -x swaylock && soon not pgrep -x swaylock; }
check "lockers: touchstick lock -- swaylock" start_locker 'touchstick lock -- swaylock --color 000000'
check "lockers: touchstick lock: the pads go off" soon status_has "off, because the session is locked"
check "lockers: touchstick lock: swaylock ends" end_locker
check "lockers: touchstick lock: the session is not locked" soon status_has "off, because the session was locked"
check "lockers: touchstick lock: swaylock starts again" start_locker 'touchstick lock -- swaylock --color 000000'
check "lockers: touchstick lock: the pads are off" soon status_has "off, because the session is locked"
check "lockers: touchstick lock: swaylock crashes" eval "pkill -SEGV -x swaylock && soon not pgrep -f '^touchstick lock'"
check "lockers: touchstick lock, crash: the session still counts as locked" hint_is newbie yes
check "lockers: touchstick lock, crash: another swaylock starts" start_locker 'touchstick lock -- swaylock --color 000000'
check "lockers: touchstick lock, crash: it ends" end_locker
check "lockers: touchstick lock, crash: the session is not locked" soon status_has "off, because the session was locked"
check "lockers: swaylock alone: doctor says how to start it" eval "touchstick doctor > $work/doctor; grep -F 'swaylock' $work/doctor && grep -F 'touchstick lock -- ' $work/doctor"

log_newbie_out
remove_newbie
check "first: the overlay's package is purged" dpkg --purge touchstick-overlay
cp "$work/installed.toml" "$configuration"
systemctl stop systemd-logind dbus.socket dbus
forget_locks
