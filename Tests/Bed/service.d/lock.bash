# shellcheck shell=bash disable=SC2154
# A user logs in on seat0, and locks the session. The checks say whether the pads are on.

on_seat
id alice > /dev/null 2>&1 || useradd --no-create-home --shell /bin/bash alice
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
check "keys and mouse: all keys are released when the session is locked, and nothing is sent under the lock" \
  uses_keys "lock alice" "unlock alice; touchstick on"
runuser -u alice -- touchstick on
cp "$configuration" "$work/before.toml"
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
wait "$game" "$motor" 2> /dev/null # so that the devices are gone
# Memory that stays after the first call is not counted.
touchstick off && touchstick on
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
check "seat: it is the same process" is MainPID "$main"
as_before "seat"
heap_as_before "seat"
off_seat alice
