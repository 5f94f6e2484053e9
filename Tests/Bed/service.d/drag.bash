# shellcheck shell=bash disable=SC2034,SC2154
# A drag that something interrupts, and the conditions afterwards: sourced by Tests/Bed/service.

# The kinds of the daemon's open files, such as socket. A kept pad's file was opened in the mount namespace of the last
# process, which is gone, so that the path lacks /dev.
open_files() {
  find "/proc/$(property MainPID)/fd" -mindepth 1 -printf '%l\n' | sed -e 's/:\[.*//' -e 's|^/uinput$|/dev/uinput|' | sort
}
# The daemon's heap while it waits, in bytes and in pieces: Tests/HeapCounter.
heap() {
  local process stat
  process=$(property MainPID)
  udevadm settle
  while read -ra stat < "/proc/$process/stat" && [[ ${stat[2]} != S ]]; do pause 20; done
  od -An -t d8 -N 16 "$heaps/$process" | xargs
}

# remember : notes the current state for as_before, while the daemon uses the touchscreen.
remember() {
  "$parts/digits" 50
  pad=$(own_node touchstick/gamepad) main=$(property MainPID) restarts=$(property NRestarts)
  files_before=$(open_files) heap_before=$(heap)
}
# remember_a_game : the same after a touchscreen has come, been played on, and gone.
remember_a_game() {
  plug
  soon status_has "using"
  moves
  remember
  unplug
  soon status_has "waiting for"
}
has_files_as_before() {
  local now
  now=$(open_files)
  diff <(echo "$files_before") <(echo "$now")
}
has_heap_as_before() {
  local now
  now=$(heap)
  echo "$now bytes and pieces, after $heap_before"
  [[ $now == "$heap_before" ]]
}
as_before() { # as_before FAULT
  check "$1: the daemon has as many open files as before" soon has_files_as_before
}
heap_as_before() { # heap_as_before FAULT : if it is the same process
  check "$1: the daemon's heap has the same size as before" soon has_heap_as_before
}

# hold : stops a drag with the stick deflected and the finger on the screen.
hold() {
  remember
  since=$(date +%s)
  watch
  "$parts/pad" hold "$pad" "$player" "$main"
}
hold_no_more() { kill -CONT "$player"; }
one_pad_at_rest() {
  local pads
  mapfile -t pads < <(own_nodes touchstick/gamepad)
  ((${#pads[@]} == 1)) || { echo "there are ${#pads[@]} pads: ${pads[*]}"; return 1; }
  "$parts/pad" rest "${pads[0]}"
}
