# shellcheck shell=bash disable=SC2154
# Programs that lock the screen, and do not tell logind.

check "lockers: alice is in front" on_seat alice
use_screen
touchstick off && touchstick on # memory that stays after the first call is not counted, nor that of the first lock
check "lockers: alice's session is locked" lock alice
check "lockers: five fingers do not switch the pads on" "$parts/touchscreen.py" ignored
check "lockers: alice's session is unlocked" unlock alice
switches runuser -u alice -- touchstick on
remember
cat > "$work/locker" << 'END'
#!/bin/bash
# It leaves a program, like swaylock -f. usage: locker UNLOCKED STATUS
(until [[ -e $1 ]]; do sleep 0.1; done) &
exit "$2"
END
chmod +x "$work/locker"
install -m 666 /dev/null "$work/locker-status"
install -m 666 /dev/null "$work/locker-said"
# start_locker COMMAND : in alice's session
start_locker() {
  : > "$work/locker-status"
  echo "touchstick lock -- $1 2> $work/locker-said; echo \$? > $work/locker-status" > "$work/alice"
}
ends() { soon grep -qx "$1" "$work/locker-status" || { cat "$work/locker-status"; false; }; } # ends STATUS
check "touchstick lock: a locker that does not exist leaves no lock" \
  eval 'start_locker "$work/none"; ends 127 && hint_is alice no'
check "touchstick lock: alice switches the pads on again" switches runuser -u alice -- touchstick on
start_locker "$work/locker $work/unlocked 0"
check "touchstick lock: the session counts as locked" soon hint_is alice yes
check "touchstick lock: the pads are off" kept_off "$locked"
touch "$work/unlocked"
check "touchstick lock: the lock ends with the last program of the locker" soon hint_is alice no
check "touchstick lock: the pads wait for alice" kept_off "$was_locked"
check "touchstick lock: alice switches them on" switches runuser -u alice -- touchstick on
start_locker "$work/locker $work/unlocked 3"
check "touchstick lock: its exit status is the locker's" ends 3
check "touchstick lock, failed locker: it says how to clear the lock" grep -F "touchstick lock --clear" "$work/locker-said"
check "touchstick lock, failed locker: the session still counts as locked" hint_is alice yes
check "touchstick lock, failed locker: five fingers do not switch the pads on" "$parts/touchscreen.py" ignored
check "touchstick lock, failed locker: they are still off" kept_off "$locked"
check "touchstick lock --clear: the lock ends" eval 'run_as alice "touchstick lock --clear"; soon hint_is alice no'
check "touchstick lock --clear: the pads wait for alice" kept_off "$was_locked"
check "touchstick lock --clear: alice switches them on" switches runuser -u alice -- touchstick on
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
# The session runs the next command after the end of this one.
check "i3lock, killed: the session still counts as locked" eval 'run_as alice true; hint_is alice yes'
check "i3lock, killed: alice clears the lock" eval 'run_as alice "touchstick lock --clear"; soon hint_is alice no'
check "i3lock: alice switches the pads on" switches runuser -u alice -- touchstick on
check "lockers: it is the same process" is MainPID "$main"
as_before "lockers"
heap_as_before "lockers"
off_seat alice
