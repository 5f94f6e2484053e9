# shellcheck shell=bash disable=SC2154
# udevd stops and starts while the daemon runs.

same_state() { diff "$work/state" <("$parts/pad" state "$pad"); }
found() { status_has "using" && moves; }

remember_a_game # memory that stays after the first one is not counted
plug
soon status_has "using"
moves
check "udevd restarted: a drag is held" hold
"$parts/pad" state "$pad" > "$work/state"
check "udevd restarted: systemd restarts it" systemctl restart systemd-udevd
check "udevd restarted: the stick is where the finger holds it" same_state
hold_no_more
unwatch
check "udevd restarted: the stick moves again" moves
unplug
check "udevd restarted: the daemon waits when the touchscreen is gone" soon status_has "waiting for"
check "udevd restarted: the stick is in the middle meanwhile" "$parts/pad" rest "$pad"
plug
check "udevd restarted: a device that is plugged in later is found" soon found
unplug
soon status_has "waiting for"

# Its sockets stay, as in an upgrade: the kernel's next event starts it.
systemctl stop systemd-udevd 2> /dev/null # systemctl warns of the sockets
check "udevd stopped: it does not run" not systemctl is-active systemd-udevd
plug
check "udevd stopped: a device that is plugged in starts it, and is found" soon found
unplug
soon status_has "waiting for"

# Without the sockets nobody keeps the kernel's events meanwhile, so udev misses the device.
udevadm settle
systemctl stop systemd-udevd-control.socket systemd-udevd-kernel.socket systemd-udevd
plug
soon node_of "$screen"
systemctl start systemd-udevd-kernel.socket systemd-udevd-control.socket systemd-udevd
udevadm settle
check "uevent lost: the touchscreen is not used" status_has "waiting for"
check "uevent lost: doctor reports an error" exits 69 touchstick doctor
check "uevent lost: doctor names the touchscreen" says "udev has not initialised $(node_of "$screen") (\"$screen\")"
check "uevent lost: doctor says what to do" says "sudo udevadm trigger --subsystem-match=input"
udevadm trigger --subsystem-match=input
check "uevent lost: then the touchscreen is found" soon found
check "udevd: it is still the same process" is MainPID "$main"
as_before "udevd"
heap_as_before "udevd"
unplug
