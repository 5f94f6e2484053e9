# shellcheck shell=bash disable=SC2154
# Nobody sends the largest messages that the bus passes on, while alice plays. SECURITY.md

install -m 755 "$parts/messages" "$parts/system_bus.py" "$work"
install -m 666 /dev/null "$work/sent"
calls=3
[[ ${TOUCHSTICK_ENDURANCE-} != 1 ]] || calls=20

# latency : has the daemon report the latency of the frames since the last report, and prints what it says
latency() {
  local since
  since=$(date +%s.%6N)
  systemctl kill --kill-whom=main --signal=USR2 touchstickd
  soon logged "from the kernel's time stamp to the write" "$since" && cat "$work/soon"
}
# plays_on : waits for some hundred frames, and notes the 99th percentile and the maximum of their latency, in microseconds
plays_on() {
  latency > /dev/null
  local line
  for ((line = 0; line < 100; line++)); do pause 50; done
  line=$(latency) || { echo "there were no frames"; return 1; }
  echo "    ${line##*: }"
  [[ $line =~ :\ ([0-9]+)\ frames.*p99\ ([0-9]+).*max\ ([0-9]+) ]] || return
  frames=${BASH_REMATCH[1]} p99=${BASH_REMATCH[2]} longest=${BASH_REMATCH[3]}
}
has_sent() { [[ $(od -An -t d8 "$work/sent" | xargs) -ge $1 ]]; } # has_sent NUMBER
attacks() { # attacks USER CONNECTIONS BYTES
  truncate --size=0 "$work/sent" && truncate --size=8 "$work/sent"
  setsid setpriv --reuid="$1" --regid="$(id -g "$1")" --init-groups "$work/messages" attack "$2" "$3" "$work/sent" &
  attack=$!
  soon has_sent "$2"
}
end_attack() { kill -- "-$attack"; wait "$attack"; } 2> /dev/null
# frames_go_on : whether as many frames arrive as without the attack, give or take the pauses of the recording, none of them
# much later. Where the clock counts instructions, the daemon's own delay is compared, too.
frames_go_on() {
  local before=$frames normal=$p99
  plays_on || return
  echo "$frames frames, $before without; 99 % within $p99 µs, $normal without; at most $longest µs"
  ((frames * 10 > before * 7)) && { ! counts_instructions || ((longest < 20000 && p99 * 10 <= normal * 12 + 500)); }
}
# Her calls wait as long as the emulated bus needs: sd_bus_set_method_call_timeout(3).
as_alice() { SYSTEMD_BUS_TIMEOUT=600 setpriv --reuid=alice --regid="$(id -g alice)" --init-groups "$@"; }
# switches_always TIMES : whether each of so many calls of alice's is answered.
switches_always() {
  local count status
  for ((count = 0; count < $1; count++)); do
    status=0
    as_alice touchstick "$( ((count % 2)) && echo on || echo off)" || status=$?
    ((status == 0 || status == 75)) || { echo "the call number $count ends with $status"; return 1; }
  done
}

attack_on() { # attack_on BUS CONNECTIONS BYTES
  check "attack on $1: alice is in front" on_seat alice
  check "attack on $1: that is the bus" pgrep -x "$1"
  as_alice touchstick run --profile touchscreen -- sleep infinity &
  game=$!
  check "attack on $1: her game claims the pads" soon profile_is touchscreen
  plug
  soon status_has "using"
  main=$(property MainPID) restarts=$(property NRestarts)
  check "attack on $1: she plays" moves
  check "attack on $1: frames have a latency" plays_on
  cat "$work/said"
  check "attack on $1: nobody begins" attacks nobody "$2" "$3"
  check "attack on $1: the frames go on" frames_go_on
  cat "$work/said"
  check "attack on $1: the stick moves" moves
  check "attack on $1: each of alice's calls is answered" switches_always "$calls"
  cat "$work/said"
  kill -KILL "$game" && wait "$game"
  pkill -KILL -u alice -x sleep
  check "attack on $1: nobody still sends" kill -0 "$attack"
  end_attack
  check "attack on $1: the claim of a game that was killed meanwhile ends" soon not profile_is touchscreen
  check "attack on $1: the pads answer" soon touchstick status
  check "attack on $1: it is the same process" is MainPID "$main"
  check "attack on $1: systemd did not restart it" is NRestarts "$restarts"
  unplug
  soon status_has "waiting for"
  off_seat alice
}
# The largest messages of each bus at full length only: emulated, they take minutes. A test of the host sends them, too.
of_daemon=2 of_broker=2
[[ ${TOUCHSTICK_ENDURANCE-} != 1 ]] || of_daemon=32 of_broker=127
attack_on dbus-daemon 8 $(((of_daemon << 20) - 4096))
# scripts/test --all puts it there.
broker=$PWD/.build/bed/broker
if [[ -x $broker/usr/bin/dbus-broker-launch ]]; then
  install -m 755 "$broker"/usr/bin/dbus-broker* /usr/bin
  install -m 644 "$broker/lib/systemd/system/dbus-broker.service" /run/systemd/system/dbus.service
  systemctl daemon-reload
  attack_on dbus-broker 1 $(((of_broker << 20) - 4096))
  rm /run/systemd/system/dbus.service /usr/bin/dbus-broker*
  systemctl daemon-reload
fi
