// The parts of Wayland's protocols that need C: their code is made when the package is built, libwayland keeps the
// addresses of interfaces and listeners, and a constant has no lasting address in Swift.

#ifndef TOUCHSTICK_CWAYLAND_H
#define TOUCHSTICK_CWAYLAND_H

#include <wayland-client.h>

struct hyprland_lock_notification_v1;
struct hyprland_lock_notifier_v1;
struct wp_fractional_scale_manager_v1;
struct wp_fractional_scale_v1;
struct wp_viewport;
struct wp_viewporter;
struct zwlr_layer_shell_v1;
struct zwlr_layer_surface_v1;

/// Binds a global of the registry; NULL if touchstick does not use such a global, or not in this version.
void *cwayland_bind(struct wl_registry *registry, uint32_t number, const char *interface, uint32_t version);

/// Calls the functions for the globals of a registry.
void cwayland_add_registry_listener(struct wl_registry *registry,
                                    void (*added)(void *context, struct wl_registry *, uint32_t number,
                                                  const char *interface, uint32_t version),
                                    void (*removed)(void *context, struct wl_registry *, uint32_t number),
                                    void *context);

/// Calls the functions for the properties of an output. `done` follows a group of others.
void cwayland_add_output_listener(struct wl_output *output,
                                  void (*geometry)(void *context, struct wl_output *, int32_t x, int32_t y,
                                                   int32_t width, int32_t height, int32_t subpixel, const char *make,
                                                   const char *model, int32_t transform),
                                  void (*scale)(void *context, struct wl_output *, int32_t factor),
                                  void (*name)(void *context, struct wl_output *, const char *name),
                                  void (*done)(void *context, struct wl_output *), void *context);

/// Calls the functions for what a seat has, and what its fingers and its pointer do. Places are in 256ths. All of this
/// is version 1.
void cwayland_add_seat_listener(struct wl_seat *seat,
                                void (*capabilities)(void *context, struct wl_seat *, uint32_t capabilities),
                                void *context);
void cwayland_add_touch_listener(struct wl_touch *touch,
                                 void (*down)(void *context, struct wl_touch *, uint32_t serial, uint32_t time,
                                              struct wl_surface *, int32_t id, int32_t x, int32_t y),
                                 void (*up)(void *context, struct wl_touch *, uint32_t serial, uint32_t time,
                                            int32_t id),
                                 void (*motion)(void *context, struct wl_touch *, uint32_t time, int32_t id, int32_t x,
                                                int32_t y),
                                 void (*cancel)(void *context, struct wl_touch *), void *context);
void cwayland_add_pointer_listener(struct wl_pointer *pointer,
                                   void (*enter)(void *context, struct wl_pointer *, uint32_t serial,
                                                 struct wl_surface *, int32_t x, int32_t y),
                                   void (*motion)(void *context, struct wl_pointer *, uint32_t time, int32_t x,
                                                  int32_t y),
                                   void (*button)(void *context, struct wl_pointer *, uint32_t serial, uint32_t time,
                                                  uint32_t button, uint32_t state),
                                   void *context);

/// Makes a surface a layer above all others that covers an output, without a keyboard. It then needs a commit.
struct zwlr_layer_surface_v1 *cwayland_cover(struct zwlr_layer_shell_v1 *shell, struct wl_surface *surface,
                                             struct wl_output *output);
void cwayland_add_layer_listener(struct zwlr_layer_surface_v1 *layer,
                                 void (*configure)(void *context, struct zwlr_layer_surface_v1 *, uint32_t serial,
                                                   uint32_t width, uint32_t height),
                                 void (*closed)(void *context, struct zwlr_layer_surface_v1 *), void *context);
void cwayland_acknowledge(struct zwlr_layer_surface_v1 *layer, uint32_t serial);
void cwayland_destroy_layer(struct zwlr_layer_surface_v1 *layer);

/// Scales the surface's buffers to this size in the compositor's units.
struct wp_viewport *cwayland_get_viewport(struct wp_viewporter *viewporter, struct wl_surface *surface);
void cwayland_set_viewport(struct wp_viewport *viewport, int32_t width, int32_t height);
void cwayland_destroy_viewport(struct wp_viewport *viewport);

/// Calls the function for the scale that suits the surface, in 120ths.
struct wp_fractional_scale_v1 *cwayland_get_scale(struct wp_fractional_scale_manager_v1 *manager,
                                                  struct wl_surface *surface,
                                                  void (*preferred)(void *context, struct wp_fractional_scale_v1 *,
                                                                    uint32_t scale),
                                                  void *context);
void cwayland_destroy_scale(struct wp_fractional_scale_v1 *scale);

/// Calls the functions when the session is locked, at once if it already is, and when it is unlocked.
struct hyprland_lock_notification_v1 *cwayland_watch_lock(
    struct hyprland_lock_notifier_v1 *notifier,
    void (*locked)(void *context, struct hyprland_lock_notification_v1 *),
    void (*unlocked)(void *context, struct hyprland_lock_notification_v1 *), void *context);
void cwayland_destroy_lock(struct hyprland_lock_notification_v1 *lock);

/// Calls the function when it is time for the next frame.
void cwayland_add_frame_listener(struct wl_callback *callback,
                                 void (*done)(void *context, struct wl_callback *, uint32_t time), void *context);
/// Calls the function when the compositor no longer uses the buffer.
void cwayland_add_buffer_listener(struct wl_buffer *buffer, void (*release)(void *context, struct wl_buffer *),
                                  void *context);

#endif
