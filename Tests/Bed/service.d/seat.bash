# shellcheck shell=bash disable=SC2154
# Two users log in on seat0, lock their sessions, and take turns in front. The checks say whose pads are on.

# Carol is only logged in elsewhere, and dave is not.
for user in alice bob carol dave erin frank; do useradd --no-create-home --shell /bin/bash "$user"; done
# log_in USER TERMINAL CLASS : like a getty or a greeter. The session runs commands that are written to $work/USER.
log_in() {
  rm -f "$work/$1"
  mkfifo -m 666 "$work/$1"
  systemd-run --quiet --unit="session-$1" --property=User="$1" --property=PAMName=login --property=TTYPath="/dev/$2" \
    --property=StandardInput=tty --setenv=XDG_SESSION_CLASS="$3" bash -c "while :; do source '$work/$1'; done"
}
# log_in_elsewhere USER : on a seat that a device makes, which is not seat0
log_in_elsewhere() {
  rm -f "$work/$1"
  mkfifo -m 666 "$work/$1"
  systemd-run --quiet --unit="session-$1" --property=User="$1" --property=PAMName=login --setenv=XDG_SEAT=seat-test \
    --setenv=XDG_SESSION_CLASS=user bash -c "while :; do source '$work/$1'; done"
  soon eval "loginctl --no-legend list-sessions | grep -E ' $1 +seat-test'"
}
log_out() { # log_out USER
  systemctl stop "session-$1"
  soon not session_of "$1"
}
show() { loginctl activate "$(session_of "$1")"; } # show USER
front() { # the identity and the object of the session in front
  busctl get-property org.freedesktop.login1 /org/freedesktop/login1/seat/seat0 org.freedesktop.login1.Seat ActiveSession
}
in_front() { [[ $(front) == "(so) \"$(session_of "$1")\""* ]] || { front; false; }; } # in_front USER
nobody_in_front() { [[ $(front) == '(so) "" "/"' ]] || { front; false; }; }
set_hint="busctl call org.freedesktop.login1 /org/freedesktop/login1/session/auto org.freedesktop.login1.Session"
set_hint+=" SetLockedHint b"
hint_is() { [[ $(loginctl show-session --property=LockedHint "$(session_of "$1")") == "LockedHint=$2" ]]; }
run_as() { timeout 20 tee "$work/$1" <<< "$2" > /dev/null; } # run_as USER COMMAND : in the user's session
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
export -f session_of show soon hint_is run_as lock unlock
plays() { soon not status_has "off" && not status_has "off"; }
kept_off() { soon status_has "off, because $1"; }
locked="the session is locked" was_locked="the session was locked" away="another user is in front, or nobody"
# may_only USER METHOD... : whether the user may call these methods and no others. A node that does not exist is another
# error.
may_only() {
  local user=$1 method may=()
  shift
  for method in "${methods[@]}"; do
    eval "runuser -u $user -- busctl call org.touchstick /org/touchstick org.touchstick.Pads1 $method ${arguments[$method]-}" \
      > "$work/call" 2>&1
    grep -qF "only root and the user of the active session" "$work/call" || may+=("$method")
  done
  [[ "${may[*]}" == "$*" ]] || { echo "$user may: ${may[*]}"; false; }
}
# The interface's members of a kind, as the daemon describes it: a new one has no row here.
members() { busctl --no-legend introspect org.touchstick /org/touchstick org.touchstick.Pads1 | awk -v kind="$1" '$2 == kind { print substr($1, 2) }'; }
declare -A arguments=([Claim]="ss '' ''" [Lock]='' [Off]='' [On]='' [PlayRumble]='' [Replug]='' [ReleaseDevice]='s /nowhere' [ReportScreen]='udd 0 0 0'
  [Toggle]='' [UseLayout]="ss '' [[stick]]" [UseProfile]='s touchscreen' [Watch]='')
