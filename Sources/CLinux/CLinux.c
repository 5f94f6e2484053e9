#include "CLinux.h"

#include <linux/uinput.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

extern char **environ;

char **clinux_environment(void) { return environ; }

int clinux_set_uinput_phys(int uinput, const char *phys) {
  return ioctl(uinput, UI_SET_PHYS, phys);
}

void clinux_destroy_uinput(int uinput) { ioctl(uinput, UI_DEV_DESTROY); }

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
