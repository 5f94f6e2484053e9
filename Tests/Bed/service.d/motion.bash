# shellcheck shell=bash disable=SC2034,SC2154
# A sensor hub: the service reads its sensors by its own rights, and has no others. With iio-sensor-proxy, if the machine has
# its package: --env TOUCHSTICK_SENSOR_PROXY=FILE.deb

sensors=/sys/bus/iio/devices
tell() { # tell COMMAND : has the hub do something
  echo "$*" >&"$hub_commands"
  read -r REPLY <&"$hub_answers"
}
sensor_named() { # sensor_named NAME : its folder
  local name
  for name in "$sensors"/iio:device*/name; do
    [[ $(< "$name") != "$1" ]] || { echo "${name%/name}"; return; }
  done
  false
}
node_of_sensor() { echo "/dev/$(basename "$(sensor_named "$1")")"; }
belongs() { # belongs FILE OWNER GROUP MODE
  local is
  is=$(stat -Lc '%U %G %a' "$1")
  [[ $is == "$2 $3 $4" ]] || { echo "$1: $is"; false; }
}
buffer_is() { [[ $(< "$(sensor_named "$1")/buffer/enable") == "$2" ]]; } # buffer_is NAME 0|1
others_are_roots() { # besides the files of the buffers and the rates
  local found
  found=$(find -L "$sensors"/iio:device* -maxdepth 2 -type f -group touchstick ! -name '*_en' ! -path '*/buffer/*' \
    ! -name current_trigger ! -name current_timestamp_clock ! -name '*sampling_frequency' ! -name '*_hysteresis' 2> /dev/null)
  [[ ! $found ]] || { echo "$found"; false; }
}
leans() { grep -E 'right +[-+]?0?\.?[0-9]*[1-9]' "$work/pad"; }
pad_leans() { # whether the current pad's right stick is deflected
  local status
  watch
  soon leans
  status=$?
  unwatch
  return $status
}

modprobe --all uhid hid-sensor-hub hid-sensor-accel-3d hid-sensor-gyro-3d hid-sensor-trigger
coproc HUB { exec python3 Tests/KernelTests/sensor_hub.py; }
hub_commands=${HUB[1]} hub_answers=${HUB[0]} hub=$HUB_PID
read -r REPLY <&"$hub_answers"
check "the kernel has an accelerometer" soon sensor_named accel_3d
check "the kernel has a gyroscope" soon sensor_named gyro_3d
udevadm settle
accelerometer=$(sensor_named accel_3d)
check "the service's group may read the node" soon grep -q '^group:touchstick:r--' <(getfacl -p "$(node_of_sensor accel_3d)")
check "the node otherwise belongs to root" belongs "$(node_of_sensor accel_3d)" root root 640
check "the service's group may start the buffer" belongs "$accelerometer/buffer/enable" root touchstick 664
check "the service's group may set the rate" belongs "$accelerometer/in_accel_sampling_frequency" root touchstick 664
check "every other file belongs to root" others_are_roots
check "the service's user may not change the power management" denied as_service sh -c "echo on > $accelerometer/power/control"
check "another user may not start the buffer" denied runuser -u nobody -- sh -c "echo 1 > $accelerometer/buffer/enable"
check "another user may not read the node" denied runuser -u nobody -- dd "if=$(node_of_sensor accel_3d)" count=0

cat > "$work/new.toml" << 'TOML'
[device]
type = "touchscreen"
[[tilt]]
output = "right.x"
full = "45deg"
base = "flat"
[[gyro]]
target = "left"
while = "always"
TOML
cp "$configuration" "$work/old.toml"
since=$(date +%s)
install -m 644 "$work/new.toml" "$configuration"
plug
check "a screen is used" soon status_has "using"
check "the service reads the accelerometer's buffer" soon logged "an accelerometer, by its buffer" "$since"
check "the service reads the gyroscope's buffer" soon logged "a gyroscope, by its buffer" "$since"
tell hold 0.5 0 -0.866 0 0 0
check "the pad shows how the machine leans" pad_leans
touchstick status > "$work/status" 2>&1
check "nothing that a sensor measures is in the log" not logged "0.86" "$since"
touchstick off > /dev/null 2>&1 || kill -USR1 "$(property MainPID)"
check "while the pads are off, the buffers rest" soon buffer_is accel_3d 0
check "while the pads are off, the buffers rest" soon buffer_is gyro_3d 0
touchstick on > /dev/null 2>&1 || kill -USR1 "$(property MainPID)"
check "afterwards they are read again" soon buffer_is accel_3d 1

# In both orders. It is only in this machine's files.
if [[ ${TOUCHSTICK_SENSOR_PROXY-} ]]; then
  # dpkg-deb --extract would replace the link /lib by a folder.
  dpkg-deb --fsys-tarfile "$TOUCHSTICK_SENSOR_PROXY" | tar --extract --keep-directory-symlink --directory /
  udevadm control --reload
  systemctl daemon-reload
  systemctl start dbus.socket
  proxy=$(find /usr/libexec /usr/sbin -name iio-sensor-proxy | head -n 1)
  udevadm trigger --settle --subsystem-match=iio
  proxy_claims() { busctl call net.hadess.SensorProxy /net/hadess/SensorProxy net.hadess.SensorProxy HasAccelerometer || true; }
  systemd-run --quiet --unit=proxy "$proxy"
  systemd-run --quiet --unit=monitor monitor-sensor
  says_orientation() { journalctl --quiet --unit=monitor --output=cat | grep -F "$1"; }
  check "iio-sensor-proxy comes second: the desktop learns the orientation" soon says_orientation "orientation"
  check "iio-sensor-proxy comes second: the pad still shows how the machine leans" pad_leans
  systemctl restart touchstickd
  check "iio-sensor-proxy comes first: the service asks for each value" soon logged "an accelerometer, value by value" "$since"
  check "iio-sensor-proxy comes first: the pad shows how the machine leans" pad_leans
  systemctl stop monitor proxy
  dpkg-deb --fsys-tarfile "$TOUCHSTICK_SENSOR_PROXY" | tar --list | tac | while read -r name; do
    rm --dir "/$name" 2> /dev/null || true # folders of others are not empty
  done
else
  echo "motion: without iio-sensor-proxy, because TOUCHSTICK_SENSOR_PROXY is not set"
fi

unplug
install -m 644 "$work/old.toml" "$configuration"
kill "$hub"
wait "$hub" 2> /dev/null
check "without the hub, the sensors are gone" soon not sensor_named accel_3d