has_row_for_each() { diff <(printf '%s\n' "${!arguments[@]}" | sort) <(members method | sort); }
may_read() { # may_read USER : each property
  # shellcheck disable=SC2046 # several words
  runuser -u "$1" -- busctl get-property org.touchstick /org/touchstick org.touchstick.Pads1 $(members property)
}
may_write_none() { # may_write_none USER : of the properties
  local property said
  for property in $(members property); do
    said=$(runuser -u "$1" -- busctl set-property org.touchstick /org/touchstick org.touchstick.Pads1 "$property" b true 2>&1)
    [[ $said == *"not writable"* || $said == *denied* ]] || { echo "$property: $said"; return 1; }
  done
}
# may_open USER NODE... : whether the user may open these of the daemon's nodes, and no others
may_open() {
  local user=$1 may
  shift
  # shellcheck disable=SC2016 # for the other user's shell
  may=$(runuser -u "$user" -- bash -c 'for node; do [[ ! -r $node && ! -w $node ]] || echo "$node"; done' bash "${nodes[@]}")
  [[ $may == "$(printf '%s\n' "$@")" ]] || { echo "$user may open: $may"; false; }
}
# Whether these users hear of a change: the only signal is the change of a property.
hear() {
  local user listeners=()
  for user; do
    runuser -u "$user" -- timeout 5 dbus-monitor --system "type='signal',sender='org.touchstick'" > "$work/heard-$user" 2>&1 &
    listeners+=("$!")
  done
  sleep 2
  touchstick off
  touchstick on
  wait "${listeners[@]}"
  for user; do grep -F PropertiesChanged "$work/heard-$user" || { echo "$user hears nothing"; return 1; }; done
}
switched_on() { # switched_on TIMES : since the part began
  local times
  times=$(logged "switching on, as soon as" "$began" | wc -l)
  ((times == $1)) || { echo "it was $times times"; false; }
}

systemctl start dbus.socket systemd-logind
systemctl restart touchstickd
began=$(date +%s)
check "seat: nobody is in front" soon nobody_in_front
plug
check "seat: the daemon uses a touchscreen" soon status_has "using"
check "seat: nothing keeps the pads off" plays
unplug
check "seat: alice logs in" log_in alice tty1 user
check "seat: alice is in front" soon in_front alice
check "seat: the pads are on for her" plays

soon status_has "waiting for"
pad=$(own_node touchstick/gamepad) main=$(property MainPID)
check "session locked in mid-drag: the desktop gets the next touch, and the pad is back when it is unlocked" \
  "$parts/leave" "$pad" "lock alice" "unlock alice; touchstick on"
soon status_has "waiting for"
runuser -u alice -- touchstick on
# Keys and the mouse of a look pad. They are in a file, so that the devices are there for another user, too.
cp "$configuration" "$work/before.toml"
cat > "$work/keys.toml" << 'END'
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
  install -m 644 "$work/keys.toml" "$configuration"
  systemctl reload touchstickd && "$parts/keys" "$@"
  local status=$?
  install -m 644 "$work/before.toml" "$configuration"
  systemctl reload touchstickd && soon status_has "waiting for" && return "$status"
}
check "keys and mouse: all keys are released when the session is locked, and nothing is sent under the lock" \
  uses_keys "lock alice" "unlock alice; touchstick on"
runuser -u alice -- touchstick on
# A game that has the motor shake all the time.
motor_has() { [[ $(tail -n 1 "$work/motor") == "$1" ]] || { cat "$work/motor"; false; }; }
printf '[device]\ntype = "touchscreen"\n[rumble]\nmotor = "Test motor"\n' > "$work/new.toml"
install -m 644 "$work/new.toml" "$configuration"
python3 Tests/Bed/virtual_motor.py "Test motor" > "$work/motor" 2>&1 &
motor=$!
check "rumble: the service may use the motor" soon eval "touchstick status | grep -F 'Test motor'"
touchstick rumble --for 60 "$pad" &
game=$!
check "rumble: the motor shakes" soon motor_has 1.00
check "session locked while a game rumbles: the motor rests" eval "lock alice; soon motor_has 0.00"
check "session locked while a game rumbles: the motor shakes again when alice switches the pads on" \
  eval "unlock alice; switches runuser -u alice -- touchstick on; soon motor_has 1.00"
check "lock requested while a game rumbles: the motor rests" \
  eval 'loginctl lock-session "$(session_of alice)"; soon motor_has 0.00'
