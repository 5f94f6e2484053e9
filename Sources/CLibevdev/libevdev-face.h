#ifndef TOUCHSTICK_LIBEVDEV_FACE_H
#define TOUCHSTICK_LIBEVDEV_FACE_H

#include <libevdev/libevdev-uinput.h>
#include <libevdev/libevdev.h>
#include <stdarg.h>
#include <stdio.h>

// libevdev's complaints about a device. It prints them to standard error, again for each event, unless there is a log
// function, whose va_list Swift cannot read.
struct clibevdev_complaints {
  // The number of complaints, up to UINT_MAX.
  unsigned count;
  // The first of them, possibly truncated.
  char first[256];
};

static void clibevdev_note(
    const struct libevdev *device, enum libevdev_log_priority priority, void *context, const char *file, int line,
    const char *function, const char *format, va_list arguments) {
  (void)device, (void)priority, (void)file, (void)line, (void)function;
  struct clibevdev_complaints *complaints = (struct clibevdev_complaints *)context;
  if (complaints->count == 0) vsnprintf(complaints->first, sizeof complaints->first, format, arguments);
  if (complaints->count < (unsigned)-1) complaints->count++;
}

// Makes libevdev count its complaints about a device there. The counter must outlive the device.
static inline void clibevdev_set_complaints(struct libevdev *device, struct clibevdev_complaints *complaints) {
  libevdev_set_device_log_function(device, clibevdev_note, LIBEVDEV_LOG_ERROR, complaints);
}

#endif
