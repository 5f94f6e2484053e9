# shellcheck shell=bash disable=SC2034
# Functions for the parts of the service's test, which Tests/Bed/service sources.

configuration=/etc/touchstick/touchstick.toml
recordings=Tests/Fixtures/recordings
parts=Tests/Bed/service.d
drop_ins=/run/systemd/system/touchstickd.service.d
heaps=/run/heaps
work=$(mktemp -d)
chmod 755 "$work" # other users write and read here, too
passed=0 failed=0 player='' watcher='' pad=''

# A look at the system asks this program, because a process for each look would take most of the test's time.
mkfifo "$work/nothing" "$work/questions" "$work/answers"
"$parts/answers" "$work/questions" "$work/answers" &
answers=$!
pause() { # pause MILLISECONDS : without a process
  local seconds
  printf -v seconds %d.%03d $(($1 / 1000)) $(($1 % 1000))
  read -r -t "$seconds" <> "$work/nothing"
}
counts_instructions() { grep -q 'bed\.idle=' /proc/cmdline; } # run --steady, without KVM, or --count-instructions
# Where the clock jumps while the processor is idle (run --count-instructions), it jumps while a program waits for a file of
# the host, again and again until the file is there: past the time that systemd, or a caller on the bus, gives that program.
# Work at each hundredth of a second makes the clock slow enough.
ticker=''
if grep -qw bed.idle=off /proc/cmdline; then
  while :; do pause 10; done &
  ticker=$!
fi
ask() { # ask QUESTION... : the answer is in REPLY
  echo "$*" > "$work/questions"
  IFS= read -r REPLY < "$work/answers"
}

# check WHAT COMMAND... : prints whether the command succeeds, and its output if it does not.
check() {
  local what=$1
  shift
  if "$@" > "$work/said" 2>&1; then
    passed=$((passed + 1))
    echo "passed: $what"
  else
    failed=$((failed + 1))
    echo "FAILED: $what"
    sed 's/^/    /' "$work/said"
  fi
}

# soon COMMAND... : whether it succeeds at one of 300 looks, with growing pauses in between. It counts looks, because a
# second may be short: on a busy machine, and where the clock counts instructions.
soon() {
  local look milliseconds=20
  for ((look = 0; look < 300; look++)); do
    ! "$@" > "$work/soon" 2>&1 || return 0
    pause "$milliseconds"
    ((milliseconds = milliseconds < 300 ? milliseconds * 5 / 4 : 300))
  done
  cat "$work/soon"
  false
}

# finishes COMMAND... : waits for the command, and ends it after as many looks. Returns its status.
finishes() {
  local process look milliseconds=10
  "$@" <&0 &
  process=$!
  for ((look = 0; look < 300; look++)); do
    kill -0 "$process" 2> /dev/null || break
    pause "$milliseconds"
    ((milliseconds = milliseconds < 300 ? milliseconds * 5 / 4 : 300))
  done
  ((look < 300)) || kill "$process"
  wait "$process"
}
not() { ! "$@"; }
session_of() { ask session "$1" && [[ $REPLY ]] && echo "$REPLY"; } # session_of USER : on seat0
denied() { # denied COMMAND... : whether it fails because of a missing permission only
  local said
  if said=$(LC_ALL=C "$@" 2>&1) || [[ $said != *"Permission denied"* ]]; then
    echo "it is not denied: $said"
    false
  fi
}
exits() { # exits STATUS COMMAND... ; its output is in $work/output
  local wanted=$1 status=0
  shift
  finishes "$@" > "$work/output" 2>&1 || status=$?
  ((status == wanted)) || { echo "the exit status is $status, not $wanted"; cat "$work/output"; false; }
}
says() { grep -F -- "$1" "$work/output" || { cat "$work/output"; false; }; } # says TEXT : the output of exits

