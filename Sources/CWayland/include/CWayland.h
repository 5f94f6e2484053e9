// The parts of Wayland's protocols that need C: their code is made when the package is built, libwayland keeps the
// addresses of interfaces and listeners, and a constant has no lasting address in Swift.

#ifndef TOUCHSTICK_CWAYLAND_H
#define TOUCHSTICK_CWAYLAND_H

#include <wayland-client.h>

struct wp_fractional_scale_manager_v1;
struct wp_fractional_scale_v1;
struct wp_viewport;
struct wp_viewporter;
struct zwlr_layer_shell_v1;
struct zwlr_layer_surface_v1;

/// Binds a global of the registry; NULL if the overlay does not use such a global, or not in this version.
void *cwp_bind(struct wl_registry *registry, uint32_t number, const char *interface, uint32_t version);

/// Calls the functions for what a seat has, and what its fingers and its pointer do. Places are in 256ths. All of this is
/// version 1.
void cwp_follow_seat(struct wl_seat *seat,
                     void (*capabilities)(void *context, struct wl_seat *, uint32_t capabilities), void *context);
void cwp_follow_touch(struct wl_touch *touch,
                      void (*down)(void *context, struct wl_touch *, uint32_t serial, uint32_t time,
                                   struct wl_surface *, int32_t id, int32_t x, int32_t y),
                      void (*up)(void *context, struct wl_touch *, uint32_t serial, uint32_t time, int32_t id),
                      void (*motion)(void *context, struct wl_touch *, uint32_t time, int32_t id, int32_t x,
                                     int32_t y),
                      void (*cancel)(void *context, struct wl_touch *), void *context);
void cwp_follow_pointer(struct wl_pointer *pointer,
                        void (*enter)(void *context, struct wl_pointer *, uint32_t serial, struct wl_surface *,
                                      int32_t x, int32_t y),
                        void (*motion)(void *context, struct wl_pointer *, uint32_t time, int32_t x, int32_t y),
                        void (*button)(void *context, struct wl_pointer *, uint32_t serial, uint32_t time,
                                       uint32_t button, uint32_t state),
                        void *context);

/// Makes a surface a layer above all others that covers an output, without a keyboard. It then needs a commit.
struct zwlr_layer_surface_v1 *cwp_cover(struct zwlr_layer_shell_v1 *shell, struct wl_surface *surface,
                                        struct wl_output *output);
void cwp_follow_layer(struct zwlr_layer_surface_v1 *layer,
                      void (*configure)(void *context, struct zwlr_layer_surface_v1 *, uint32_t serial,
                                        uint32_t width, uint32_t height),
                      void (*closed)(void *context, struct zwlr_layer_surface_v1 *), void *context);
void cwp_acknowledge(struct zwlr_layer_surface_v1 *layer, uint32_t serial);
void cwp_destroy_layer(struct zwlr_layer_surface_v1 *layer);

/// Scales the surface's buffers to this size in the compositor's units.
struct wp_viewport *cwp_viewport(struct wp_viewporter *viewporter, struct wl_surface *surface);
void cwp_set_viewport(struct wp_viewport *viewport, int32_t width, int32_t height);
void cwp_destroy_viewport(struct wp_viewport *viewport);

/// Calls the function for the scale that suits the surface, in 120ths.
struct wp_fractional_scale_v1 *cwp_follow_scale(struct wp_fractional_scale_manager_v1 *manager,
                                                struct wl_surface *surface,
                                                void (*preferred)(void *context, struct wp_fractional_scale_v1 *,
                                                                  uint32_t scale),
                                                void *context);
void cwp_destroy_scale(struct wp_fractional_scale_v1 *scale);

/// Calls the function when it is time for the next frame.
void cwp_follow_frame(struct wl_callback *callback,
                      void (*done)(void *context, struct wl_callback *, uint32_t time), void *context);
/// Calls the function when the compositor no longer uses the buffer.
void cwp_follow_buffer(struct wl_buffer *buffer, void (*release)(void *context, struct wl_buffer *), void *context);

// libwayland keeps the addresses of interfaces and listeners. A constant has no lasting address in Swift, so they are
// here.
static inline struct wl_output *cwayland_bind_output(struct wl_registry *registry, uint32_t number, uint32_t version) {
  return (struct wl_output *)wl_registry_bind(registry, number, &wl_output_interface, version);
}

static inline void cwayland_follow_registry(
    struct wl_registry *registry,
    void (*added)(void *context, struct wl_registry *, uint32_t number, const char *interface, uint32_t version),
    void (*removed)(void *context, struct wl_registry *, uint32_t number), void *context) {
  static struct wl_registry_listener listener;
  listener.global = added;
  listener.global_remove = removed;
  wl_registry_add_listener(registry, &listener, context);
}

static void cwayland_ignore_mode(void *c, struct wl_output *o, uint32_t flags, int32_t w, int32_t h, int32_t refresh) {
  (void)c, (void)o, (void)flags, (void)w, (void)h, (void)refresh;
}
static void cwayland_ignore_description(void *c, struct wl_output *o, const char *text) {
  (void)c, (void)o, (void)text;
}

// Calls these for what an output tells. `done` follows a group of others.
static inline void cwayland_follow_output(
    struct wl_output *output,
    void (*geometry)(void *context, struct wl_output *, int32_t x, int32_t y, int32_t width, int32_t height,
                     int32_t subpixel, const char *make, const char *model, int32_t transform),
    void (*scale)(void *context, struct wl_output *, int32_t factor),
    void (*name)(void *context, struct wl_output *, const char *name),
    void (*done)(void *context, struct wl_output *), void *context) {
  static struct wl_output_listener listener = {
      .mode = cwayland_ignore_mode,
      .description = cwayland_ignore_description,
  };
  listener.geometry = geometry;
  listener.scale = scale;
  listener.name = name;
  listener.done = done;
  wl_output_add_listener(output, &listener, context);
}

#endif
