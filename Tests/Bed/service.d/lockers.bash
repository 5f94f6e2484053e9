# shellcheck shell=bash disable=SC2154
# Programs that lock the screen, and do not tell logind.

check "lockers: alice is in front" on_seat alice
use_screen
touchstick off && touchstick on # memory that stays after the first call is not counted, nor that of the first lock
check "lockers: alice's session is locked and unlocked" relock alice
switches runuser -u alice -- touchstick on
remember
cat > "$work/locker" << 'END'
#!/bin/bash
sleep infinity & # like swaylock -f, which leaves a program
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
check "lockers: it is the same process" is MainPID "$main"
as_before "lockers"
heap_as_before "lockers"
off_seat alice
