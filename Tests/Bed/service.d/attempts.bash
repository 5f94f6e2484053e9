# shellcheck shell=bash disable=SC2154
# The daemon fails slowly each time, as on a slow machine, and systemd must not retry forever. The unit's own limits
# would need more than a minute, so the test reads them, and uses fewer attempts.

in_milliseconds() { systemctl show --value --property="$1" touchstickd | sed 's/min$/ * 60000/; s/ms$//; s/s$/ * 1000/'; } # one unit only, as systemd shows it
given_up() { # within the interval in which starts count, if each look takes a second
  local look
  for ((look = 0; look < 300; look++)); do
    ! is ActiveState failed > "$work/soon" || break
    pause 1000
  done
  ((look < 300)) || { cat "$work/soon"; echo "$(property NRestarts) attempts so far"; return 1; }
  logged "Start request repeated too quickly" "$since"
}

burst=$(property StartLimitBurst) pause=$(($(in_milliseconds RestartUSec))) interval=$(($(in_milliseconds StartLimitIntervalUSec)))
check "slow attempts: not before twenty seconds" test $((burst * pause)) -ge 20000
check "slow attempts: attempts of seven seconds are still counted" test $((burst * 7000)) -le "$interval"
systemctl stop touchstickd
printf '[Service]\nExecStart=\nExecStart=/bin/sh -c "sleep 0.5; exit 77"\n' > "$drop_ins/slow.conf"
if [[ ${TOUCHSTICK_ENDURANCE-} != 1 ]]; then
  burst=5
  printf '[Unit]\nStartLimitBurst=%s\n' "$burst" >> "$drop_ins/slow.conf"
fi
systemctl daemon-reload
since=$(date +%s)
systemctl start --no-block touchstickd
check "slow attempts: systemd gives up" given_up
check "slow attempts: after the limit of attempts" is NRestarts "$burst"
rm "$drop_ins/slow.conf"
systemctl daemon-reload
systemctl reset-failed touchstickd
check "slow attempts: then the service can be started" systemctl start touchstickd
