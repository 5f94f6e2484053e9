# shellcheck shell=bash disable=SC2154
# The user at the computer plays: an ordinary user with a real session on seat0, beside one without a session.

for user in player visitor; do useradd --no-create-home --shell /bin/bash "$user"; done
as_player() { runuser -u player -- "$@"; }
as_visitor() { runuser -u visitor -- "$@"; }
session_is() { # session_is PROPERTY=VALUE...
  local id wanted
  id=$(session_of player)
  for wanted; do loginctl show-session "$id" | grep -Fx "$wanted" || { loginctl show-session "$id"; return 1; }; done
}

systemctl start dbus.socket systemd-logind
# Like a getty: through PAM, logind makes a session for the program on the terminal, and brings it to the front.
install -m 666 /dev/null "$work/player"
check "somebody logs in" systemd-run --quiet --unit=player-session --property=User=player --property=PAMName=login \
  --property=TTYPath=/dev/tty1 --property=StandardInput=tty --property=StandardOutput="append:$work/player" \
  --property=StandardError="append:$work/player" \
  bash -c 'while :; do touchstick watch; sleep 0.2; done'
check "logind has an active session on seat0" soon session_is Seat=seat0 Active=yes Class=user

# udev gives access to a new pad. logind gives access to an existing one, see below.
systemctl restart touchstickd
plug
soon status_has "using"
pad=$(own_node touchstick/gamepad)
check "the user at the computer sees the stick move" soon grep -E 'left +[-+]?0?\.?[0-9]*[1-9]' "$work/player"
check "the user at the computer has an access list entry" eval "getfacl --omit-header --absolute-names $pad | grep -Fx 'user:player:rw-'"
check "the user at the computer is in no group with access" test "$(id -nG player)" = player
check "the user at the computer may not read the touchscreen" denied as_player dd if="$(node_of "$screen")" of=/dev/null count=0
check "the user at the computer may not read the clone" denied as_player dd if="$(own_node 'touchstick/clone/*')" of=/dev/null count=0
check "the user at the computer may not make devices" denied as_player dd if=/dev/null of=/dev/uinput count=0 conv=notrunc
check "a user without a session may not read the pad" denied as_visitor dd if="$pad" of=/dev/null count=0
check "the user at the computer is still logged in" session_is Active=yes # or all of this would be denied anyway

may_not_switch() { exits 77 runuser -u "$1" -- touchstick toggle && says "only root and the user of the active session"; }
check "the user at the computer may switch the pads off" soon as_player touchstick off
check "they are off" status_has "switched off"
check "a user without a session may see the status" as_visitor touchstick status
check "a user without a session may not switch" may_not_switch visitor
check "the pads are still off" status_has "switched off"
check "the user at the computer may switch them on" switches as_player touchstick on
check "they are on" not status_has "switched off"

# A game with a layout of its own.
check "a user without a session may not choose a layout" exits 77 runuser -u visitor -- touchstick use phone
check "the user at the computer may choose a layout" as_player touchstick use phone
check "the layout is used" profile_is phone
as_player touchstick off
as_player touchstick run --profile touchscreen -- sleep infinity &
game=$!
check "run: the pads are on with its layout" soon profile_is touchscreen
check "run: they are on" not status_has "switched off"
check "run: it passes a signal on to the command" pkill -TERM -u player -f '^touchstick run'
status=0
wait "$game" || status=$?
check "run: its exit status is the command's" test "$status" = 143
check "run: the pads are off, as before" soon status_has "switched off"
check "run: the layout is that of before" profile_is phone
check "the layout of the configuration comes back" as_player touchstick use --reset
check "the profile is not used any more" not profile_is phone
check "the pads come back on" switches as_player touchstick on

