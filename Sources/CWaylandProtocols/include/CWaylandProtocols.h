// The parts of Wayland's protocols that need C: their code is made when the package is built, libwayland keeps the
// addresses of interfaces and listeners, and a constant has no lasting address in Swift.

#ifndef CWAYLANDPROTOCOLS_H
#define CWAYLANDPROTOCOLS_H

#include <stdint.h>

struct wl_buffer;
struct wl_callback;
struct wl_output;
struct wl_pointer;
struct wl_registry;
struct wl_seat;
struct wl_surface;
struct wl_touch;
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

#endif
