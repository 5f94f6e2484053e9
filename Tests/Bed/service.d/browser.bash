# shellcheck shell=bash disable=SC2154
# A new user has a rule for Chromium, which opens the pad while a page asks for it.

if ! command -v chromium > /dev/null; then
  echo "browser: not tried, because this system has no Chromium"
  return
fi
systemctl start dbus.socket systemd-logind
systemctl restart touchstickd
make_newbie
sway_runs 'exec systemctl --user import-environment WAYLAND_DISPLAY'
check "browser: somebody logs in, and sway starts" eval 'log_newbie_in headless,libinput && soon test -S "$runtime/wayland-1"'
check "browser: systemd knows the display" soon eval "as_newbie systemctl --user show-environment | grep -F WAYLAND_DISPLAY="
check "browser: touchstick-session runs" as_newbie systemctl --user start touchstick-session
# A thumb plays again and again: a page sees a pad only then.
"$parts/thumb" &
thumb=$!
check "browser: the daemon uses the screen" soon status_has using

# browse : Chromium, as the user, with its sandbox
browse() {
  as_newbie python3 Tests/Clients/chromium.py > "$work/page" 2> "$work/chromium" &
  page=$!
  # A start takes minutes where the kernel is emulated.
  soon_sees Chromium || soon_sees Chromium || soon_sees Chromium || { cat "$work/chromium"; as_newbie touchstick games; false; }
}
soon_sees() { soon grep -F "$1" "$work/page"; }
end_page() { pkill -u newbie -f Tests/Clients/chromium.py; wait "$page"; } 2> /dev/null
games() { as_newbie touchstick games; }
is_listed() { games | grep -F chromium; }
# The status of touchstick status tells about the pads, not about the layout.
layout() { touchstick status > "$work/status"; grep -F "the layout is" "$work/status"; }
races() { layout > "$work/layout" && grep -F 'the profile "racing"' "$work/layout" || { cat "$work/layout"; false; }; }
is_as_before() { layout > "$work/layout" && ! grep -F '"racing"' "$work/layout"; }

check "browser: a page sees the pad" browse
check "browser: Chromium has its sandbox" not grep -F -- --no-sandbox <(pgrep -u newbie -a -x chromium)
check "browser: touchstick games lists it" soon is_listed
games
check "browser: without a rule, the layout stays" is_as_before
as_newbie mkdir --parents ~newbie/.config/touchstick
printf '[[game]]\nprogram = "chromium"\nprofile = "racing"\n' | as_newbie tee ~newbie/.config/touchstick/session.toml > /dev/null
check "browser: with one, its layout is used at once" soon races
games
check "browser: Chromium ends" pkill -TERM -u newbie -x chromium
check "browser: the layout is that of before" soon is_as_before
games
end_page
check "browser: the page is there again" browse
check "browser: so is its layout" soon races
games
check "browser: Chromium is killed" pkill -KILL -u newbie -x chromium
check "browser: the layout is that of before again" soon is_as_before
games
end_page
kill "$thumb"
wait "$thumb"
log_newbie_out
remove_newbie
systemctl stop systemd-logind dbus.socket dbus
forget_locks
