# shellcheck shell=bash disable=SC2154
# It fails each time, and takes its time for that, as on a machine that is slow: systemd must not try it for ever.

given_up() { # within the five minutes in which starts are counted
  local end=$((SECONDS + 300))
  until is ActiveState failed > "$work/soon"; do
    ((SECONDS < end)) || { cat "$work/soon"; echo "$(property NRestarts) attempts so far"; return 1; }
    sleep 1
  done
  logged "Start request repeated too quickly" "$since"
}

systemctl stop touchstickd
mkdir -p /run/systemd/system/touchstickd.service.d
printf '[Service]\nExecStart=\nExecStart=/bin/sh -c "sleep 0.5; exit 77"\n' \
  > /run/systemd/system/touchstickd.service.d/slow.conf
systemctl daemon-reload
since=$(date +%s)
systemctl start --no-block touchstickd
check "slow attempts: it is given up" given_up
check "slow attempts: not before there were twenty seconds" test $(($(date +%s) - since)) -ge 20
rm -r /run/systemd/system/touchstickd.service.d
systemctl daemon-reload
systemctl reset-failed touchstickd
check "slow attempts: then it can be started" systemctl start touchstickd
