# shellcheck shell=bash disable=SC2154
# The kernel's uinput module is unloaded, unavailable, and available again.

tried_now_and_then() { # and not all the time
  local times
  times=$(property NRestarts)
  ((times >= 2 && times <= 20)) || { echo "it was tried $times times"; false; }
}

doctor_misses_it() {
  exits 69 touchstick doctor && says "the kernel's uinput module is not loaded, although the service has opened /dev/uinput"
}

remember_a_game
since=$(date +%s)
check "uinput in use: it cannot be unloaded" eval "! rmmod uinput 2> $work/rmmod && grep -F 'in use' $work/rmmod"
check "uinput in use: the daemon continues" is MainPID "$main"
systemctl stop touchstickd
check "uinput unloaded: it can be unloaded while nobody uses it" rmmod uinput
check "uinput unloaded: the service's user may open the node" as_service dd if=/dev/null of=/dev/uinput count=0 conv=notrunc
check "uinput unloaded: that loads the module" test -e /sys/module/uinput
rmmod uinput
check "uinput unloaded: the service starts" systemctl start touchstickd
systemctl stop touchstickd
rmmod uinput
mkdir -p /run/modprobe.d
echo "install uinput /bin/false" > /run/modprobe.d/service-test.conf
check "no uinput: the service does not start" not systemctl start touchstickd
check "no uinput: the exit status says that something is not available" logged "status=69/" "$since"
check "no uinput: the journal says what is missing, and what to do" logged "load it with: modprobe uinput" "$since"
check "no uinput: systemd retries now and then" soon tried_now_and_then
check "no uinput: doctor says that nothing loads the module" soon doctor_misses_it
rm /run/modprobe.d/service-test.conf
check "no uinput: the service starts by itself when uinput appears" soon is ActiveState active
plug
check "no uinput: then it uses the touchscreen" soon status_has "using"
check "no uinput: the stick moves" moves
as_before "uinput"
unplug
