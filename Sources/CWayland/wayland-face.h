#ifndef TOUCHSTICK_WAYLAND_FACE_H
#define TOUCHSTICK_WAYLAND_FACE_H

#include <wayland-client.h>

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
