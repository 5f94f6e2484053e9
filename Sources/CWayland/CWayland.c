#include "CWayland.h"

#include <string.h>

#if !__has_include("viewporter.h")
#error "run Sources/CWayland/protocols, which makes the code of Wayland's protocols"
#endif
#include "fractional-scale-v1.h"
#include "hyprland-lock-notify-v1.h"
#include "viewporter.h"
#include "wlr-layer-shell-unstable-v1.h"

static const struct {
  const struct wl_interface *interface;
  uint32_t oldest, newest;
} globals[] = {
    // Version 4 of the compositor has damage in pixels of the buffer, and of the output names.
    {&wl_compositor_interface, 4, 4},
    {&wl_subcompositor_interface, 1, 1},
    {&wl_shm_interface, 1, 1},
    {&wl_output_interface, 1, 4},
    {&wl_seat_interface, 1, 1},
    {&zwlr_layer_shell_v1_interface, 1, 3},
    {&wp_viewporter_interface, 1, 1},
    {&wp_fractional_scale_manager_v1_interface, 1, 1},
    {&hyprland_lock_notifier_v1_interface, 1, 1},
};

void *cwayland_bind(struct wl_registry *registry, uint32_t number, const char *interface, uint32_t version) {
  for (size_t i = 0; i < sizeof globals / sizeof *globals; i++) {
    if (strcmp(interface, globals[i].interface->name) != 0 || version < globals[i].oldest) continue;
    uint32_t bound = version < globals[i].newest ? version : globals[i].newest;
    return wl_registry_bind(registry, number, globals[i].interface, bound);
  }
  return NULL;
}

void cwayland_add_registry_listener(struct wl_registry *registry,
                                    void (*added)(void *, struct wl_registry *, uint32_t, const char *, uint32_t),
                                    void (*removed)(void *, struct wl_registry *, uint32_t), void *context) {
  static struct wl_registry_listener listener;
  listener.global = added;
  listener.global_remove = removed;
  wl_registry_add_listener(registry, &listener, context);
}

static void ignore_mode(void *c, struct wl_output *o, uint32_t flags, int32_t w, int32_t h, int32_t refresh) {
  (void)c, (void)o, (void)flags, (void)w, (void)h, (void)refresh;
}
static void ignore_description(void *c, struct wl_output *o, const char *text) { (void)c, (void)o, (void)text; }

void cwayland_add_output_listener(struct wl_output *output,
                                  void (*geometry)(void *, struct wl_output *, int32_t, int32_t, int32_t, int32_t,
                                                   int32_t, const char *, const char *, int32_t),
                                  void (*scale)(void *, struct wl_output *, int32_t),
                                  void (*name)(void *, struct wl_output *, const char *),
                                  void (*done)(void *, struct wl_output *), void *context) {
  static struct wl_output_listener listener = {.mode = ignore_mode, .description = ignore_description};
  listener.geometry = geometry;
  listener.scale = scale;
  listener.name = name;
  listener.done = done;
  wl_output_add_listener(output, &listener, context);
}

void cwayland_add_seat_listener(struct wl_seat *seat, void (*capabilities)(void *, struct wl_seat *, uint32_t),
                                void *context) {
  static struct wl_seat_listener listener;
  listener.capabilities = capabilities;
  wl_seat_add_listener(seat, &listener, context);
}

static void ignore_frame(void *c, struct wl_touch *t) { (void)c, (void)t; }

void cwayland_add_touch_listener(struct wl_touch *touch,
                                 void (*down)(void *, struct wl_touch *, uint32_t, uint32_t, struct wl_surface *,
                                              int32_t, int32_t, int32_t),
                                 void (*up)(void *, struct wl_touch *, uint32_t, uint32_t, int32_t),
                                 void (*motion)(void *, struct wl_touch *, uint32_t, int32_t, int32_t, int32_t),
                                 void (*cancel)(void *, struct wl_touch *), void *context) {
  static struct wl_touch_listener listener = {.frame = ignore_frame};
  listener.down = down;
  listener.up = up;
  listener.motion = motion;
  listener.cancel = cancel;
  wl_touch_add_listener(touch, &listener, context);
}

static void ignore_leave(void *c, struct wl_pointer *p, uint32_t serial, struct wl_surface *surface) {
  (void)c, (void)p, (void)serial, (void)surface;
}
static void ignore_axis(void *c, struct wl_pointer *p, uint32_t time, uint32_t axis, wl_fixed_t value) {
  (void)c, (void)p, (void)time, (void)axis, (void)value;
}

