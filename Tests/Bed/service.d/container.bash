# shellcheck shell=bash disable=SC2154
# The package is removed and installed as in a container that refuses requests of its scripts.

mkdir "$work/refusals"
for name in chmod chown modprobe setfacl udevadm; do
  # udev's answers do not arrive there, so a program that waits for them without a limit never ends.
  # shellcheck disable=SC2016 # for the script
  printf '#!/bin/sh\ncase "$*" in *--timeout=*) ;; *settle*) exec sleep infinity ;; esac\nexit 1\n' > "$work/refusals/$name"
done
command chmod 755 "$work"/refusals/*
refused() { PATH=$work/refusals:$PATH finishes command dpkg --admindir="$work/dpkg" --no-triggers "$@"; }

check "container: the package is removed" refused --remove touchstick
check "container: the service is gone" not systemctl is-active touchstickd
check "container: the configuration stays until the package is purged" test -e "$configuration"
check "container: the user stays, too" getent passwd touchstick
check "container: the package is installed" refused --install "$package"
check "container: outside, the package is installed again" dpkg --install "$package"
check "container: the service runs" soon is ActiveState active
