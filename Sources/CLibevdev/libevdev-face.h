#ifndef TOUCHSTICK_LIBEVDEV_FACE_H
#define TOUCHSTICK_LIBEVDEV_FACE_H

#include <libevdev/libevdev-uinput.h>
#include <libevdev/libevdev.h>

#endif
