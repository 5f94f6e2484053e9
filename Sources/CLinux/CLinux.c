#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <linux/uinput.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

extern char **environ;

char **clinux_environment(void) { return environ; }

int clinux_set_uinput_phys(int uinput, const char *phys) {
  return ioctl(uinput, UI_SET_PHYS, phys);
}

void clinux_destroy_uinput(int uinput) { ioctl(uinput, UI_DEV_DESTROY); }

// The kernel's uinput gives EINTR if a signal arrives while another thread or process uses the file.
static int uinput_ioctl(int uinput, unsigned long request, void *argument) {
  int status;
  do {
    status = ioctl(uinput, request, argument);
  } while (status != 0 && errno == EINTR);
  return status;
}

int clinux_accept_effect(int uinput, unsigned request, struct ff_effect *effect) {
  struct uinput_ff_upload upload = {.request_id = request};
  if (uinput_ioctl(uinput, UI_BEGIN_FF_UPLOAD, &upload) != 0) return -1;
  *effect = upload.effect;
  upload.retval = 0;
  return uinput_ioctl(uinput, UI_END_FF_UPLOAD, &upload);
}

int clinux_accept_erasure(int uinput, unsigned request) {
  struct uinput_ff_erase erasure = {.request_id = request};
  if (uinput_ioctl(uinput, UI_BEGIN_FF_ERASE, &erasure) != 0) return -1;
  erasure.retval = 0;
  return uinput_ioctl(uinput, UI_END_FF_ERASE, &erasure) != 0 ? -1 : (int)erasure.effect_id;
}

int clinux_upload_rumble(int device, int effect, uint16_t strong, uint16_t weak, uint16_t milliseconds) {
  struct ff_effect rumble = {
      .type = FF_RUMBLE,
      .id = effect,
      .replay.length = milliseconds,
      .u.rumble = {.strong_magnitude = strong, .weak_magnitude = weak},
  };
  return ioctl(device, EVIOCSFF, &rumble) != 0 ? -1 : rumble.id;
}

void clinux_adopt_orphans(void) { prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }

void clinux_forbid_dumps(void) { prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }

void clinux_notify(const char *state) {
  const char *path = getenv("NOTIFY_SOCKET");
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  size_t length = path != NULL ? strlen(path) : 0;
  if (length == 0 || length >= sizeof address.sun_path) return;
  memcpy(address.sun_path, path, length);
  // An abstract address.
  if (path[0] == '@') address.sun_path[0] = '\0';
  int file = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (file < 0) return;
  sendto(file, state, strlen(state), MSG_DONTWAIT | MSG_NOSIGNAL, (struct sockaddr *)&address,
         offsetof(struct sockaddr_un, sun_path) + length);
  close(file);
}

int clinux_terminal_size(int terminal, int *rows, int *columns) {
  struct winsize size;
  if (ioctl(terminal, TIOCGWINSZ, &size) != 0) return -1;
  *rows = size.ws_row;
  *columns = size.ws_col;
  return 0;
}

int clinux_read_axis(int device, unsigned axis, struct input_absinfo *info) {
  return ioctl(device, EVIOCGABS(axis), info);
}

int clinux_select_axes(int device, uint64_t axes) {
  struct input_mask mask = {.type = EV_ABS, .codes_size = sizeof axes, .codes_ptr = (uintptr_t)&axes};
  return ioctl(device, EVIOCSMASK, &mask);
}

int clinux_find_beneath(int folder, const char *path) {
  struct open_how how = {
      .flags = O_PATH | O_CLOEXEC,
      .resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS,
  };
  return syscall(SYS_openat2, folder, path, &how, sizeof how);
}
