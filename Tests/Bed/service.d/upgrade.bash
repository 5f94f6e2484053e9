# shellcheck shell=bash disable=SC2154
# A newer package is installed over the one that there is, in the middle of a drag.

# The restart of the programs in sessions asks the bus of each user, also of one that does not answer.
restarts_programs() { systemctl list-units --no-legend --state=running | grep -F "Restart of touchstick's programs"; }
check "silent bus: a user logs in" on_seat mallory
check "silent bus: the user has a bus" soon test -S "/run/user/$(id -u mallory)/bus"
check "silent bus: it does not answer any more" systemctl kill --signal=STOP "user@$(id -u mallory)"
check "silent bus: the package is installed again" dpkg --install "$package"
check "silent bus: the installation has not waited for the bus" restarts_programs
systemctl kill --signal=CONT "user@$(id -u mallory)"
check "silent bus: the restart ends when it answers" soon not restarts_programs
off_seat mallory

higher=$work/higher
dpkg-deb --raw-extract "$package" "$higher"
version=$(dpkg-deb --field "$package" Version)+test
sed -i "s/^Version: .*/Version: $version/" "$higher/DEBIAN/control"
echo "# from the newer package" >> "$(find "$higher" -path '*system/touchstickd.service')"
dpkg-deb -Znone --build "$higher" "$work/higher.deb" > /dev/null

since=$(date +%s)
write_configuration right
cp "$configuration" "$work/owners.toml"
soon logged "configuration was read again" "$since"
plug
soon status_has "using"
check "upgraded: a drag is held" hold
check "upgraded: the newer package is installed" dpkg --install "$work/higher.deb"
check "upgraded: dpkg has the newer version" grep -Fx "Version: $version" "$work/dpkg/status"
check "upgraded: the owner's configuration stays" cmp "$work/owners.toml" "$configuration"
check "upgraded: the unit is that of the newer package" eval "systemctl cat touchstickd | grep -F 'newer package'"
check "upgraded: the daemon is a new process" not is MainPID "$main"
check "upgraded: it runs the new program" test "/proc/$(property MainPID)/exe" -ef /usr/sbin/touchstickd
check "upgraded: it uses the touchscreen again" soon status_has "using"
check "upgraded: games keep the pad" kill -0 "$watcher"
check "upgraded: it is the same" test "$(own_node touchstick/gamepad)" = "$pad"
check "upgraded: it is at rest, although the finger is still there" soon one_pad_at_rest
hold_no_more
check "upgraded: the stick of the owner's configuration moves" soon grep -E 'right +[-+]?0?\.?[0-9]*[1-9]' "$work/pad"
unwatch
check "kept pad: a drag is held" hold
kill -KILL "$main"
check "kept pad: it is gone when the daemon is killed" soon not kill -0 "$watcher"
check "kept pad: the new one is at rest" soon one_pad_at_rest
hold_no_more
unplug
cp "$work/installed.toml" "$configuration"
