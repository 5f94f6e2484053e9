// What wayland-scanner has made. Layers refer to popups of xdg-shell.
#include "fractional-scale-v1.c"
#include "hyprland-lock-notify-v1.c"
#include "viewporter.c"
#include "wlr-layer-shell-unstable-v1.c"
#include "xdg-shell.c"