# The service, as systemd knows it.
property() { ask property "$1" && echo "$REPLY"; }
is() { # is PROPERTY VALUE
  ask property "$1"
  [[ $REPLY == "$2" ]] || { echo "$1 is $REPLY, not $2"; false; }
}
status_has() { # status_has TEXT
  ask property StatusText
  [[ $REPLY == *"$1"* ]] || { echo "the status is: $REPLY"; false; }
}
# profile_is NAME : whether somebody has chosen it, or the configuration names it
profile_is() {
  touchstick status > "$work/status"
  grep -F "the layout is the profile \"$1\", by" "$work/status" || { cat "$work/status"; false; }
}
# switches COMMAND... : runs one that switches the pads, for a machine whose touchscreen may be away
switches() {
  local status=0
  "$@" || status=$?
  ((status == 0 || status == 75))
}
# logged TEXT [SINCE] : SINCE is a number of seconds on the clock
logged() {
  journalctl --sync
  journalctl --quiet --unit=touchstickd --output=cat --since="@${2:-0}" | grep -F -- "$1"
}
uinput_list() { getfacl --omit-header --absolute-names /dev/uinput | xargs; }
as_service() { runuser -u touchstick -- "$@"; }

# Devices, as the kernel and udev know them.
own_nodes() { # own_nodes PHYS : the nodes of the daemon's virtual devices
  local phys
  for phys in /sys/class/input/event*/device/phys; do
    # shellcheck disable=SC2053 # it is a pattern
    [[ $(< "$phys") != $1 ]] || echo "/dev/input/$(basename "${phys%/device/phys}")"
  done 2> /dev/null # it may go at any time
}
own_node() { own_nodes "$1" | grep -m 1 .; }
node_of() { # node_of NAME : the node of the device with this name, except the daemon's
  local name
  for name in /sys/class/input/event*/device/name; do
    [[ $(< "$name") != "$1" || $(< "${name%name}phys") == touchstick/* ]] ||
      { echo "/dev/input/$(basename "${name%/device/name}")"; return; }
  done
  false
}
udev_has() { udevadm info --query=property --name="$1" | grep -Fx -- "$2"; } # udev_has NODE PROPERTY
has_tag() { udevadm info --query=property --name="$1" | grep "^CURRENT_TAGS=.*:$2:" || { udevadm info "$1"; false; }; }

# udevd ignores a request without the sender's credentials. It asks the kernel for them only after it has accepted the
# connection, when the request may be there already; udevadm does not notice. A rule shows whether udevd has read them.
reload_udev_rules() {
  local mark=$RANDOM-$RANDOM
  echo "KERNEL==\"null\", SUBSYSTEM==\"mem\", ENV{TOUCHSTICK_TEST}=\"$mark\"" > /run/udev/rules.d/99-mark.rules
  soon rules_are_read "$mark"
}
rules_are_read() { # rules_are_read MARK
  udevadm control --reload
  udevadm trigger --settle --action=change /dev/null
  udev_has /dev/null "TOUCHSTICK_TEST=$1"
}

# The touchscreen. A program drags fingers on it until it is unplugged.
screen="QUANTA OpticalTouchScreen"
plug() {
  touchstick play --delay 1 --speed 2 --times 1000 --device "$recordings/devices/QUANTA-OpticalTouchScreen.desc" \
    "$recordings/events/QUANTA-OpticalTouchScreen.events" > "$work/play" 2>&1 &
  player=$!
}
unplug() { # a finger may be held
  kill -CONT "$player"
  kill "$player"
  wait "$player"
  player=''
} 2> /dev/null
watch() { touchstick watch > "$work/pad" 2>&1 & watcher=$!; }
unwatch() { kill "$watcher"; wait "$watcher"; } 2> /dev/null
stick_moved() { grep -E 'left +[-+]?0?\.?[0-9]*[1-9]' "$work/pad"; }
moves() { # moves : whether the current pad's stick moves
  local status
  watch
  soon stick_moved
  status=$?
  unwatch
  return $status
}

write_configuration() { # write_configuration TARGET : in one step, like editors
  printf '[device]\ntype = "touchscreen"\n[[stick]]\ntarget = "%s"\n' "$1" > "$work/new.toml"
  install -m 644 "$work/new.toml" "$configuration"
}
# The files that this machine has added to the system, without packages that the host installs meanwhile, the copies of
# the lists of users, and logind's linger. Empty folders for other programs' files stay in /usr/local.
files() {
  (
    cd /run/bed/changes || exit
    find etc usr var/lib/systemd ! -path '*/__pycache__*' ! -path 'usr/local/*' | while read -r file; do
      [[ -e /run/bed/host/$file || -L /run/bed/host/$file ]] || echo "$file"
    done
  ) | grep -Ev '^etc/(passwd|group|shadow|gshadow|subuid|subgid)-$|^var/lib/systemd/linger$' | sort
}
dpkg() { command dpkg --admindir="$work/dpkg" --no-triggers "$@"; }
