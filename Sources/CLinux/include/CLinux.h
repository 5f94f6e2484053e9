// The parts of Linux and glibc that Swift's Glibc module lacks.
#ifndef TOUCHSTICK_CLINUX_H
#define TOUCHSTICK_CLINUX_H

#include <linux/input.h>
#include <linux/memfd.h>
#include <linux/uinput.h>
#include <malloc.h>
#include <stdbool.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <sys/xattr.h>

// Declared by sys/mman.h for _GNU_SOURCE only, which Swift does not read it with.
int memfd_create(const char *name, unsigned flags);

// The environment for child processes. Swift imports no mutable C variable.
char **clinux_environment(void);

// UI_SET_PHYS, which Swift cannot reach because ioctl(2) takes any arguments: sets the physical path of a uinput device
// that is yet to be created. Returns 0, or -1 and sets errno.
int clinux_set_uinput_phys(int uinput, const char *phys);

// UI_DEV_DESTROY, for the same reason: removes the device of an open /dev/uinput, also if other processes have it open.
void clinux_destroy_uinput(int uinput);

// UI_BEGIN_FF_UPLOAD and UI_END_FF_UPLOAD: accepts the effect of a program that waits for this request. Returns 0, or -1
// and sets errno, to EINVAL if no program waits.
int clinux_accept_effect(int uinput, unsigned request, struct ff_effect *effect);

// UI_BEGIN_FF_ERASE and UI_END_FF_ERASE: accepts that a program that waits for this request erases an effect. Returns the
// effect's number, or -1 and sets errno.
int clinux_accept_erasure(int uinput, unsigned request);

// EVIOCSFF: uploads an effect of the type FF_RUMBLE to an event node, or replaces the effect with this number, unless it
// is -1. Returns its number, or -1 and sets errno.
int clinux_upload_rumble(int device, int effect, uint16_t strong, uint16_t weak, uint16_t milliseconds);

// PR_SET_DUMPABLE: no core dump of this process is made, by the kernel or by a program, and only root may read its
// memory.
void clinux_forbid_dumps(void);

// PR_SET_CHILD_SUBREAPER: processes whose parents end become children of this one.
void clinux_adopt_orphans(void);

// Sends a state, and a file unless it is -1, to the service manager, as sd_pid_notify_with_fds(3) does, but does not wait for
// a manager that is busy. Returns 0, also without a manager, or -1 and sets errno.
int clinux_notify(const char *state, int file);

// TIOCGWINSZ, for the same reason: reads the size of a terminal in characters. Returns 0, or -1 if it is not a terminal.
int clinux_terminal_size(int terminal, int *rows, int *columns);

// EVIOCGABS: reads the value and the range of an absolute axis. Returns 0, or -1 and sets errno.
int clinux_read_axis(int device, unsigned axis, struct input_absinfo *info);

// EVIOCSMASK: has the kernel send this reader only those absolute axes whose bits are set. Returns 0, or -1 and sets
// errno.
int clinux_select_axes(int device, uint64_t axes);

// openat2(2), for which glibc has no function: finds a file without opening it, only in a folder or below it, also
// through links. Returns a descriptor of O_PATH, or -1 and sets errno, to EXDEV if the path leads out of the folder, and
// to ENOSYS before Linux 5.6.
int clinux_find_beneath(int folder, const char *path);

// statx(2), which Swift does not find: whether a path leads to a character device, and its number as st_rdev of stat(2). It
// does not ask a file system that may never answer.
bool clinux_find_character_device(const char *path, uint64_t *number);

#endif
