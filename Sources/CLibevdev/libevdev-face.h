#ifndef TOUCHSTICK_LIBEVDEV_FACE_H
#define TOUCHSTICK_LIBEVDEV_FACE_H

#include <libevdev/libevdev-uinput.h>
#include <libevdev/libevdev.h>
#include <stddef.h>

// Stops libevdev's messages. Swift crashes on arm64 if it calls a function whose callback has a va_list.
static inline void clibevdev_disable_log(void) { libevdev_set_log_function(NULL, NULL); }

#endif
