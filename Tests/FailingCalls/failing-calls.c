// Fails one call of a program to the kernel, as if the system had failed it.
//
//   LD_PRELOAD=failing-calls.so FAILING_CALLS=/run/calls touchstickd
//
// The file is a struct plan, which others may change while the program runs. It must be as large as that. What the C
// library calls for itself does not count, such as malloc's mmap(2).
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <unistd.h>

// As text, so that a list of them can be read.
enum kind {
  OPEN = 'o',
  READ = 'r',
  WRITE = 'w',
  IOCTL = 'i',
  MMAP = 'm',
  EPOLL = 'e',
  TIMER = 't',
  WATCH = 'f', // signals, and changes of files
  SOCKET = 's',
};

#define CAPACITY (1 << 14)

struct plan {
  // Which call to fail, counted from 1; 0 is none.
  _Atomic uint32_t failing;
  _Atomic uint32_t error;
  // The calls since somebody set this to 0.
  _Atomic uint32_t count;
  // Whether the call was failed.
  _Atomic uint32_t has_failed;
  // The failed call: its function and its file.
  char call[112];
  // The kinds of the first calls.
  char kinds[CAPACITY];
};

static struct plan *plan;

__attribute__((constructor)) static void start(void) {
  const char *path = getenv("FAILING_CALLS");
  if (path == NULL) return;
  int file = syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CLOEXEC);
  if (file < 0) return;
  long address = syscall(SYS_mmap, NULL, sizeof *plan, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (address != -1) plan = (struct plan *)address;
  syscall(SYS_close, file);
}

static void describe(const char *function, int file, const char *path) {
  char link[32], target[64] = "";
  if (path == NULL && file >= 0) {
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    syscall(SYS_readlinkat, AT_FDCWD, link, target, sizeof target - 1);
    path = target;
  }
  snprintf(plan->call, sizeof plan->call, "%s(%s)", function, path == NULL ? "" : path);
}

// Counts a call. Returns whether it fails.
static bool fails(enum kind kind, const char *function, int file, const char *path) {
  if (plan == NULL) return false;
  uint32_t number = atomic_fetch_add(&plan->count, 1) + 1;
  if (number <= CAPACITY) plan->kinds[number - 1] = kind;
  if (number != atomic_load(&plan->failing)) return false;
  describe(function, file, path);
  atomic_store(&plan->has_failed, 1);
  errno = atomic_load(&plan->error);
  return true;
}

