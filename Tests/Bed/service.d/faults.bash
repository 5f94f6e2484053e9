# shellcheck shell=bash disable=SC2154
# The daemon is ended in mid-drag. The finger stays on the screen meanwhile.

comes_back() { # comes_back FAULT : checks the conditions afterwards
  check "$1: systemd restarts the daemon" soon is NRestarts $((restarts + 1))
  check "$1: the daemon uses the touchscreen again" soon status_has "using"
  check "$1: the old pad is gone" soon not kill -0 "$watcher"
  check "$1: the new pad is at rest, although the finger is still there" soon one_pad_at_rest
  hold_no_more
  check "$1: the stick moves again" moves
  as_before "$1"
}

plug
soon status_has "using"
moves

check "killed: a drag is held" hold
kill -KILL "$main"
comes_back "killed"

check "out of memory: a drag is held" hold
echo 1000 > "/proc/$main/oom_score_adj"
echo f > /proc/sysrq-trigger # the kernel's OOM killer chooses the least valuable process
check "out of memory: the kernel has killed the daemon" soon logged "Failed with result 'oom-kill'" "$since"
comes_back "out of memory"

check "hung: a drag is held" hold
kill -STOP "$main"
check "hung: the watchdog notices" soon logged "Failed with result 'watchdog'" "$since"
comes_back "hung"

# A minute passes until the watchdog notices.
if [[ ! ${short-} ]]; then
  check "bus thread hung: a drag is held" hold
  mkfifo "$work/stopper"
  "$parts/stopped" "$main" < "$work/stopper" > "$work/stopped" 2>&1 &
  exec 8> "$work/stopper"
  check "bus thread hung: it is stopped" soon grep -x 1 "$work/stopped"
  check "bus thread hung: the watchdog notices" soon logged "Failed with result 'watchdog'" "$since"
  exec 8>&-
  comes_back "bus thread hung"
fi
unplug
