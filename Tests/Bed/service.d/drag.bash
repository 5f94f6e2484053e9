# shellcheck shell=bash disable=SC2034,SC2154
# A drag in whose middle something happens, and what has to be so after that: sourced by Tests/Bed/service.

open_files() { find "/proc/$(property MainPID)/fd" -mindepth 1 | wc -l; }
# In kB: what is its own, and all, with those pages of programs and libraries that happen to be there.
memory() { awk '/^RssAnon:/ { own = $2 } /^VmRSS:/ { all = $2 } END { print own, all }' "/proc/$(property MainPID)/status"; }

# remember : for as_before, what is so now, while the daemon uses the touchscreen.
remember() {
  pad=$(own_node touchstick/gamepad) main=$(property MainPID) restarts=$(property NRestarts)
  files_before=$(open_files) memory_before=$(memory)
}
# remember_a_game : the same, of a touchscreen that comes, is played on, and goes.
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
  ((now == files_before)) || { echo "$now are open, and $files_before were"; ls -l "/proc/$(property MainPID)/fd"; false; }
}
has_memory_as_before() { # within 256 kB of its own, and 1 MB of all
  local own all own_before all_before
  read -r own all <<< "$(memory)"
  read -r own_before all_before <<< "$memory_before"
  echo "$own kB of its own, $all kB of all, after $own_before and $all_before"
  ((own <= own_before + 256 && all <= all_before + 1024))
}
as_before() { # as_before FAULT
  check "$1: it has as many files open as before" soon has_files_as_before
  check "$1: it is as large as before" has_memory_as_before
  sed 's/^/    /' "$work/said"
}

# hold : a drag stops with the stick away from the middle, and the finger stays on the screen.
hold() {
  remember
  since=$(date +%s)
  watch
  "$parts/pad" hold "$pad" "$player"
}
hold_no_more() { kill -CONT "$player"; }
one_pad_at_rest() {
  local pads
  mapfile -t pads < <(own_nodes touchstick/gamepad)
  ((${#pads[@]} == 1)) || { echo "there are ${#pads[@]} pads: ${pads[*]}"; return 1; }
  "$parts/pad" rest "${pads[0]}"
}
