# touchstick for NixOS, from the archive that `scripts/distribute tar` makes. In configuration.nix:
#
#   imports = [ (import ./touchstick.nix { archive = ./touchstick-0.1.0-x86_64.tar.gz; }) ];
#   services.touchstick.enable = true;
{ archive }:
{ config, lib, pkgs, ... }:
let
  touchstick = pkgs.stdenv.mkDerivation {
    pname = "touchstick";
    version = builtins.head (builtins.match "touchstick-([^-]+)-.*" (baseNameOf archive));
    src = archive;
    nativeBuildInputs = [ pkgs.autoPatchelfHook ];
    buildInputs = with pkgs; [ stdenv.cc.cc.lib cairo fontconfig libevdev libyaml systemdLibs wayland xorg.libxcb ];
    dontConfigure = true;
    dontBuild = true;
    # The system has no /usr/bin. Its udev wants whole paths.
    postPatch = ''
      patchShebangs .
      substituteInPlace systemd/touchstickd.service \
        --replace-fail /usr/bin/chrt ${pkgs.util-linux}/bin/chrt --replace-fail /bin/kill ${pkgs.util-linux}/bin/kill
      substituteInPlace udev/70-touchstick.rules \
        --replace-fail 'IMPORT{program}="touchstick-clone' "IMPORT{program}=\"$out/lib/udev/touchstick-clone" \
        --replace-fail 'RUN{program}+="touchstick-sensor' "RUN{program}+=\"$out/lib/udev/touchstick-sensor"
      substituteInPlace udev/touchstick-clone --replace-fail /usr/bin/udevadm ${pkgs.systemd}/bin/udevadm
    '';
    installPhase = ''
      export TOUCHSTICK_PROGRAMS=programs STRIP= PREFIX=$out SBINDIR=$out/bin SYSCONFDIR=$out/etc
      export SYSTEMD_UNITS=$out/lib/systemd/system SYSTEMD_USER_UNITS=$out/lib/systemd/user SYSUSERS=$out/lib/sysusers.d
      export TMPFILES=$out/lib/tmpfiles.d UDEV=$out/lib/udev DBUS=$out/share/dbus-1 SETFACL=${pkgs.acl}/bin/setfacl
      DESTDIR= bash scripts/install install
    '';
    meta = {
      description = "Gamepads from touchscreens, touchpads and graphics tablets";
      license = lib.licenses.mit;
      platforms = [ "x86_64-linux" "aarch64-linux" ];
      mainProgram = "touchstick";
    };
  };
in
{
  options.services.touchstick.enable = lib.mkEnableOption "gamepads from touchscreens, touchpads and graphics tablets";

  config = lib.mkIf config.services.touchstick.enable {
    boot.kernelModules = [ "uinput" "industrialio" ];
    users.users.touchstick = { isSystemUser = true; group = "touchstick"; };
    users.groups.touchstick = { };
    environment.systemPackages = [ touchstick ];
    environment.etc."touchstick/touchstick.toml".source = lib.mkDefault "${touchstick}/etc/touchstick/touchstick.toml";
    services.udev.packages = [ touchstick ];
    services.dbus.packages = [ touchstick ];
    systemd.packages = [ touchstick ];
    systemd.tmpfiles.packages = [ touchstick ];
    # NixOS does not read [Install] of a package's units.
    systemd.services.touchstickd.wantedBy = [ "multi-user.target" ];
    systemd.user.services.touchstick-session.wantedBy = [ "graphical-session.target" ];
    systemd.user.services.touchstick-overlay.wantedBy = [ "graphical-session.target" ];
  };
}
