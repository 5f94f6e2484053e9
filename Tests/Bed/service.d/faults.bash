# shellcheck shell=bash disable=SC2154
# The daemon ends in the middle of a drag, by no fault of its own. The finger lies still on the screen meanwhile.

comes_back() { # comes_back FAULT : checks all that has to be so after it
  check "$1: it is started anew" soon is NRestarts $((restarts + 1))
  check "$1: it has the touchscreen again" soon status_has "using"
  check "$1: the pad that there was is gone" soon not kill -0 "$watcher"
  check "$1: the new one is at rest, though the finger is still there" soon one_pad_at_rest
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
echo f > /proc/sysrq-trigger # the kernel's own OOM killer, which takes the process that is worth least
check "out of memory: it was the kernel" soon logged "Failed with result 'oom-kill'" "$since"
comes_back "out of memory"

check "hung: a drag is held" hold
kill -STOP "$main"
check "hung: the watchdog sees it" soon logged "Failed with result 'watchdog'" "$since"
comes_back "hung"
unplug
