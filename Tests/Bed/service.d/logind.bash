# shellcheck shell=bash disable=SC2154
# logind and the bus are restarted while a session is locked, and the settings that say what a lock does.

switched_on() { # switched_on TIMES : since the part began
  local times
  times=$(logged "switching on, as soon as" "$began" | wc -l)
  ((times == $1)) || { echo "it was $times times"; false; }
}

check "logind: alice logs in" on_seat alice
began=$(date +%s)
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

printf '[[stick]]\n' > "$work/sent.toml"
check "installed layouts: before, one is sent" switches touchstick use "$work/sent.toml"
sed -i 's/^#layouts = .*/layouts = "installed"/' "$configuration"
check "installed layouts: the configuration is read" systemctl reload touchstickd
check "installed layouts: the one that was sent has ended" eval "touchstick status | grep -F 'by the configuration'"
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
off_seat
