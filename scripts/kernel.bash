# Sourced by the scripts: functions about the machine's own kernel.
# shellcheck shell=bash

# Whether udev knows a touchscreen, touchpad or tablet.
has_touch_device() {
  grep -qsE '^E:ID_INPUT_(TOUCHSCREEN|TOUCHPAD|TABLET)=1' /run/udev/data/c13:*
}

# Whether the kernel tests can run on this kernel. They make devices, and would mistake the user's touch device for
# their own.
kernel_is_free_for_tests() {
  [[ ! ${TOUCHSTICK_BED_ROOT-} && -w /dev/uinput ]] && [[ -r /dev/input ]] && ((EUID == 0)) && [[ -d /run/udev/data ]] && ! has_touch_device
}

# run_kernel_tests PROGRAMS BUNDLE SECONDS OPTION... : runs the tests of a bundle that the options select on a real kernel, with
# the built programs of a folder.
run_kernel_tests() {
  local bundle=$2 seconds=$3 variable variables=()
  for variable in TOUCHSTICK_{SEED,FIRST_SEED,ENDURANCE}; do
    [[ ! ${!variable-} ]] || variables+=("$variable=${!variable}")
  done
  local environment=("TOUCHSTICK_PROGRAMS=$1" "TOUCHSTICK_HEAP_COUNTER=$(scripts/preload heap-counter)"
    "TOUCHSTICK_FAILING_CALLS=$(scripts/preload failing-calls)" NO_COLOR=1
    "${variables[@]}")
  local command=("$bundle" --testing-library swift-testing "${@:4}")
  if kernel_is_free_for_tests; then
    echo "${0##*/}: running the kernel tests on this machine's kernel" >&2
    env "${environment[@]}" timeout "$seconds" "${command[@]}"
  else
    echo "${0##*/}: running the kernel tests in a virtual machine" >&2
    scripts/packages --install pkg.touchstick.test pkg.touchstick.vm
    local options=(--steady --timeout "$seconds" --env TOUCHSTICK_BED=1)
    for variable in "${environment[@]}"; do options+=(--env "$variable"); done
    Tests/Bed/run "${options[@]}" -- "${command[@]}"
  fi
}
