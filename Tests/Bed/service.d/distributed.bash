# shellcheck shell=bash disable=SC2154
# The packages of scripts/distribute besides Debian's. Each is installed, played with, upgraded and removed.

mapfile -t others < <(find "$TOUCHSTICK_PACKAGES" -name "*x86*" -type f | sort)
check "packages: there are four" test "${#others[@]}" = 4

# plays_and_goes NAME UPGRADE REMOVE : after the installation
plays_and_goes() {
  local name=$1 upgrade=$2 remove=$3
  check "$name: the service runs" soon is ActiveState active
  check "$name: it is enabled" systemctl is-enabled touchstickd
  check "$name: so are the programs of the session" eval \
    "[[ \$(systemctl --global is-enabled touchstick-session touchstick-overlay | sort -u) == enabled ]]"
  plug
  check "$name: it uses a touchscreen" soon status_has "using"
  check "$name: its pads are off" status_has "switched off"
  systemctl start dbus.socket
  check "$name: they are switched on" soon switches touchstick on
  check "$name: a touch moves the stick" moves
  check "$name: they are switched off" touchstick off
  main=$(property MainPID)
  echo "# the owner's" >> "$configuration"
  check "$name: it is upgraded" eval "$upgrade"
  check "$name: the daemon is a new process" not is MainPID "$main"
  check "$name: the owner's configuration stays" grep -Fx "# the owner's" "$configuration"
  check "$name: it uses the touchscreen again" soon status_has "using"
  check "$name: it is removed" eval "$remove"
  check "$name: the daemon has ended" not systemctl is-active touchstickd
  check "$name: no program is left" test -z "$(find /usr -path '*bin/touchstick*')"
  unplug
  rm -rf /etc/touchstick
  userdel touchstick 2> /dev/null
  systemctl daemon-reload
}

for other in "${others[@]}"; do
  hash -r
  case $other in
    *.tar.gz)
      mkdir "$work/archive"
      tar -xzf "$other" -C "$work/archive"
      installer="$(echo "$work"/archive/*)/install"
      check "archive: it is installed" "$installer"
      plays_and_goes archive "$installer" "$installer remove"
      ;;
    *.rpm)
      # Debian's rpm knows none of the packages that this one requires.
      check "rpm: it is installed" rpm --install --nodeps "$other"
      plays_and_goes rpm "rpm --upgrade --force --nodeps $other" "rpm --erase --nodeps touchstick"
      ;;
    *.pkg.tar.zst)
      mkdir -p "$work/pacman"
      pacman=(pacman --upgrade --noconfirm -dd --dbpath "$work/pacman" "$other")
      check "pacman: it is installed" "${pacman[@]}"
      plays_and_goes pacman "${pacman[*]}" "pacman --remove --noconfirm -dd --dbpath $work/pacman touchstick-bin"
      ;;
    *.raw)
      mkdir -p /var/lib/extensions
      cp "$other" /var/lib/extensions/touchstick.raw
      check "extension: it is merged" systemd-sysext merge
      check "extension: it is started" /usr/share/touchstick/activate
      # As at a boot: systemd and udev know nothing of the extension, and then it is merged.
      systemctl stop touchstickd touchstick-extension
      systemd-sysext unmerge
      systemctl daemon-reload
      udevadm control --reload
      check "extension: without it, there is no service" not systemctl start touchstickd
      check "extension: at the next boot, systemd has a unit for it" systemctl is-enabled touchstick-extension
      systemd-sysext merge
      check "extension: that unit runs" systemctl start touchstick-extension
      plays_and_goes extension "systemd-sysext refresh && /usr/share/touchstick/activate upgrade" \
        "/usr/share/touchstick/activate remove; systemd-sysext unmerge"
      check "extension: the unit for the boot is gone" test ! -e /etc/systemd/system/touchstick-extension.service
      ;;
  esac
done