# Keys of a keyboard. Of those that may write text, only the administrator decides.
install -m 644 /dev/null "$work/keys.toml"
keys() { printf '%s\n' "$2" '[[button]]' 'region = { center = ["50%", "50%"], radius = 9 }' "output = \"$1\"" > "$work/keys.toml"; }
keys KEY_F1 ""
check "keys: the user at the computer may use a layout with F1" as_player touchstick use "$work/keys.toml"
keyboard=$(own_node touchstick/keyboard)
check "keys: they may not read the keyboard" denied as_player dd if="$keyboard" of=/dev/null count=0
check "keys: it can send F1 only" eval "grep -Fx 800000000000000 /sys/class/input/${keyboard##*/}/device/capabilities/key ||
  { cat /sys/class/input/${keyboard##*/}/device/capabilities/key; false; }"
keys KEY_ENTER ""
check "keys: they may not use one with Enter" exits 65 runuser -u player -- touchstick use "$work/keys.toml"
check "keys: because nothing allows it" says 'keys = ["KEY_ENTER"] under [keyboard] in /etc/touchstick/touchstick.toml'
keys KEY_ENTER 'keyboard.keys = ["KEY_ENTER"]'
check "keys: a layout that allows it is refused, too" exits 65 runuser -u player -- touchstick use "$work/keys.toml"
check "keys: because only a configuration has that table" says 'unknown key "keyboard"'
sed -i 's/^keys = .*/keys = ["KEY_ENTER"]/' "$configuration"
keys KEY_ENTER ""
check "keys: the configuration that allows it is read" systemctl reload touchstickd
check "keys: the layout is used" as_player touchstick use "$work/keys.toml"
cp "$work/installed.toml" "$configuration"
check "keys: without the permission" systemctl reload touchstickd
check "keys: the layout ends, and the keyboard goes" soon not own_node touchstick/keyboard
check "keys: root needs no permission" touchstick use "$work/keys.toml"
check "keys: the keyboard is there again" soon own_node touchstick/keyboard
check "keys: the user at the computer may not keep that layout" exits 65 runuser -u player -- touchstick run -- true
check "keys: for the same reason" says 'keys = ["KEY_ENTER"] under [keyboard] in /etc/touchstick/touchstick.toml'
check "keys: root ends it" eval "touchstick use --reset && soon not own_node touchstick/keyboard"

# A gamepad of the machine, which the pads make room for.
mkfifo "$work/gamepad"
python3 Tests/KernelTests/uhid_pad.py < "$work/gamepad" &
exec 9> "$work/gamepad"
sed -i 's/^#gamepads = .*/gamepads = "off"/' "$configuration"
check "gamepads: the configuration is read" systemctl reload touchstickd
soon node_of "uhid pad"
udevadm settle
check "gamepads: the service may read one" eval "getfacl --omit-header --absolute-names $(node_of "uhid pad") | grep -Fx group:touchstick:r--"
# The daemon may not have opened it yet.
uses_gamepad() { printf '1 128 128 8\n0 128 128 8\n' >&9 && status_has "off, because a gamepad is used"; }
check "gamepads: the pads rest while it is used" soon uses_gamepad
check "gamepads: the user at the computer has them back" switches as_player touchstick on
check "gamepads: they are on" not status_has "because a gamepad is used"
exec 9>&-
cp "$work/installed.toml" "$configuration"
check "gamepads: the configuration of before is read" systemctl reload touchstickd

# The desktop of that session is sway without a screen. It rotates its output, and counts clockwise.
session=/run/user/$(id -u player)
in_session() { as_player env XDG_RUNTIME_DIR="$session" "$@"; }
turn() { in_session swaymsg --socket "$session/sway" output HEADLESS-1 transform "$1"; }
rotated() { # rotated DEGREES : whether the touchscreen is rotated so
  busctl --json=short get-property org.touchstick /org/touchstick org.touchstick.Pads1 Devices |
    tee "$work/devices" | grep -E ",$1,(true|false)\]" || { cat "$work/devices"; false; }
}
echo "xwayland disable" > "$work/sway"
check "session: a desktop starts" in_session systemd-run --user --quiet --unit=test-sway --setenv=WLR_BACKENDS=headless \
  --setenv=WLR_RENDERER=pixman --setenv=WLR_LIBINPUT_NO_DEVICES=1 --setenv=SWAYSOCK="$session/sway" \
  sway --config "$work/sway"
check "session: sway runs" soon turn 90
# Like a desktop.
mkdir -p /run/systemd/user
printf '[Unit]\nBindsTo=graphical-session.target\n' > /run/systemd/user/test-session.target
in_session systemctl --user daemon-reload
in_session systemctl --user set-environment WAYLAND_DISPLAY=wayland-1
check "session: the desktop starts its target" in_session systemctl --user start test-session.target
check "session: the touchscreen rotates with the screen" soon rotated 270
check "session: the screen is rotated again" turn 180
check "session: the touchscreen follows at once" soon rotated 180
systemctl restart touchstickd
check "session: a restarted daemon learns the rotation" soon rotated 180
check "session: the screen is upright again" turn normal
check "session: the touchscreen is upright again" soon rotated 0
check "session: the desktop ends" in_session systemctl --user stop test-session.target
check "session: touchstick-session ends with it" soon not in_session systemctl --user is-active touchstick-session
in_session systemctl --user stop test-sway
rm -r /run/systemd/user/test-session.target

systemctl stop player-session
check "a user who has logged out may not read the pad" soon denied as_player dd if="$pad" of=/dev/null count=0
check "a user who has logged out may not switch" soon may_not_switch player
unplug
systemctl stop systemd-logind dbus.socket dbus
systemctl restart touchstickd # the pads belonged to the user who has logged out
