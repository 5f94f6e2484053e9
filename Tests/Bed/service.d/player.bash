# shellcheck shell=bash disable=SC2154
# Who sits at the computer plays: an ordinary user with a real session on seat0, beside one who has none.

for user in player visitor; do useradd --no-create-home --shell /bin/bash "$user"; done
as_player() { runuser -u player -- "$@"; }
as_visitor() { runuser -u visitor -- "$@"; }
session_is() { # session_is PROPERTY=VALUE...
  local id wanted
  id=$(loginctl --no-legend list-sessions | awk '$3 == "player" { print $1 }')
  for wanted; do loginctl show-session "$id" | grep -Fx "$wanted" || { loginctl show-session "$id"; return 1; }; done
}

# On the same seat there is a touchscreen, too.
sed -i 's/ENV{ID_SEAT}="[^"]*"/ENV{ID_SEAT}="seat0"/' /run/udev/rules.d/60-service-test.rules
udevadm control --reload
systemctl start dbus.socket systemd-logind
# As a getty does it: PAM has logind make a session of what runs on the terminal, and make that the one in front.
install -m 666 /dev/null "$work/player"
check "somebody logs in" systemd-run --quiet --unit=player-session --property=User=player --property=PAMName=login \
  --property=TTYPath=/dev/tty1 --property=StandardInput=tty --property=StandardOutput="append:$work/player" \
  --property=StandardError="append:$work/player" \
  bash -c 'while :; do touchstick watch; sleep 0.2; done'
check "logind has an active session on seat0" soon session_is Seat=seat0 Active=yes Class=user

# A new pad, for udev to give away; to hand on one that is there is for logind, below.
systemctl restart touchstickd
plug
soon status_has "using"
pad=$(own_node touchstick/gamepad)
check "who sits at the computer sees the stick move" soon grep -E 'left +[-+]?0?\.?[0-9]*[1-9]' "$work/player"
check "by a right of their own" eval "getfacl --omit-header --absolute-names $pad | grep -Fx 'user:player:rw-'"
check "in no group that has it" test "$(id -nG player)" = player
check "they may not read the touchscreen" denied as_player dd if="$(node_of "$screen")" of=/dev/null count=0
check "nor what the desktop has of it" denied as_player dd if="$(own_node 'touchstick/clone/*')" of=/dev/null count=0
check "nor make devices" denied as_player dd if=/dev/null of=/dev/uinput count=0 conv=notrunc
check "who has no session may not read the pad" denied as_visitor dd if="$pad" of=/dev/null count=0
check "who is logged in still is" session_is Active=yes # or all that would be denied anyway

may_not_switch() { exits 77 runuser -u "$1" -- touchstick toggle && says "only root and the user of the active session"; }
check "who sits at the computer may switch the pads off" soon as_player touchstick off
check "they are off" status_has "switched off"
check "who has no session may look" as_visitor touchstick status
check "but not switch" may_not_switch visitor
check "the pads are still off" status_has "switched off"
check "who sits at the computer may switch them on" as_player touchstick on
check "they are on" not status_has "switched off"

# A game with a layout of its own.
profile_is() { touchstick status | grep -F "the layout is the profile \"$1\""; }
check "who has no session may not choose a layout" exits 77 runuser -u visitor -- touchstick use phone
check "who sits at the computer may" as_player touchstick use phone
check "it is used" profile_is phone
as_player touchstick off
as_player touchstick run --profile touchscreen -- sleep 600 &
game=$!
check "run: the pads are on with its layout" soon profile_is touchscreen
check "run: they are on" not status_has "switched off"
check "run: a signal for it is the command's" pkill -TERM -u player -f '^touchstick run'
status=0
wait "$game" || status=$?
check "run: its exit status tells" test "$status" = 143
check "run: the pads are off, as before" soon status_has "switched off"
check "run: the layout is the one before" profile_is phone
check "the layout of the configuration comes back" as_player touchstick use --reset
check "it is no profile" not profile_is phone
check "the pads come back on" as_player touchstick on

# The desktop of that session, which is sway without a screen, turns its picture. It counts clockwise.
session=/run/user/$(id -u player)
in_session() { as_player env XDG_RUNTIME_DIR="$session" "$@"; }
turn() { in_session swaymsg --socket "$session/sway" output HEADLESS-1 transform "$1"; }
rotated() { # rotated DEGREES : whether the touchscreen is
  busctl --json=short get-property org.touchstick /org/touchstick org.touchstick.Pads1 Devices |
    tee "$work/devices" | grep -E ",$1,(true|false)\]" || { cat "$work/devices"; false; }
}
echo "xwayland disable" > "$work/sway"
check "session: a desktop starts" in_session systemd-run --user --quiet --unit=test-sway --setenv=WLR_BACKENDS=headless \
  --setenv=WLR_RENDERER=pixman --setenv=WLR_LIBINPUT_NO_DEVICES=1 --setenv=SWAYSOCK="$session/sway" \
  sway --config "$work/sway"
check "session: it runs" soon turn 90
# As desktops do it.
mkdir -p /run/systemd/user
printf '[Unit]\nBindsTo=graphical-session.target\n' > /run/systemd/user/test-session.target
in_session systemctl --user daemon-reload
in_session systemctl --user set-environment WAYLAND_DISPLAY=wayland-1
check "session: it has its target" in_session systemctl --user start test-session.target
check "session: the touchscreen is rotated with the picture" soon rotated 270
check "session: it follows the picture" turn 180
check "session: at once" soon rotated 180
systemctl restart touchstickd
check "session: a daemon that comes later is told" soon rotated 180
check "session: the picture is upright again" turn normal
check "session: so is the touchscreen" soon rotated 0
check "session: the desktop ends" in_session systemctl --user stop test-session.target
check "session: with what reports for it" soon not in_session systemctl --user is-active touchstick-session
in_session systemctl --user stop test-sway
rm -r /run/systemd/user/test-session.target

systemctl stop player-session
check "nor who has logged out" soon denied as_player dd if="$pad" of=/dev/null count=0
check "who has logged out may not switch either" soon may_not_switch player
unplug
systemctl stop systemd-logind dbus.socket dbus
systemctl restart touchstickd # whose pads were those of who has logged out
