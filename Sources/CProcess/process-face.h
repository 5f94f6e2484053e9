#ifndef TOUCHSTICK_PROCESS_FACE_H
#define TOUCHSTICK_PROCESS_FACE_H

#include <linux/memfd.h>

// Declared by sys/mman.h and unistd.h for _GNU_SOURCE only, which Swift does not read them with.
int memfd_create(const char *name, unsigned flags);
extern char **environ;

// What programs are given for their environment. Swift takes no variable of C that can change.
static inline char **cprocess_environment(void) { return environ; }

#endif
