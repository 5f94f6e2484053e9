# shellcheck shell=bash disable=SC2154
# What a user has asked for while another one, a greeter or nobody is in front.

check "away: two users log in" on_seat alice bob
use_screen
# A game that continues to run while another user is in front.
runuser -u alice -- touchstick run --profile touchscreen -- sleep infinity &
game=$!
check "run left: the pads have its layout" soon profile_is touchscreen
check "run left: bob comes" show bob
check "run left: its layout is not used any more" soon not profile_is touchscreen
check "run left: the pads are off" kept_off "$away"
check "run left: bob switches them on" switches runuser -u bob -- touchstick on
check "run back: alice comes back" show alice
check "run back: its layout is used again" soon profile_is touchscreen
check "run back: the pads are on" plays
pkill -TERM -u alice -x touchstick
wait "$game"
check "run back: its layout ends with it" soon not profile_is touchscreen
touchstick on

# A program that reads the touchscreen continues to run while another user is in front.
plug
check "record left: the screen is used" soon status_has "using"
chmod 666 "$(node_of "$screen")"
runuser -u alice -- touchstick record - > /dev/null 2> "$work/record" &
recorder=$!
check "record left: alice has it released" soon not status_has "using"
check "record left: bob comes" show bob
check "record left: the screen is used for bob" soon status_has "using"
check "record back: alice comes back" show alice
check "record back: the screen is released again" soon not status_has "using"
pkill -TERM -u alice -x touchstick
wait "$recorder"
check "record back: the screen is used when the recording has ended" soon status_has "using"
unplug
soon status_has "waiting for"
touchstick on
log_out bob

# A layout ends with the session on the screen, also if its user has another session elsewhere.
check "elsewhere: alice logs in without a seat, as over ssh" systemd-run --quiet --unit=remote-alice \
  --property=User=alice --property=PAMName=login sleep infinity
check "elsewhere: alice chooses a layout on the screen" runuser -u alice -- touchstick use touchscreen
check "elsewhere: it is used" profile_is touchscreen
check "elsewhere: alice logs out on the screen" log_out alice
check "elsewhere: it is not used any more" soon not profile_is touchscreen
check "elsewhere: alice is still logged in" eval "loginctl --no-legend list-sessions | grep alice"
systemctl stop remote-alice
check "elsewhere: alice logs in on the screen again" log_in alice tty1 user
check "elsewhere: alice is in front" soon in_front alice
touchstick on
check "elsewhere: the pads are alice's" plays

check "seat: a greeter's session starts" log_in bob tty3 greeter
check "seat: the greeter is in front" eval "soon session_of bob && show bob && soon in_front bob"
check "seat: the pads are off on a greeter" kept_off "$away"
check "seat: a greeter in front may not switch the pads" exits 77 runuser -u bob -- touchstick off
check "seat: nor watch them" exits 77 runuser -u bob -- touchstick monitor
log_out bob
check "seat: they are off with nobody in front" kept_off "$away"
check "seat: alice is back" show alice
check "seat: she has the pads again" plays
off_seat alice
