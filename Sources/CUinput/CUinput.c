#include "CUinput.h"

#include <linux/uinput.h>
#include <sys/ioctl.h>

int cuinput_set_phys(int uinput, const char *phys) {
  return ioctl(uinput, UI_SET_PHYS, phys);
}
