#include "CLinux.h"

#include <linux/uinput.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <unistd.h>

extern char **environ;

char **clinux_environment(void) { return environ; }

int clinux_set_uinput_phys(int uinput, const char *phys) {
  return ioctl(uinput, UI_SET_PHYS, phys);
}

void clinux_adopt_orphans(void) { prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }

void clinux_forbid_dumps(void) { prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }

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
