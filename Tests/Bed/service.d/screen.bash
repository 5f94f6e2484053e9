# shellcheck shell=bash disable=SC2154
# A touchscreen comes and goes: udev's view of it, of the pad and of the clone.

plug
check "the daemon uses a touchscreen that is plugged in" soon status_has "using"
pad=$(own_node touchstick/gamepad) clone=$(own_node 'touchstick/clone/*')
source=/dev/input/$(basename "$(cat "/sys/class/input/$(basename "$clone")/device/phys")")
check "the stick moves" moves
udevadm settle
check "udev classifies the pad as a joystick" udev_has "$pad" ID_INPUT_JOYSTICK=1
check "the user at the computer gets the pad" has_tag "$pad" uaccess
check "the clone belongs to the source's screen" udev_has "$clone" WL_OUTPUT=HDMI-A-7
check "the clone has the source's calibration" udev_has "$clone" "LIBINPUT_CALIBRATION_MATRIX=0 -1 1 1 0 0"
check "the clone is in the source's group" udev_has "$clone" "LIBINPUT_DEVICE_GROUP=a pen and its screen"
check "the clone is itself" udev_has "$clone" "DEVNAME=$clone"
check "the service may read the touchscreen" as_service dd if="$source" of=/dev/null count=0
check "the service may not read other devices" denied as_service dd if="$pad" of=/dev/null count=0
systemctl status --no-pager --full --lines=20 touchstickd
unplug
check "the daemon waits when the touchscreen is gone" soon status_has "waiting for"
check "the stick is in the middle meanwhile" "$parts/pad" rest "$pad"