switches runuser -u alice -- touchstick on
install -m 644 "$work/before.toml" "$configuration"
check "rumble: the service does not use the motor any more" soon not eval "touchstick status | grep -F 'Test motor'"
kill "$game" "$motor"
touchstick off && touchstick on # memory that stays after the first call is not counted
remember
check "seat: the session is locked" lock alice
check "session locked: systemctl status says so" kept_off "$locked"
check "session locked: touchstick status says so" says_kept_off
check "session locked: the pads can be switched off and on" eval "touchstick off && switches touchstick on"
check "session locked: systemctl status still says that they are off" kept_off "$locked"
check "session locked: five fingers do not switch them on" "$parts/touchscreen.py" ignored
check "session locked: they are still off" kept_off "$locked"
check "seat: the session is unlocked" unlock alice
check "session unlocked: the pads are on, because alice has switched them on" plays
check "session locked again: the pads wait for alice" eval 'relock alice && kept_off "$was_locked"'
check "session locked again: five fingers switch them on" "$parts/touchscreen.py"
check "session locked again: then they are on" plays
check "lock requested: the pads go off, although nobody sets the hint" eval \
  'loginctl lock-session "$(session_of alice)" && kept_off "$was_locked"'
check "lock requested: alice switches them on" switches runuser -u alice -- touchstick on
cat > "$work/locker" << 'END'
#!/bin/bash
sleep 1000 & # like swaylock -f, which leaves a program
exit 3
END
chmod +x "$work/locker"
install -m 666 /dev/null "$work/locker-status"
check "touchstick lock: a locker that does not exist leaves no lock" eval \
  'echo "touchstick lock -- $work/none; echo \$? > $work/locker-status" > "$work/alice"; soon grep -qx 127 "$work/locker-status" && hint_is alice no'
check "touchstick lock: alice switches the pads on again" switches runuser -u alice -- touchstick on
echo "touchstick lock -- $work/locker; echo \$? > $work/locker-status" > "$work/alice" &
check "touchstick lock: the session counts as locked" soon hint_is alice yes
check "touchstick lock: the pads are off" kept_off "$locked"
pkill -u alice sleep
check "touchstick lock: the lock ends with the last program of the locker" soon hint_is alice no
check "touchstick lock: its exit status is the locker's" soon grep -qx 3 "$work/locker-status"
check "touchstick lock: the pads wait for alice" kept_off "$was_locked"
check "touchstick lock: alice switches them on" switches runuser -u alice -- touchstick on
# A real locker that does not set the hint, on an X server of alice's.
cat > "$work/x-locker" << 'END'
#!/bin/bash
Xvfb :9 -screen 0 400x300x24 -nolisten tcp > /dev/null 2>&1 &
until [[ -e /tmp/.X11-unix/X9 ]]; do sleep 0.1; done
DISPLAY=:9 touchstick lock -- i3lock -n
kill $!
END
chmod +x "$work/x-locker"
run_as alice "$work/x-locker"
check "i3lock: the session counts as locked" soon hint_is alice yes
check "i3lock: the pads are off" kept_off "$locked"
pkill -u alice i3lock
check "i3lock: the lock ends with it" soon hint_is alice no
check "i3lock: alice switches the pads on" switches runuser -u alice -- touchstick on
check "seat: it is the same process" is MainPID "$main"
as_before "seat"
heap_as_before "seat"

check "seat: bob logs in" log_in bob tty2 user
check "seat: alice is still in front" in_front alice
# The table of org.touchstick.Pads1(5).
check "table: a user logs in without a seat, as over ssh" systemd-run --quiet --unit=remote-carol \
  --property=User=carol --property=PAMName=login sleep infinity
mapfile -t methods < <(members method)
check "table: each method has a row" has_row_for_each
check "table: there is no signal of its own" eval '[[ ! $(members signal) ]]'
python3 -IS -c "import sys, time; sys.path.insert(0, 'Tests/Bed'); from virtual_screen import VirtualScreen
other = VirtualScreen('Other Touchscreen'); time.sleep(900)" &
other_seat=$!
check "other seat: it has a touchscreen" soon eval 'udev_has "$(node_of "Other Touchscreen")" ID_SEAT=seat-test'
check "other seat: the daemon does not use it" status_has "waiting for"
check "other seat: touchstick devices says why" eval 'touchstick devices | grep -F "it belongs to seat-test"'
check "table: a user logs in on another seat" log_in_elsewhere erin
check "table: a greeter is in the background" log_in frank tty3 greeter
check "table: alice is in front" eval "show alice; soon in_front alice"
for user in root alice; do check "table: $user may call everything" may_only "$user" "${methods[@]}"; done
for user in bob carol dave erin frank nobody; do
  check "table: $user may call nothing" may_only "$user"
