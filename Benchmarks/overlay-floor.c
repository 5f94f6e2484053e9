// The least that a program must do to show a thumb on a stick: wait for a packet, clear the pixels that change, draw two
// circles with cairo, show them. It knows no layout, no theme and no other output, and handles no errors after the start.
// The circles are as large as those of the left stick in the benchmark, but the base stays where it is.
//
// usage: overlay-floor --feed < SOCKET
#define _GNU_SOURCE
#include "CWayland.h"
#include <cairo.h>
#include <math.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>
#include <wayland-client.h>

static const double BASE_X = 440, BASE_Y = 790, BASE_RADIUS = 81, HANDLE_RADIUS = 69, PACKETS_PER_TURN = 60;

struct box {
  int left, top, right, bottom;
};
static struct canvas {
  struct wl_buffer *buffer;
  cairo_t *cairo;
  bool is_shown;
  struct box changed; // since it was drawn
} canvases[2];

static struct wl_compositor *compositor;
static struct wl_shm *shm;
static struct zwlr_layer_shell_v1 *shell;
static struct wl_surface *surface;
static int width, height;
static double angle;
static bool is_changed = true, is_ready = true;
static struct box last;

static int fail(const char *what) {
  fprintf(stderr, "overlay-floor: %s\n", what);
  return EXIT_FAILURE;
}

static void add_global(void *context, struct wl_registry *registry, uint32_t name, const char *kind, uint32_t version) {
  (void)context;
  if (strcmp(kind, "wl_compositor") == 0) compositor = cwayland_bind(registry, name, kind, version);
  if (strcmp(kind, "wl_shm") == 0) shm = cwayland_bind(registry, name, kind, version);
  if (strcmp(kind, "zwlr_layer_shell_v1") == 0) shell = cwayland_bind(registry, name, kind, version);
}

static void remove_global(void *context, struct wl_registry *registry, uint32_t name) {
  (void)context, (void)registry, (void)name;
}

static void configure(void *context, struct zwlr_layer_surface_v1 *layer, uint32_t serial, uint32_t w, uint32_t h) {
  (void)context;
  width = (int)w, height = (int)h;
  cwayland_acknowledge(layer, serial);
}

static void end(void *context, struct zwlr_layer_surface_v1 *layer) {
  (void)context, (void)layer;
  exit(EXIT_SUCCESS);
}

static void frame_done(void *context, struct wl_callback *callback, uint32_t time) {
  (void)context, (void)time;
  wl_callback_destroy(callback);
  is_ready = true;
}

static void buffer_released(void *context, struct wl_buffer *buffer) {
  (void)buffer;
  ((struct canvas *)context)->is_shown = false;
}

static bool make_canvas(struct canvas *canvas) {
  int size = 4 * width * height, file = memfd_create("overlay-floor", MFD_CLOEXEC);
  if (file < 0 || ftruncate(file, size) != 0) return false;
  void *memory = mmap(NULL, (size_t)size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (memory == MAP_FAILED) return false;
  struct wl_shm_pool *pool = wl_shm_create_pool(shm, file, size);
  canvas->buffer = wl_shm_pool_create_buffer(pool, 0, width, height, 4 * width, WL_SHM_FORMAT_ARGB8888);
  cwayland_add_buffer_listener(canvas->buffer, buffer_released, canvas);
  canvas->cairo = cairo_create(
      cairo_image_surface_create_for_data(memory, CAIRO_FORMAT_ARGB32, width, height, 4 * width));
  canvas->changed = (struct box){0, 0, width, height};
  return true;
}

static struct box joined(struct box a, struct box b) {
  return (struct box){a.left < b.left ? a.left : b.left, a.top < b.top ? a.top : b.top,
                      a.right > b.right ? a.right : b.right, a.bottom > b.bottom ? a.bottom : b.bottom};
}

static void draw(void) {
  struct canvas *canvas = &canvases[canvases[0].is_shown];
  if (canvas->is_shown) return;
  double x = BASE_X + BASE_RADIUS * cos(angle), y = BASE_Y + BASE_RADIUS * sin(angle), reach = HANDLE_RADIUS + 1;
  struct box now = {(int)(x - reach), (int)(y - reach), (int)ceil(x + reach), (int)ceil(y + reach)};
  struct box changed = joined(last, now);
  last = now;
  for (int i = 0; i < 2; i++) canvases[i].changed = joined(canvases[i].changed, changed);

  cairo_t *cairo = canvas->cairo;
  struct box area = canvas->changed;
  canvas->changed = now;
  cairo_save(cairo);
  cairo_rectangle(cairo, area.left, area.top, area.right - area.left, area.bottom - area.top);
  cairo_clip(cairo);
  cairo_set_operator(cairo, CAIRO_OPERATOR_CLEAR);
  cairo_paint(cairo);
  cairo_set_operator(cairo, CAIRO_OPERATOR_OVER);
  cairo_set_source_rgba(cairo, 1, 1, 1, 0.2);
  cairo_arc(cairo, BASE_X, BASE_Y, BASE_RADIUS, 0, 2 * M_PI);
  cairo_fill(cairo);
  cairo_set_source_rgba(cairo, 1, 1, 1, 0.5);
  cairo_arc(cairo, x, y, HANDLE_RADIUS, 0, 2 * M_PI);
  cairo_fill(cairo);
  cairo_restore(cairo);
  cairo_surface_flush(cairo_get_target(cairo));

  canvas->is_shown = true;
  is_changed = is_ready = false;
  wl_surface_attach(surface, canvas->buffer, 0, 0);
  wl_surface_damage_buffer(surface, changed.left, changed.top, changed.right - changed.left,
                           changed.bottom - changed.top);
  cwayland_add_frame_listener(wl_surface_frame(surface), frame_done, NULL);
  wl_surface_commit(surface);
}

int main(void) {
  struct wl_display *display = wl_display_connect(NULL);
  if (!display) return fail("no Wayland compositor");
  static const struct wl_registry_listener listener = {add_global, remove_global};
  wl_registry_add_listener(wl_display_get_registry(display), &listener, NULL);
  wl_display_roundtrip(display);
  if (!compositor || !shm || !shell) return fail("the compositor has no layers");
  surface = wl_compositor_create_surface(compositor);
  wl_surface_set_input_region(surface, wl_compositor_create_region(compositor));
  cwayland_add_layer_listener(cwayland_cover(shell, surface, NULL), configure, end, NULL);
  wl_surface_commit(surface);
  wl_display_roundtrip(display);
  if (!make_canvas(&canvases[0]) || !make_canvas(&canvases[1])) return fail("no memory");

  struct pollfd files[] = {{.fd = wl_display_get_fd(display), .events = POLLIN}, {.fd = STDIN_FILENO, .events = POLLIN}};
  while (wl_display_dispatch_pending(display) >= 0) {
    if (is_changed && is_ready) draw();
    if (wl_display_prepare_read(display) != 0) continue;
    wl_display_flush(display);
    poll(files, 2, -1);
    if (files[0].revents) wl_display_read_events(display);
    else wl_display_cancel_read(display);
    char packet[4096];
    if (!files[1].revents) continue;
    if (recv(STDIN_FILENO, packet, sizeof packet, MSG_DONTWAIT) <= 0) return EXIT_SUCCESS;
    angle += 2 * M_PI / PACKETS_PER_TURN;
    is_changed = true;
  }
  return fail("the compositor has ended");
}
