# shellcheck shell=bash disable=SC2154
# The system bus starts, restarts and stops while the daemon runs in its sandbox.

called() { busctl call org.touchstick /org/touchstick org.touchstick.Pads1 "$1"; }

systemctl start dbus.socket
plug
soon status_has "using"
check "bus: touchstick reaches the daemon" soon touchstick status
main=$(property MainPID)
check "bus: the status names the screen" eval "touchstick status | grep -F '$screen'"
check "bus: the daemon has the interface of the manual page" busctl introspect org.touchstick /org/touchstick org.touchstick.Pads1
check "bus: others may not own its name" exits 1 runuser -u nobody -- busctl call org.freedesktop.DBus \
  /org/freedesktop/DBus org.freedesktop.DBus RequestName su org.touchstick 0
check "bus: because they lack the permission" says "denied"
check "bus: root switches the pads off" called Off
check "bus: they are off" status_has "switched off"
check "bus: root switches the pads on" called On
check "bus: they are on" not status_has "switched off"

# A game that continues to run meanwhile.
touchstick run --profile touchscreen -- sleep infinity &
game=$!
check "run: the pads have its layout" soon profile_is touchscreen
check "daemon restarted: systemd restarts it" systemctl restart touchstickd
check "daemon restarted: the pads have the command's layout again" soon profile_is touchscreen
check "daemon restarted: they are on" soon not status_has "off"

check "bus restarted: systemd restarts it" systemctl restart dbus
check "bus restarted: touchstick reaches the daemon" soon touchstick status
check "bus restarted: the pads have the command's layout again" soon profile_is touchscreen
check "bus restarted: the stick moves" moves
check "run: the command still runs" kill -0 "$game"
kill "$game"
wait "$game"
check "run: its layout ends with it" soon not profile_is touchscreen

systemctl stop dbus.socket dbus 2> /dev/null # logind is for the next part
check "no bus: touchstick says so" exits 69 touchstick status
check "no bus: touchstick says what to do" says "sudo systemctl start dbus touchstickd"
check "no bus: the stick moves" moves
check "no bus: the service can be restarted" systemctl restart touchstickd
main=$(property MainPID)
check "no bus: it uses the screen" soon status_has "using"
systemctl start dbus.socket
check "bus again: touchstick reaches the daemon" soon touchstick status
check "bus again: it is the same process" is MainPID "$main"
systemctl stop touchstickd
check "no daemon: touchstick says so" exits 69 touchstick on
check "no daemon: touchstick says what to do" says "sudo systemctl start touchstickd"
systemctl start touchstickd
unplug
