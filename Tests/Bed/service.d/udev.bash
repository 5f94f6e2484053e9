# shellcheck shell=bash disable=SC2154
# udevd goes away and comes back, while the daemon runs.

same_state() { diff "$work/state" <("$parts/pad" state "$pad"); }
found() { status_has "using" && moves; }

remember_a_game # what it keeps of the first is not counted
plug
soon status_has "using"
moves
check "udevd restarted: a drag is held" hold
"$parts/pad" state "$pad" > "$work/state"
check "udevd restarted: it is" systemctl restart systemd-udevd
check "udevd restarted: the stick is where the finger holds it" same_state
hold_no_more
unwatch
check "udevd restarted: it moves on" moves
unplug
check "udevd restarted: the daemon waits when the touchscreen is gone" soon status_has "waiting for"
check "udevd restarted: the stick is in the middle then" "$parts/pad" rest "$pad"
plug
check "udevd restarted: what is plugged later is found" soon found
unplug
soon status_has "waiting for"

# Its sockets stay, as when it is updated: the kernel's next event starts it.
systemctl stop systemd-udevd 2> /dev/null # it says that much, too
check "udevd stopped: it is" not systemctl is-active systemd-udevd
plug
check "udevd stopped: what is plugged has systemd start it, and is found" soon found
unplug
soon status_has "waiting for"

# Without the sockets nobody keeps what the kernel says meanwhile: udev does not hear of the device when it is back.
udevadm settle
systemctl stop systemd-udevd-control.socket systemd-udevd-kernel.socket systemd-udevd
plug
soon node_of "$screen"
systemctl start systemd-udevd-kernel.socket systemd-udevd-control.socket systemd-udevd
udevadm settle
check "uevent lost: the touchscreen is not taken as it is" status_has "waiting for"
check "uevent lost: for doctor that is a problem" exits 69 touchstick doctor
check "uevent lost: which it names" says "udev has not initialised $(node_of "$screen") ($screen)"
check "uevent lost: with what to do" says "sudo udevadm trigger --subsystem-match=input"
udevadm trigger --subsystem-match=input
check "uevent lost: after that it is found" soon found
check "udevd: through all that it is the same process" is MainPID "$main"
as_before "udevd"
heap_as_before "udevd"
unplug
