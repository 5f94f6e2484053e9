# shellcheck shell=bash disable=SC2154
# Long tests with the service in its sandbox. The daemon of the kernel tests is root.

plugs=5 conflicts=1
[[ ${TOUCHSTICK_ENDURANCE-} != 1 ]] || plugs=200 conflicts=50
endure() { "$parts/endure" "$1" "$pad" "$main" "$2"; }
said_once_each() {
  local times
  times=$(logged "is grabbed by another program" "$since" | wc -l)
  ((times == conflicts)) || { echo "it is said $times times of $conflicts"; false; }
}

remember_a_game
# The first rounds fill malloc's caches.
endure plug $((plugs / 5 + 1)) > "$work/said" || cat "$work/said"
endure conflict 1 > "$work/said" || cat "$work/said"
remember
since=$(date +%s)
sleep 1 # --since has whole seconds
check "endurance: the screen comes and goes, half the time in mid-touch: the stick is at 0, and the pad stays" endure plug $plugs
sed 's/^/    /' "$work/said"
check "endurance: another program grabs the screen: it is used when it is free, and the stick is at 0" endure conflict $conflicts
sed 's/^/    /' "$work/said"
check "endurance: the journal reports each conflict once" said_once_each
check "endurance: it is the same process" is MainPID "$main"
as_before "endurance"
heap_as_before "endurance"
