// What Swift cannot reach of uinput: ioctl(2) takes any arguments, and the requests are macros.
#ifndef TOUCHSTICK_CUINPUT_H
#define TOUCHSTICK_CUINPUT_H

// UI_SET_PHYS: sets the physical path that a device which is yet to be created will have.
// Returns 0, or -1 and sets errno.
int cuinput_set_phys(int uinput, const char *phys);

#endif
