# shellcheck shell=bash disable=SC2154
# The table of org.touchstick.Pads1(5): who may do what. Alice is in front, and bob in the background. Carol is only logged
# in elsewhere, dave is not, erin uses another seat, and frank is a greeter.

everybody=(root alice bob carol dave erin frank nobody)
# log_in_elsewhere USER : on a seat that a device makes, which is not seat0
log_in_elsewhere() {
  rm -f "$work/$1"
  mkfifo -m 666 "$work/$1"
  systemd-run --quiet --unit="session-$1" --property=User="$1" --property=PAMName=login --setenv=XDG_SEAT=seat-test \
    --setenv=XDG_SESSION_CLASS=user bash -c "while :; do source '$work/$1'; done"
  soon eval "loginctl --no-legend list-sessions | grep -E ' $1 +seat-test'"
}
# writes_table ARGUMENT... : see table
writes_table() { "$parts/table" "$@" >> "$work/table" 2> "$work/errors" || { cat "$work/errors"; false; }; }
# row USER VERB WORD... : whether the table says that the user does this with these, and with no others
row() { grep -Fx -- "$*" "$work/table" || { grep "^$1 $2" "$work/table"; false; }; }
# documented VERB COLUMN : what the table in SECURITY.md lets the users of the column do, sorted; the first column is 0
documented() {
  sed -n "s/^| $1 //p" SECURITY.md | awk -F ' *[|] *' -v cell=$(($2 + 2)) '$cell == "yes" { print $1 }' |
    grep -o '`[^`]*`' | tr -d '`' | sort | xargs
}
# as_documented USER VERB COLUMN : whether the user does that, and nothing else, with this verb
as_documented() {
  local row found expected
  row=$(grep -E "^$1 $2( |$)" "$work/table") || { echo "$1 has no row for $2"; return 1; }
  found=$(tr ' ' '\n' <<< "$row" | sed 1,2d | sort | xargs)
  expected=$(documented "$2" "$3")
  [[ $found == "$expected" ]] || { printf '%s\n' "found: $found" "SECURITY.md: $expected"; false; }
}

for user in carol dave erin frank; do useradd --no-create-home --shell /bin/bash "$user"; done
check "table: two users log in" on_seat alice bob
use_screen
check "table: a user logs in without a seat, as over ssh" systemd-run --quiet --unit=remote-carol \
  --property=User=carol --property=PAMName=login sleep infinity
python3 -IS -c "import signal, sys; sys.path.insert(0, 'Tests/Bed'); from virtual_screen import VirtualScreen
other = VirtualScreen('Other Touchscreen'); signal.pause()" &
other_seat=$!
check "other seat: it has a touchscreen" soon eval 'udev_has "$(node_of "Other Touchscreen")" ID_SEAT=seat-test'
check "other seat: the daemon does not use it" status_has "waiting for"
check "other seat: touchstick devices says why" eval 'touchstick devices | grep -F "it belongs to seat-test"'
check "table: a user logs in on another seat" log_in_elsewhere erin
check "table: a greeter is in the background" log_in frank tty3 greeter
check "table: alice is in front" eval "show alice; soon in_front alice"
check "table: all users make their calls" writes_table calls "${everybody[@]}"
check "table: there is no signal of its own" row the signals
check "table: all users listen" writes_table hears "${everybody[@]}"
# Who may do what, as SECURITY.md says: the users of each of its columns.
columns=("carol dave erin frank nobody" bob alice root)
for column in "${!columns[@]}"; do
  for user in ${columns[column]}; do
    for verb in calls reads writes hears; do
      check "table: $user $verb what SECURITY.md says" as_documented "$user" "$verb" "$column"
    done
  done
done
plug
soon status_has "using"
pad_node=$(own_node touchstick/gamepad) pad=$pad_node # Replug has made another one
nodes=(/dev/uinput "$(node_of "$screen")" "$(own_node 'touchstick/clone/*')" "$pad_node")
check "table: there are all devices" test -e "${nodes[0]}" -a -e "${nodes[1]}" -a -e "${nodes[2]}" -a -e "${nodes[3]}"
check "table: all users try to open them" writes_table opens "${everybody[@]}" -- "${nodes[@]}"
check "table: root may open every device" row root opens "${nodes[@]}"
check "table: alice may open the pad" row alice opens "$pad_node"
for user in bob carol dave erin frank nobody; do
  check "table: $user may open no device" row "$user" opens
done
unplug
soon status_has "waiting for"
systemctl stop remote-carol session-erin
kill "$other_seat"
log_out frank
check "table: the pads are on again with the configuration's layout" eval "touchstick use --reset && switches touchstick on"
check "watch: alice and root receive the stick, and only root of other touches" "$parts/watchers" "$pad" alice
check "watch: bob may not, in the background" exits 77 runuser -u bob -- touchstick monitor
off_seat alice bob
