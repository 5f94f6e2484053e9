# shellcheck shell=bash disable=SC2154
# The service's user without udev's rules: the tool and the daemon name what is missing.

doctor=(runuser -u touchstick -- touchstick doctor)
daemon=(runuser -u touchstick -- touchstickd)
names_uinput() { says "/dev/uinput: permission denied; see what to do: sudo touchstick doctor"; }
names_source() { says "$source: permission denied; see what to do: sudo touchstick doctor"; }
processor_time() { awk '{ print $14 + $15 }' "/proc/$1/stat"; } # processor_time PROCESS : in hundredths of a second
said_times() { # said_times NUMBER TEXT
  local times
  times=$(grep -cF -- "$2" "$work/output")
  ((times == $1)) || { cat "$work/output"; false; }
}

# As the kernel makes it: for root only.
take_uinput_away() { setfacl --remove-all /dev/uinput && chown root:root /dev/uinput && chmod 600 /dev/uinput; }

systemctl stop touchstickd
for rules in 70-touchstick 91-touchstick-clone; do ln -s /dev/null "/run/udev/rules.d/$rules.rules"; done
reload_udev_rules
take_uinput_away
plug
soon node_of "$screen"
udevadm settle
source=$(node_of "$screen")

check "no rules: doctor reports errors" exits 69 "${doctor[@]}"
check "no rules: doctor names uinput" says "touchstick, the service's user, may not write /dev/uinput"
check "no rules: doctor says what to do" says "touchstick's rules, 70-touchstick.rules, are missing: install touchstick again"
check "no rules: doctor names the touchscreen" says "may not read $source (\"$screen\")"
check "no rules: doctor says what to do" says "sudo udevadm trigger $source"
check "no rules: the daemon ends with status 77" exits 77 "${daemon[@]}"
check "no rules: the daemon names uinput, and says what to do" names_uinput
check "no rules: the daemon names the touchscreen, too" names_source

setfacl --modify=group:touchstick:r "$source"
check "touchscreen only: doctor reports errors" exits 69 "${doctor[@]}"
check "touchscreen only: doctor names uinput" says "may not write /dev/uinput"
check "touchscreen only: it does not name the touchscreen" not says "may not read $source"
check "touchscreen only: the daemon ends, too" exits 77 "${daemon[@]}"
check "touchscreen only: the daemon names uinput, and says what to do" names_uinput
check "touchscreen only: it does not name the touchscreen" not names_source

setfacl --remove=group:touchstick "$source"
setfacl --modify=group:touchstick:rw /dev/uinput
check "uinput only: doctor reports errors" exits 69 "${doctor[@]}"
check "uinput only: doctor names the touchscreen" says "may not read $source (\"$screen\")"
check "uinput only: it does not name uinput" not says "may not write /dev/uinput"
"${daemon[@]}" > "$work/output" 2>&1 &
runner=$!
check "uinput only: the daemon names the touchscreen, and says what to do" soon names_source
check "uinput only: it does not name uinput" not names_uinput
check "uinput only: the daemon waits" soon says "waiting for a touchscreen"
kill "$runner"
wait "$runner"

# What it may not read may still be given to it: the daemon looks again.
unplug
"${daemon[@]}" > "$work/output" 2>&1 &
runner=$!
check "uinput only: a daemon without a touchscreen waits" soon says "waiting for a touchscreen"
plug
check "uinput only: for one that comes, it says what is missing" soon says "permission denied; see what to do"
before=$(processor_time "$(pgrep -P "$runner")")
sleep 3 # it would look several times
check "uinput only: it says so once" said_times 1 "permission denied"
check "uinput only: it uses no processor time meanwhile" test $(($(processor_time "$(pgrep -P "$runner")") - before)) -lt 30
setfacl --modify=group:touchstick:r "$(node_of "$screen")"
check "both: the daemon uses the touchscreen" soon says "using $screen"
check "both: the stick moves" moves
check "both: doctor reports no error" exits 0 "${doctor[@]}"
kill "$runner"
wait "$runner"
unplug

take_uinput_away
since=$(date +%s)
check "no rules: the service does not start" not systemctl start touchstickd
check "no rules: the exit status says that a permission is missing" logged "status=77/" "$since"
check "no rules: the journal names the permission" logged "/dev/uinput: permission denied" "$since"
rm /run/udev/rules.d/{70-touchstick,91-touchstick-clone}.rules
reload_udev_rules
udevadm trigger --settle --subsystem-match=misc --subsystem-match=input
check "rules again: the service starts by itself" soon is ActiveState active

# Other software, such as Sunshine, gives the node to a group of its own.
opens_uinput() { runuser -u nobody -g "$1" -- dd if=/dev/null of=/dev/uinput count=0 conv=notrunc; } # opens_uinput GROUP
with_rule() { # with_rule NUMBER : whether two groups may write the node, and nobody else, by such a rule of this number
  local rules=/run/udev/rules.d/$1-service-test-uinput.rules
  echo 'KERNEL=="uinput", SUBSYSTEM=="misc", GROUP="input", MODE="0660"' > "$rules"
  reload_udev_rules
  udevadm trigger --settle /dev/uinput
  rm "$rules"
  getfacl --absolute-names /dev/uinput
  opens_uinput input && opens_uinput touchstick && denied opens_uinput nogroup
}
check "another rule before ours: both groups may write uinput" with_rule 60
check "another rule after ours: both groups may write uinput" with_rule 99
check "another rule: doctor reports no error" exits 0 touchstick doctor
check "another rule: doctor names both groups" says "udev rules give /dev/uinput to the groups input and touchstick"
chgrp root /dev/uinput
reload_udev_rules

# As the system starts, before there is a module to have udev look.
systemctl stop touchstickd
take_uinput_away
check "at boot: the group has access to the node before udev sees it" systemd-tmpfiles --create touchstick.conf
check "at boot: so the service starts" systemctl start touchstickd
check "at boot: the access list is that of udev's rule" test "$(uinput_list)" = \
  "user::rw- group::rw- group:touchstick:rw- mask::rw- other::---"
