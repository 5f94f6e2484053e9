# shellcheck shell=bash disable=SC2154
# What goes on for long, with the service in its sandbox: the kernel tests have a daemon that is root.

plugs=5 conflicts=1
[[ ${TOUCHSTICK_ENDURANCE-} != 1 ]] || plugs=200 conflicts=50
endure() { "$parts/endure" "$1" "$pad" "$main" "$2"; }
said_once_each() {
  local times
  times=$(logged "is grabbed by another program" "$since" | wc -l)
  ((times == conflicts)) || { echo "it is said $times times of $conflicts"; false; }
}

remember_a_game
# The first times fill what malloc keeps.
endure plug $((plugs / 5 + 1)) > "$work/said" || cat "$work/said"
endure conflict 1 > "$work/said" || cat "$work/said"
remember
since=$(date +%s)
sleep 1 # the journal is asked by whole seconds
check "endurance: the screen comes and goes, half the times in mid-touch: the stick is at 0, and the pad stays" endure plug $plugs
sed 's/^/    /' "$work/said"
check "endurance: another program has the screen: it is taken when it is free, and the stick is at 0" endure conflict $conflicts
sed 's/^/    /' "$work/said"
check "endurance: of each conflict it speaks once" said_once_each
check "endurance: it is the same process" is MainPID "$main"
as_before "endurance"
heap_as_before "endurance"
