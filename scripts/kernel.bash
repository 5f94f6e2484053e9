# Sourced: what the scripts ask about the machine's own kernel.
# shellcheck shell=bash

# Whether udev knows a touchscreen, touchpad or tablet.
has_touch_device() {
  grep -qsE '^E:ID_INPUT_(TOUCHSCREEN|TOUCHPAD|TABLET)=1' /run/udev/data/c13:*
}

# Whether the kernel tests can run right here: they make devices, and would take a touch device of the
# user's for one of theirs.
kernel_is_free_for_tests() {
  [[ -w /dev/uinput ]] && [[ -r /dev/input ]] && ((EUID == 0)) && [[ -d /run/udev/data ]] && ! has_touch_device
}
