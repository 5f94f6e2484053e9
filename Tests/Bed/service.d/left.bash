# shellcheck shell=bash disable=SC2154
# Another user comes to the front, and the first one comes back.

check "left: two users log in" on_seat alice bob
use_screen
check "session left in mid-drag: the desktop gets the next touch, and the pad is back when its user is" \
  "$parts/leave" "$pad" "show bob" "show alice"
check "keys and mouse: all keys are released when another user comes, and nothing is sent for that user" \
  uses_keys "show bob" "show alice"
check "layout: alice chooses one" runuser -u alice -- touchstick use touchscreen
check "layout: it is used" profile_is touchscreen
check "seat: bob comes" show bob
check "session left: the pads are off for him" kept_off "$away"
check "layout: it is not used any more" soon not profile_is touchscreen
check "session left: alice may not switch them" exits 77 runuser -u alice -- touchstick on
exec 9< "$(own_node touchstick/gamepad)"
check "session left: bob switches them off and on" eval "switches runuser -u bob -- touchstick toggle && runuser -u bob -- touchstick off"
check "session left: what alice has opened is no pad of bob's" eval '[[ $(LC_ALL=C finishes dd bs=24 count=1 2>&1 <&9) == *"No such device"* ]]'
exec 9<&-
check "session left: five fingers switch them on" "$parts/touchscreen.py"
check "session left: then they are bob's" plays
check "seat: alice comes back" show alice
check "session back: they are off for alice" kept_off "$away"
check "session back: alice switches them on" switches runuser -u alice -- touchstick on
check "session back: then they are alice's" plays

off_seat alice bob