// The C library's function of the calling one's name.
#define REAL(function)                                                                                                 \
  static typeof(&function) real;                                                                                      \
  if (real == NULL) real = (typeof(real))dlsym(RTLD_NEXT, #function)

#define CALL(result, failure, kind, function, parameters, arguments, file, path)                                       \
  result function parameters {                                                                                         \
    REAL(function);                                                                                                    \
    if (fails(kind, #function, file, path)) return failure;                                                            \
    return real arguments;                                                                                             \
  }

// Functions of the C library that its headers do not declare.
int __open_2(const char *path, int flags);
int __open64_2(const char *path, int flags);
int __openat_2(int folder, const char *path, int flags);
int __openat64_2(int folder, const char *path, int flags);
ssize_t __read_chk(int file, void *bytes, size_t count, size_t size);
ssize_t __recv_chk(int file, void *bytes, size_t count, size_t size, int flags);

static mode_t mode_of(int flags, va_list *list) {
  return flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE ? va_arg(*list, mode_t) : 0;
}
#define OPEN_CALL(function, parameters, folder_and_path)                                                               \
  int function parameters {                                                                                            \
    REAL(function);                                                                                                    \
    va_list list;                                                                                                      \
    va_start(list, flags);                                                                                             \
    mode_t mode = mode_of(flags, &list);                                                                               \
    va_end(list);                                                                                                      \
    return fails(OPEN, #function, -1, path) ? -1 : real(folder_and_path, flags, mode);                                 \
  }
#define COMMA ,
OPEN_CALL(open, (const char *path, int flags, ...), path)
OPEN_CALL(open64, (const char *path, int flags, ...), path)
OPEN_CALL(openat, (int folder, const char *path, int flags, ...), folder COMMA path)
OPEN_CALL(openat64, (int folder, const char *path, int flags, ...), folder COMMA path)
CALL(int, -1, OPEN, __open_2, (const char *path, int flags), (path, flags), -1, path)
CALL(int, -1, OPEN, __open64_2, (const char *path, int flags), (path, flags), -1, path)
CALL(int, -1, OPEN, __openat_2, (int folder, const char *path, int flags), (folder, path, flags), -1, path)
CALL(int, -1, OPEN, __openat64_2, (int folder, const char *path, int flags), (folder, path, flags), -1, path)
CALL(FILE *, NULL, OPEN, fopen, (const char *path, const char *mode), (path, mode), -1, path)
CALL(FILE *, NULL, OPEN, fopen64, (const char *path, const char *mode), (path, mode), -1, path)
CALL(DIR *, NULL, OPEN, opendir, (const char *path), (path), -1, path)

CALL(ssize_t, -1, READ, read, (int file, void *bytes, size_t count), (file, bytes, count), file, NULL)
CALL(ssize_t, -1, READ, __read_chk, (int file, void *bytes, size_t count, size_t size), (file, bytes, count, size),
     file, NULL)
CALL(ssize_t, -1, READ, readv, (int file, const struct iovec *parts, int count), (file, parts, count), file, NULL)

CALL(ssize_t, -1, WRITE, write, (int file, const void *bytes, size_t count), (file, bytes, count), file, NULL)
CALL(ssize_t, -1, WRITE, writev, (int file, const struct iovec *parts, int count), (file, parts, count), file, NULL)

int ioctl(int file, unsigned long request, ...) {
  REAL(ioctl);
  va_list list;
  va_start(list, request);
  void *argument = va_arg(list, void *);
  va_end(list);
  return fails(IOCTL, "ioctl", file, NULL) ? -1 : real(file, request, argument);
}

CALL(void *, MAP_FAILED, MMAP, mmap, (void *at, size_t size, int protection, int flags, int file, off_t offset),
     (at, size, protection, flags, file, offset), file, NULL)
CALL(void *, MAP_FAILED, MMAP, mmap64, (void *at, size_t size, int protection, int flags, int file, off64_t offset),
     (at, size, protection, flags, file, offset), file, NULL)

CALL(int, -1, EPOLL, epoll_create1, (int flags), (flags), -1, NULL)
CALL(int, -1, EPOLL, epoll_ctl, (int set, int change, int file, struct epoll_event *event), (set, change, file, event),
     file, NULL)
CALL(int, -1, EPOLL, epoll_wait, (int set, struct epoll_event *events, int count, int timeout),
     (set, events, count, timeout), set, NULL)
CALL(int, -1, EPOLL, epoll_pwait2,
     (int set, struct epoll_event *events, int count, const struct timespec *timeout, const sigset_t *signals),
     (set, events, count, timeout, signals), set, NULL)
CALL(int, -1, EPOLL, poll, (struct pollfd *files, nfds_t count, int timeout), (files, count, timeout), -1, NULL)
CALL(int, -1, EPOLL, ppoll,
     (struct pollfd *files, nfds_t count, const struct timespec *timeout, const sigset_t *signals),
     (files, count, timeout, signals), -1, NULL)

CALL(int, -1, TIMER, timerfd_create, (clockid_t clock, int flags), (clock, flags), -1, NULL)
CALL(int, -1, TIMER, timerfd_settime,
     (int file, int flags, const struct itimerspec *time, struct itimerspec *old), (file, flags, time, old), file, NULL)

CALL(int, -1, WATCH, signalfd, (int file, const sigset_t *signals, int flags), (file, signals, flags), file, NULL)
CALL(int, -1, WATCH, inotify_init1, (int flags), (flags), -1, NULL)
CALL(int, -1, WATCH, inotify_add_watch, (int file, const char *path, uint32_t changes), (file, path, changes), -1, path)

CALL(int, -1, SOCKET, socket, (int family, int type, int protocol), (family, type, protocol), -1, NULL)
CALL(int, -1, SOCKET, socketpair, (int family, int type, int protocol, int files[2]), (family, type, protocol, files),
     -1, NULL)
CALL(int, -1, SOCKET, bind, (int file, const struct sockaddr *address, socklen_t size), (file, address, size), file,
     NULL)
CALL(int, -1, SOCKET, connect, (int file, const struct sockaddr *address, socklen_t size), (file, address, size), file,
     NULL)
CALL(int, -1, SOCKET, getsockopt, (int file, int level, int name, void *value, socklen_t *size),
     (file, level, name, value, size), file, NULL)
CALL(int, -1, SOCKET, setsockopt, (int file, int level, int name, const void *value, socklen_t size),
     (file, level, name, value, size), file, NULL)
CALL(int, -1, SOCKET, getsockname, (int file, struct sockaddr *address, socklen_t *size), (file, address, size), file,
     NULL)
CALL(int, -1, SOCKET, getpeername, (int file, struct sockaddr *address, socklen_t *size), (file, address, size), file,
     NULL)
CALL(ssize_t, -1, SOCKET, sendmsg, (int file, const struct msghdr *message, int flags), (file, message, flags), file,
     NULL)
CALL(ssize_t, -1, SOCKET, sendto,
     (int file, const void *bytes, size_t count, int flags, const struct sockaddr *address, socklen_t size),
     (file, bytes, count, flags, address, size), file, NULL)
CALL(ssize_t, -1, SOCKET, send, (int file, const void *bytes, size_t count, int flags), (file, bytes, count, flags),
     file, NULL)
CALL(ssize_t, -1, SOCKET, recvmsg, (int file, struct msghdr *message, int flags), (file, message, flags), file, NULL)
CALL(ssize_t, -1, SOCKET, recv, (int file, void *bytes, size_t count, int flags), (file, bytes, count, flags), file,
     NULL)
CALL(ssize_t, -1, SOCKET, __recv_chk, (int file, void *bytes, size_t count, size_t size, int flags),
     (file, bytes, count, size, flags), file, NULL)
