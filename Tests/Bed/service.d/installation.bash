# shellcheck shell=bash disable=SC2154
# The package is installed: what runs then, and what it may do.

files > "$work/before"
# The bed has loaded it; and as the service starts, its unit would.
check "the kernel's uinput module is not loaded" rmmod uinput
ln -s /dev/null /run/systemd/system/modprobe@uinput.service
check "the package is installed" dpkg --install "$package"
check "it recommends the overlay" grep -F touchstick-overlay <<< "$(dpkg-deb --field "$package" Recommends)"
check "it needs less than 44 MB" test "$(dpkg-deb --field "$package" Installed-Size)" -lt 45056
check "the installation has loaded the module" test -e /sys/module/uinput
rm /run/systemd/system/modprobe@uinput.service
systemctl daemon-reload
check "the pads are off, as the installed configuration says" status_has "switched off"
systemctl start dbus.socket
check "touchstick reaches the daemon" soon touchstick status
check "the desktop gets every touch until the pads are switched on, and five fingers switch them off" "$parts/fresh"
check "the pads are off again" status_has "switched off"
systemctl stop dbus.socket dbus 2> /dev/null # logind is for a later part
# The other parts play.
sed -i 's/^start = "off"$/start = "on"/' "$configuration"
cp "$configuration" "$work/installed.toml"
check "the service is enabled" systemctl is-enabled touchstickd
check "it runs without a touch device" systemctl is-active touchstickd
check "its status says what it is waiting for" status_has "waiting for"
check "it is not root" test "$(ps -o user= -p "$(property MainPID)")" = touchstick
check "it has realtime scheduling" test "$(ps -o cls=,rtprio= -p "$(property MainPID)" | tr -s ' ')" = " RR 10"
check "uinput's access list has its group" test "$(uinput_list)" = \
  "user::rw- group::rw- group:touchstick:rw- mask::rw- other::---"
check "uinput otherwise belongs to root" test "$(stat -c '%U %G' /dev/uinput)" = "root root"
systemd-analyze security --no-pager touchstickd > "$work/security" 2>&1
grep '✗' "$work/security"
tail -n 1 "$work/security"
check "its sandbox is strict" grep -E 'level .*: 0\.[0-8] ' "$work/security"

# From here on its heap is counted. It may write nothing but what says how much that is.
mkdir -m 1777 "$heaps"
cp "$TOUCHSTICK_HEAP_COUNTER" /usr/local/lib/heap-counter.so # the service sees no home
mkdir -p "$drop_ins"
cat > "$drop_ins/heap.conf" << END
[Service]
Environment=LD_PRELOAD=/usr/local/lib/heap-counter.so HEAP_COUNTER_FOLDER=$heaps
ReadWritePaths=$heaps
END
systemctl daemon-reload
systemctl restart touchstickd