done
for user in root alice bob carol dave erin frank nobody; do
  check "table: $user may read the properties" may_read "$user"
done
for user in root alice nobody; do check "table: $user may write no property" may_write_none "$user"; done
check "table: everybody hears of changes" hear root alice bob carol dave erin frank nobody
plug
soon status_has "using"
pad_node=$(own_node touchstick/gamepad) pad=$pad_node # Replug has made another one
nodes=(/dev/uinput "$(node_of "$screen")" "$(own_node 'touchstick/clone/*')" "$pad_node")
check "table: there are all devices" test -e "${nodes[0]}" -a -e "${nodes[1]}" -a -e "${nodes[2]}" -a -e "${nodes[3]}"
check "table: root may open every device" may_open root "${nodes[@]}"
check "table: alice may open the pad" may_open alice "$pad_node"
for user in bob carol dave erin frank nobody; do
  check "table: $user may open no device" may_open "$user"
done
unplug
soon status_has "waiting for"
systemctl stop remote-carol session-erin
kill "$other_seat"
log_out frank
check "table: the pads are on again with the configuration's layout" eval "touchstick use --reset && switches touchstick on"
check "watch: alice and root are told of the stick, and only root of other touches" "$parts/watchers" "$pad" alice
check "watch: bob may not, in the background" exits 77 runuser -u bob -- touchstick monitor

check "session left in mid-drag: the desktop gets the next touch, and the pad is back when its user is" \
  "$parts/leave" "$pad" "show bob" "show alice"
check "keys and mouse: all keys are released when another user comes, and nothing is sent for that user" \
  uses_keys "show bob" "show alice"
check "layout: alice chooses one" runuser -u alice -- touchstick use touchscreen
check "layout: it is used" profile_is touchscreen
check "seat: bob comes" show bob
check "session left: the pads are off for him" kept_off "$away"
check "layout: it is not used any more" soon not profile_is touchscreen
check "session left: alice may not switch them" exits 77 runuser -u alice -- touchstick on
exec 9< "$(own_node touchstick/gamepad)"
check "session left: bob switches them off and on" eval "switches runuser -u bob -- touchstick toggle && runuser -u bob -- touchstick off"
check "session left: what alice has opened is no pad of bob's" eval '[[ $(LC_ALL=C timeout 5 dd bs=24 count=1 2>&1 <&9) == *"No such device"* ]]'
exec 9<&-
check "session left: five fingers switch them on" "$parts/touchscreen.py"
check "session left: then they are bob's" plays
check "seat: alice comes back" show alice
check "session back: they are off for alice" kept_off "$away"
check "session back: alice switches them on" switches runuser -u alice -- touchstick on
check "session back: then they are alice's" plays

# A game that continues to run while another user is in front.
runuser -u alice -- touchstick run --profile touchscreen -- sleep 600 &
game=$!
check "run left: the pads have its layout" soon profile_is touchscreen
check "run left: bob comes" show bob
check "run left: its layout is not used any more" soon not profile_is touchscreen
check "run left: the pads are off" kept_off "$away"
check "run left: bob switches them on" switches runuser -u bob -- touchstick on
check "run back: alice comes back" show alice
check "run back: its layout is used again" soon profile_is touchscreen
check "run back: the pads are on" plays
pkill -TERM -u alice -x touchstick
wait "$game"
check "run back: its layout ends with it" soon not profile_is touchscreen
touchstick on

# A program that reads the touchscreen continues to run while another user is in front.
plug
check "record left: the screen is used" soon status_has "using"
chmod 666 "$(node_of "$screen")"
runuser -u alice -- touchstick record - > /dev/null 2> "$work/record" &
recorder=$!
check "record left: alice has it released" soon not status_has "using"
check "record left: bob comes" show bob
check "record left: the screen is used for bob" soon status_has "using"
check "record back: alice comes back" show alice
check "record back: the screen is released again" soon not status_has "using"
pkill -TERM -u alice -x touchstick
wait "$recorder"
check "record back: the screen is used when the recording has ended" soon status_has "using"
unplug
soon status_has "waiting for"
touchstick on
log_out bob

