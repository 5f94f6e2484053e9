# shellcheck shell=bash disable=SC2154
# It fails each time, and takes its time for that, as on a machine that is slow: systemd must not try it for ever. The
# unit's own limits take more than a minute, so that else there are fewer attempts, and the limits are read.

in_milliseconds() { property "$1" | sed 's/min$/ * 60000/; s/ms$//; s/s$/ * 1000/'; } # one unit only, as systemd shows it
given_up() { # within the time in which starts are counted
  local end=$((SECONDS + 300))
  until is ActiveState failed > "$work/soon"; do
    ((SECONDS < end)) || { cat "$work/soon"; echo "$(property NRestarts) attempts so far"; return 1; }
    sleep 1
  done
  logged "Start request repeated too quickly" "$since"
}

burst=$(property StartLimitBurst) pause=$(($(in_milliseconds RestartUSec))) interval=$(($(in_milliseconds StartLimitIntervalUSec)))
check "slow attempts: not before there were twenty seconds" test $((burst * pause)) -ge 20000
check "slow attempts: of seven seconds each they are still counted" test $((burst * 7000)) -le "$interval"
systemctl stop touchstickd
printf '[Service]\nExecStart=\nExecStart=/bin/sh -c "sleep 0.5; exit 77"\n' > "$drop_ins/slow.conf"
if [[ ${TOUCHSTICK_ENDURANCE-} != 1 ]]; then
  burst=5
  printf '[Unit]\nStartLimitBurst=%s\n' "$burst" >> "$drop_ins/slow.conf"
fi
systemctl daemon-reload
since=$(date +%s)
systemctl start --no-block touchstickd
check "slow attempts: it is given up" given_up
check "slow attempts: after so many" is NRestarts "$burst"
rm "$drop_ins/slow.conf"
systemctl daemon-reload
systemctl reset-failed touchstickd
check "slow attempts: then it can be started" systemctl start touchstickd