void cwayland_add_pointer_listener(struct wl_pointer *pointer,
                                   void (*enter)(void *, struct wl_pointer *, uint32_t, struct wl_surface *, int32_t,
                                                 int32_t),
                                   void (*motion)(void *, struct wl_pointer *, uint32_t, int32_t, int32_t),
                                   void (*button)(void *, struct wl_pointer *, uint32_t, uint32_t, uint32_t, uint32_t),
                                   void *context) {
  static struct wl_pointer_listener listener = {.leave = ignore_leave, .axis = ignore_axis};
  listener.enter = enter;
  listener.motion = motion;
  listener.button = button;
  wl_pointer_add_listener(pointer, &listener, context);
}

struct zwlr_layer_surface_v1 *cwayland_cover(struct zwlr_layer_shell_v1 *shell, struct wl_surface *surface,
                                             struct wl_output *output) {
  struct zwlr_layer_surface_v1 *layer = zwlr_layer_shell_v1_get_layer_surface(
      shell, surface, output, ZWLR_LAYER_SHELL_V1_LAYER_OVERLAY, "touchstick-overlay");
  zwlr_layer_surface_v1_set_anchor(layer, ZWLR_LAYER_SURFACE_V1_ANCHOR_TOP | ZWLR_LAYER_SURFACE_V1_ANCHOR_BOTTOM |
                                              ZWLR_LAYER_SURFACE_V1_ANCHOR_LEFT | ZWLR_LAYER_SURFACE_V1_ANCHOR_RIGHT);
  // Panels do not push it aside: it covers the whole output.
  zwlr_layer_surface_v1_set_exclusive_zone(layer, -1);
  zwlr_layer_surface_v1_set_keyboard_interactivity(layer, 0);
  return layer;
}

void cwayland_add_layer_listener(struct zwlr_layer_surface_v1 *layer,
                                 void (*configure)(void *, struct zwlr_layer_surface_v1 *, uint32_t, uint32_t,
                                                   uint32_t),
                                 void (*closed)(void *, struct zwlr_layer_surface_v1 *), void *context) {
  static struct zwlr_layer_surface_v1_listener listener;
  listener.configure = configure;
  listener.closed = closed;
  zwlr_layer_surface_v1_add_listener(layer, &listener, context);
}

void cwayland_acknowledge(struct zwlr_layer_surface_v1 *layer, uint32_t serial) {
  zwlr_layer_surface_v1_ack_configure(layer, serial);
}

void cwayland_destroy_layer(struct zwlr_layer_surface_v1 *layer) { zwlr_layer_surface_v1_destroy(layer); }

struct wp_viewport *cwayland_get_viewport(struct wp_viewporter *viewporter, struct wl_surface *surface) {
  return wp_viewporter_get_viewport(viewporter, surface);
}

void cwayland_set_viewport(struct wp_viewport *viewport, int32_t width, int32_t height) {
  wp_viewport_set_destination(viewport, width, height);
}

void cwayland_destroy_viewport(struct wp_viewport *viewport) { wp_viewport_destroy(viewport); }

struct wp_fractional_scale_v1 *cwayland_get_scale(struct wp_fractional_scale_manager_v1 *manager,
                                                  struct wl_surface *surface,
                                                  void (*preferred)(void *, struct wp_fractional_scale_v1 *, uint32_t),
                                                  void *context) {
  static struct wp_fractional_scale_v1_listener listener;
  listener.preferred_scale = preferred;
  struct wp_fractional_scale_v1 *scale = wp_fractional_scale_manager_v1_get_fractional_scale(manager, surface);
  wp_fractional_scale_v1_add_listener(scale, &listener, context);
  return scale;
}

void cwayland_destroy_scale(struct wp_fractional_scale_v1 *scale) { wp_fractional_scale_v1_destroy(scale); }

struct hyprland_lock_notification_v1 *cwayland_watch_lock(struct hyprland_lock_notifier_v1 *notifier,
                                                          void (*locked)(void *, struct hyprland_lock_notification_v1 *),
                                                          void (*unlocked)(void *,
                                                                           struct hyprland_lock_notification_v1 *),
                                                          void *context) {
  static struct hyprland_lock_notification_v1_listener listener;
  listener.locked = locked;
  listener.unlocked = unlocked;
  struct hyprland_lock_notification_v1 *lock = hyprland_lock_notifier_v1_get_lock_notification(notifier);
  hyprland_lock_notification_v1_add_listener(lock, &listener, context);
  return lock;
}

void cwayland_destroy_lock(struct hyprland_lock_notification_v1 *lock) { hyprland_lock_notification_v1_destroy(lock); }

void cwayland_add_frame_listener(struct wl_callback *callback, void (*done)(void *, struct wl_callback *, uint32_t),
                                 void *context) {
  static struct wl_callback_listener listener;
  listener.done = done;
  wl_callback_add_listener(callback, &listener, context);
}

void cwayland_add_buffer_listener(struct wl_buffer *buffer, void (*release)(void *, struct wl_buffer *),
                                  void *context) {
  static struct wl_buffer_listener listener;
  listener.release = release;
  wl_buffer_add_listener(buffer, &listener, context);
}
