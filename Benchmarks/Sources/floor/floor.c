// The least that a program must do to make a stick of a finger: wait, read a frame, calculate, write a frame. It has no
// configuration, handles no errors after the start and knows slot 0 only. What a real program needs beyond it is the
// price of what that program can do.
//
// usage: TOUCHSCREEN=/dev/input/eventN floor
#include <errno.h>
#include <fcntl.h>
#include <linux/uinput.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <unistd.h>

static const double UNITS_PER_MM_X = 16, UNITS_PER_MM_Y = 28, RADIUS_MM = 9;

static int fail(const char *what) {
  perror(what);
  return EXIT_FAILURE;
}

static int make_pad(void) {
  int pad = open("/dev/uinput", O_WRONLY | O_CLOEXEC);
  if (pad < 0) return -1;
  ioctl(pad, UI_SET_EVBIT, EV_KEY);
  ioctl(pad, UI_SET_KEYBIT, BTN_SOUTH); // without a button udev does not know it for a pad
  ioctl(pad, UI_SET_EVBIT, EV_ABS);
  for (int axis = ABS_X; axis <= ABS_Y; axis++) {
    struct uinput_abs_setup range = {.code = axis, .absinfo = {.minimum = -32768, .maximum = 32767}};
    ioctl(pad, UI_SET_ABSBIT, axis);
    ioctl(pad, UI_ABS_SETUP, &range);
  }
  struct uinput_setup setup = {.id = {.bustype = BUS_USB, .vendor = 0x045e, .product = 0x028e, .version = 0x114},
                               .name = "Microsoft X-Box 360 pad"};
  if (ioctl(pad, UI_DEV_SETUP, &setup) != 0 || ioctl(pad, UI_DEV_CREATE) != 0) return -1;
  return pad;
}

int main(void) {
  const char *path = getenv("TOUCHSCREEN");
  int screen = open(path ? path : "", O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (screen < 0 || ioctl(screen, EVIOCGRAB, 1) != 0) return fail("floor: TOUCHSCREEN");
  int pad = make_pad();
  if (pad < 0) return fail("floor: /dev/uinput");
  int epoll = epoll_create1(EPOLL_CLOEXEC);
  struct epoll_event readable = {.events = EPOLLIN};
  if (epoll_ctl(epoll, EPOLL_CTL_ADD, screen, &readable) != 0) return fail("floor: epoll");

  int slot = 0;
  bool begins = false;
  double x = 0, y = 0, origin_x = 0, origin_y = 0;
  while (epoll_wait(epoll, &readable, 1, -1) > 0 || errno == EINTR) {
    struct input_event events[64];
    ssize_t size = read(screen, events, sizeof events);
    if (size < 0 && errno == EAGAIN) continue;
    if (size <= 0) return fail("floor: read");
    for (size_t i = 0; i < (size_t)size / sizeof events[0]; i++) {
      const struct input_event *event = &events[i];
      if (event->type == EV_ABS && event->code == ABS_MT_SLOT) slot = event->value;
      if (event->type == EV_ABS && slot == 0) {
        if (event->code == ABS_MT_TRACKING_ID) begins = true;
        if (event->code == ABS_MT_POSITION_X) x = event->value / UNITS_PER_MM_X;
        if (event->code == ABS_MT_POSITION_Y) y = event->value / UNITS_PER_MM_Y;
      }
      if (event->type != EV_SYN || event->code != SYN_REPORT) continue;
      if (begins) {
        origin_x = x;
        origin_y = y;
        begins = false;
      }
      double dx = (x - origin_x) / RADIUS_MM, dy = (y - origin_y) / RADIUS_MM;
      double length = sqrt(dx * dx + dy * dy);
      if (length > 1) {
        dx /= length;
        dy /= length;
      }
      struct input_event frame[] = {
          {.type = EV_ABS, .code = ABS_X, .value = (int)(dx * 32767)},
          {.type = EV_ABS, .code = ABS_Y, .value = (int)(dy * 32767)},
          {.type = EV_SYN, .code = SYN_REPORT},
      };
      if (write(pad, frame, sizeof frame) != sizeof frame) return fail("floor: write");
    }
  }
  return fail("floor: epoll_wait");
}
