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

# run_kernel_tests PROGRAMS BUNDLE SECONDS FILTER [NAME=VALUE...] : runs those of a bundle of tests that the filter is
# about on a real kernel, with the programs that were built in a folder.
run_kernel_tests() {
  local programs=$1 seconds=$3 command=("$2" --testing-library swift-testing --filter "$4") variable
  shift 4
  if kernel_is_free_for_tests; then
    echo "${0##*/}: running the kernel tests on this machine's kernel" >&2
    env TOUCHSTICK_PROGRAMS="$programs" "$@" "${command[@]}"
  else
    echo "${0##*/}: running the kernel tests in a virtual machine" >&2
    scripts/packages install vm
    local environment=(--env TOUCHSTICK_BED=1 --env TOUCHSTICK_PROGRAMS="$programs" --env NO_COLOR=1)
    for variable; do environment+=(--env "$variable"); done
    Tests/Bed/run --timeout "$seconds" "${environment[@]}" -- "${command[@]}"
  fi
}

# What `swift build` is told for the tests: optimised, as the programs are, because what is measured of allocations and
# memory is meant for them.
# shellcheck disable=SC2034 # it is for who sources this
test_build=(-c release -Xswiftc -enable-testing --scratch-path .build/tests)
