# shellcheck shell=bash disable=SC2034,SC2154
# Users who log in on seat0, lock their sessions, and take turns in front: sourced by Tests/Bed/service.

# log_in USER TERMINAL CLASS : like a getty or a greeter. The session runs commands that are written to $work/USER.
log_in() {
  rm -f "$work/$1"
  mkfifo -m 666 "$work/$1"
  systemd-run --quiet --unit="session-$1" --property=User="$1" --property=PAMName=login --property=TTYPath="/dev/$2" \
    --property=StandardInput=tty --setenv=XDG_SESSION_CLASS="$3" bash -c "while :; do source '$work/$1'; done"
}
log_out() { # log_out USER
  systemctl stop "session-$1"
  soon not session_of "$1"
}
show() { loginctl activate "$(session_of "$1")"; } # show USER
in_front() { # in_front USER
  local session
  session=$(session_of "$1")
  ask front
  [[ $session && $REPLY == "$session" ]] || { echo "in front: $REPLY"; false; }
}
nobody_in_front() { ask front && [[ $REPLY == nobody ]] || { echo "in front: $REPLY"; false; }; }
set_hint="busctl call org.freedesktop.login1 /org/freedesktop/login1/session/auto org.freedesktop.login1.Session"
set_hint+=" SetLockedHint b"
hint_is() { ask locked "$1" && [[ $REPLY == "$2" ]]; } # hint_is USER yes|no
run_as() { finishes tee "$work/$1" <<< "$2" > /dev/null; } # run_as USER COMMAND : in the user's session
lock() { # lock USER : like a desktop
  run_as "$1" "$set_hint true"
  soon hint_is "$1" yes
}
unlock() {
  run_as "$1" "$set_hint false"
  soon hint_is "$1" no
}
says_kept_off() { touchstick status | grep -F "but kept off until the session is unlocked"; }
relock() { lock "$1" && unlock "$1"; }
export work set_hint
export -f ask finishes pause session_of show soon hint_is run_as lock unlock
plays() { soon not status_has "off" && not status_has "off"; }
kept_off() { soon status_has "off, because $1"; }
locked="the session is locked" was_locked="the session was locked" away="another user is in front, or nobody"

# on_seat USER... : starts logind, and has these users log in. The first comes to the front.
on_seat() {
  local user terminal=0
  systemctl start dbus.socket systemd-logind
  systemctl restart touchstickd
  for user; do
    id "$user" > /dev/null 2>&1 || useradd --no-create-home --shell /bin/bash "$user"
    log_in "$user" "tty$((++terminal))" user
    soon session_of "$user"
  done
  (($# == 0)) || { show "$1" && soon in_front "$1" && plays; }
}
off_seat() { # off_seat USER...
  local user
  for user; do log_out "$user"; done
  systemctl stop systemd-logind dbus.socket dbus 2> /dev/null
  forget_locks
}
# forget_locks : without logind, pads that wait after a lock would wait on. A restart keeps that, and a stop does not.
forget_locks() { systemctl stop touchstickd && systemctl start touchstickd; }
# use_screen : the daemon has a pad, which stays without the screen
use_screen() {
  plug
  soon status_has "using"
  unplug
  soon status_has "waiting for"
  pad=$(own_node touchstick/gamepad)
}

# Keys and the mouse of a look pad. They are in a file, so that the devices are there for another user, too.
cat > "$work/key-controls.toml" << 'END'
[device]
type = "touchscreen"
[[button]]
region = { center = [20, 20], radius = 8 }
output = "KEY_F1"
[[button]]
region = { center = [60, 20], radius = 8 }
output = "KEY_F2"
mode = "toggle"
[[button]]
region = { center = [100, 20], radius = 8 }
output = "KEY_F3"
turbo = "10Hz"
[[look]]
region = { x = 130, y = 50, width = 120, height = 100 }
target = "mouse"
END
uses_keys() { # uses_keys COMMAND COMMAND : see keys
  cp "$configuration" "$work/before.toml"
  install -m 644 "$work/key-controls.toml" "$configuration"
  systemctl reload touchstickd && "$parts/keys" "$@"
  local status=$?
  install -m 644 "$work/before.toml" "$configuration"
  systemctl reload touchstickd && soon status_has "waiting for" && return "$status"
}

# A new user, newbie, whose desktop is sway without a screen.
make_newbie() {
  useradd --create-home --shell /bin/bash newbie
  runtime=/run/user/$(id -u newbie)
}
remove_newbie() { # systemd keeps the user's own manager for a while
  systemctl stop "user@$(id -u newbie)" "user-runtime-dir@$(id -u newbie)"
  soon userdel --remove newbie
}
as_newbie() { runuser -u newbie -- env XDG_RUNTIME_DIR="$runtime" WAYLAND_DISPLAY=wayland-1 SWAYSOCK="$runtime/sway" "$@"; }
# sway_runs LINE [COLOR] : its configuration, and what is behind all windows
sway_runs() {
  printf '%s\n' 'xwayland disable' "output * resolution 1280x800 bg ${2:-#ffffff} solid_color" "$1" > "$work/first.conf"
}
log_newbie_in() { # log_newbie_in BACKENDS : those of wlroots
  systemd-run --quiet --unit=first-session --property=User=newbie --property=PAMName=login --property=TTYPath=/dev/tty1 \
    --property=StandardInput=tty --setenv=XDG_SESSION_TYPE=wayland --setenv=WLR_BACKENDS="$1" \
    --setenv=WLR_RENDERER=pixman --setenv=WLR_LIBINPUT_NO_DEVICES=1 --setenv=SWAYSOCK="$runtime/sway" \
    sway --config "$work/first.conf"
}
log_newbie_out() {
  systemctl stop first-session
  soon eval "! loginctl --no-legend list-sessions | grep newbie"
}
runs() { as_newbie systemctl --user is-active touchstick-session touchstick-overlay; }