# A layout ends with the session on the screen, also if its user has another session elsewhere.
check "elsewhere: alice logs in without a seat, as over ssh" systemd-run --quiet --unit=remote-alice \
  --property=User=alice --property=PAMName=login sleep infinity
check "elsewhere: alice chooses a layout on the screen" runuser -u alice -- touchstick use touchscreen
check "elsewhere: it is used" profile_is touchscreen
check "elsewhere: alice logs out on the screen" log_out alice
check "elsewhere: it is not used any more" soon not profile_is touchscreen
check "elsewhere: alice is still logged in" eval "loginctl --no-legend list-sessions | grep alice"
systemctl stop remote-alice
check "elsewhere: alice logs in on the screen again" log_in alice tty1 user
check "elsewhere: alice is in front" soon in_front alice
touchstick on
check "elsewhere: the pads are alice's" plays

check "seat: a greeter's session starts" log_in bob tty3 greeter
check "seat: the greeter is in front" eval "soon session_of bob && show bob && soon in_front bob"
check "seat: the pads are off on a greeter" kept_off "$away"
log_out bob
check "seat: they are off with nobody in front" kept_off "$away"
check "seat: alice is back" show alice
check "seat: she has the pads again" plays

# logind forgets the lock when it restarts, which must not switch the pads on.
check "logind restarted: before, the session is locked" lock alice
check "logind restarted: before, the pads are off" kept_off "$locked"
times=$(logged "switching on, as soon as" "$began" | wc -l)
check "logind restarted: systemd restarts it" systemctl restart systemd-logind
check "logind restarted: the session is in front" soon in_front alice
check "logind restarted: the pads are still off" kept_off "$locked"
loginctl show-session --property=LockedHint "$(session_of alice)" # it forgets the lock
check "logind restarted: alice switches them on" switches runuser -u alice -- touchstick on
check "logind restarted: the pads are on" plays
check "logind restarted: they were not on in between" switched_on $((times + 1))
systemctl stop systemd-logind
check "logind stopped: the pads stay on" plays
systemctl start systemd-logind
# That of systemd 257 forgets sessions when it stops.
session_of alice || { systemctl stop session-alice && log_in alice tty1 user && soon in_front alice; }
check "logind started: alice locks" lock alice
check "logind started: the pads are off" kept_off "$locked"
check "bus restarted: systemd restarts it, with logind" systemctl restart dbus systemd-logind
check "bus restarted: touchstick reaches the daemon" soon touchstick status
check "bus restarted: the session is in front" soon in_front alice
check "bus restarted: the pads are still off" kept_off "$locked"
check "bus restarted: the session is locked and unlocked once more" relock alice
check "bus restarted: the pads wait for alice" kept_off "$was_locked"
check "bus restarted: alice switches them on" switches runuser -u alice -- touchstick on
check "bus restarted: the pads are on" plays
check "bus restarted: alice locks" lock alice

sed -i 's/^#layouts = .*/layouts = "installed"/' "$configuration"
check "installed layouts: the configuration is read" systemctl reload touchstickd
printf '[[stick]]\n' > "$work/sent.toml"
check "installed layouts: one that is sent is refused" exits 77 touchstick use "$work/sent.toml"
check "installed layouts: because the configuration says so" says 'layouts = "installed"'
check "installed layouts: a profile is used" eval "touchstick use touchscreen && profile_is touchscreen && touchstick use --reset"
cp "$work/installed.toml" "$configuration"

sed -i 's/^#resume = .*/resume = "automatic"/' "$configuration"
check "resume: the configuration is read" systemctl reload touchstickd
check "resume: the pads return with the end of the lock" eval "unlock alice && plays"
check "resume: alice locks" lock alice

sed -i 's/^#lock = .*/lock = "ignore"/' "$configuration"
check "lock ignored: the configuration is read" systemctl reload touchstickd
check "lock ignored: the pads are on" plays
check "lock ignored: they stay on without a session" log_out alice
check "lock ignored: nobody is in front" soon nobody_in_front
plug
check "lock ignored: the stick moves" moves
unplug
cp "$work/installed.toml" "$configuration"
check "lock followed: the configuration is read" systemctl reload touchstickd
check "lock followed: the pads are off" kept_off "$away"
check "lock followed: root switches them on for whoever is in front" switches touchstick on
check "lock followed: they are on" plays
systemctl stop systemd-logind dbus.socket dbus
systemctl restart touchstickd
