# shellcheck shell=bash disable=SC2154
# Somebody floods the bus, the kernel refuses realtime scheduling, and the daemon crashes. SECURITY.md

# The project may be in a folder that only its owner can read.
install -m 755 "$parts/messages" "$parts/system_bus.py" "$work"
calls=10
[[ ${TOUCHSTICK_ENDURANCE-} != 1 ]] || calls=40
systemctl start dbus.socket systemd-logind
systemctl restart touchstickd
for user in alice bob; do id "$user" > /dev/null 2>&1 || useradd --no-create-home --shell /bin/bash "$user"; done
for user in alice:tty1 bob:tty2; do
  systemd-run --quiet --unit="flood-${user%:*}" --property=User="${user%:*}" --property=PAMName=login \
    --property=TTYPath="/dev/${user#*:}" --property=StandardInput=tty --setenv=XDG_SESSION_CLASS=user sleep infinity
done
check "flood: two users log in" soon eval '[[ $(session_of alice) && $(session_of bob) ]]'
check "flood: alice is in front" soon eval 'loginctl activate "$(session_of alice)" && loginctl show-session "$(session_of alice)" | grep -x Active=yes'
runuser -u alice -- touchstick run --profile touchscreen -- sleep infinity &
game=$!
check "flood: alice's game claims the pads" soon profile_is touchscreen
plug
soon status_has "using"
main=$(property MainPID)
check "flood: the thread of the bus has no realtime priority, and that of the devices has" test \
  "$(ps -L -o cls= -p "$main" | sort -u | xargs)" = "RR TS"
# A thread that is stopped, as by a debugger, and the other one. The watchdog waits longer.
watch
soon stick_moved
mkfifo "$work/debugger"
"$parts/stopped" "$main" < "$work/debugger" > "$work/stopped" 2>&1 &
debugger=$!
exec 9> "$work/debugger"
check "threads: a debugger stops the one of the bus" soon grep -x 1 "$work/stopped"
lines=$(wc -l < "$work/pad")
has_more_lines() { (($(wc -l < "$work/pad") > lines + 20)); }
pause 2000
check "threads: the stick moves on" has_more_lines
exec 9>&-
wait "$debugger"
unwatch
check "threads: then the bus is answered" soon touchstick status
check "threads: it is the same process" is MainPID "$main"
# floods USER : the user begins to flood the bus
floods() {
  truncate --size=0 "$work/sent" && truncate --size=8 "$work/sent"
  setpriv --reuid="$1" --regid="$(id -g "$1")" --init-groups "$work/messages" flood 5000 "$work/sent" &
  flood=$!
  soon has_sent
}
has_sent() { [[ $(od -An -t d8 "$work/sent" | xargs) != 0 ]]; }
end_flood() { kill "$flood"; wait "$flood"; } 2> /dev/null
# switches_in_time [MESSAGES] : whether each call of alice's is answered before the flood has sent another 5,000 messages, its
# rate in a second, and whether it has sent at least so many in all calls. Where the clock counts instructions, a call takes
# at most a second of them. A real clock also counts other work of the machine, so there the time is only printed.
switches_in_time() {
  local most milliseconds all
  read -r most milliseconds all <<< "$(runuser -u alice -- "$work/messages" switch "$calls" "$work/sent")"
  echo "    $all messages; at most $most of them, and $milliseconds ms, during a call"
  [[ $all ]] && ((most <= 5000 && ${1-0} <= all)) && { ! counts_instructions || ((${milliseconds%.*} < 1000)); }
}
install -m 666 /dev/null "$work/sent"
truncate --size=8 "$work/sent"
check "flood: without one, alice switches the pads" switches_in_time
for user in nobody bob; do
  check "flood: $user begins" floods "$user"
  check "flood: while $user sends up to 5,000 messages a second, a call of alice's takes at most a second" \
    switches_in_time 1000
  cat "$work/said"
  check "flood: the claim of the game stays" profile_is touchscreen
  check "flood: the stick moves meanwhile" moves
  check "flood: $user still sends" kill -0 "$flood"
  end_flood
  check "flood: it is the same process" is MainPID "$main"
done
kill "$game"
wait "$game"
unplug
soon status_has "waiting for"

# A dump that is passed to a program, as systemd-coredump has the kernel do.
cat > /usr/local/lib/receive-dump << 'END'
#!/bin/sh
echo "$1" >> /run/dumps
cat > /dev/null
END
chmod +x /usr/local/lib/receive-dump
echo "|/usr/local/lib/receive-dump %p" > /proc/sys/kernel/core_pattern
bash -c 'ulimit -c unlimited; kill -SEGV $$'
check "crash: this machine passes dumps to a program" soon test -s /run/dumps
rm -f /run/dumps
check "crash: only root may read the daemon's memory" test "$(stat -c %U "/proc/$main/mem")" = root
kill -SEGV "$main"
check "crash: systemd restarts the daemon" soon not is MainPID "$main"
check "crash: nobody received a dump" test ! -e /run/dumps
echo core > /proc/sys/kernel/core_pattern
rm /usr/local/lib/receive-dump

mkdir -p "$drop_ins"
printf '[Service]\nExecStartPost=\nExecStartPost=-+/bin/false\n' > "$drop_ins/realtime.conf"
systemctl daemon-reload
check "no realtime: the service starts without" systemctl restart touchstickd
check "no realtime: it has the ordinary policy" eval '[[ $(ps -o cls= -p "$(property MainPID)") == *TS* ]]'
check "no realtime: doctor says so" eval "touchstick doctor | grep -F 'runs without realtime scheduling'"
rm "$drop_ins/realtime.conf"
systemctl daemon-reload
systemctl stop flood-alice flood-bob
systemctl restart touchstickd
systemctl stop systemd-logind dbus.socket dbus 2> /dev/null
