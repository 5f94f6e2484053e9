#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <linux/uinput.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/un.h>
#include <unistd.h>

extern char **environ;

char **clinux_environment(void) { return environ; }

int clinux_set_uinput_phys(int uinput, const char *phys) {
  return ioctl(uinput, UI_SET_PHYS, phys);
}

void clinux_destroy_uinput(int uinput) { ioctl(uinput, UI_DEV_DESTROY); }

// The kernel's uinput gives EINTR if a signal arrives while another thread or process uses the file.
static int uinput_ioctl(int uinput, unsigned long request, void *argument) {
  int status;
  do {
    status = ioctl(uinput, request, argument);
  } while (status != 0 && errno == EINTR);
  return status;
}

int clinux_accept_effect(int uinput, unsigned request, struct ff_effect *effect) {
  struct uinput_ff_upload upload = {.request_id = request};
  if (uinput_ioctl(uinput, UI_BEGIN_FF_UPLOAD, &upload) != 0) return -1;
  *effect = upload.effect;
  upload.retval = 0;
  return uinput_ioctl(uinput, UI_END_FF_UPLOAD, &upload);
}

int clinux_accept_erasure(int uinput, unsigned request) {
  struct uinput_ff_erase erasure = {.request_id = request};
  if (uinput_ioctl(uinput, UI_BEGIN_FF_ERASE, &erasure) != 0) return -1;
  erasure.retval = 0;
  return uinput_ioctl(uinput, UI_END_FF_ERASE, &erasure) != 0 ? -1 : (int)erasure.effect_id;
}

int clinux_upload_rumble(int device, int effect, uint16_t strong, uint16_t weak, uint16_t milliseconds) {
  struct ff_effect rumble = {
      .type = FF_RUMBLE,
      .id = effect,
      .replay.length = milliseconds,
      .u.rumble = {.strong_magnitude = strong, .weak_magnitude = weak},
  };
  return ioctl(device, EVIOCSFF, &rumble) != 0 ? -1 : rumble.id;
}

void clinux_adopt_orphans(void) { prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }

void clinux_forbid_dumps(void) { prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }

int clinux_notify(const char *state, int file) {
  const char *path = getenv("NOTIFY_SOCKET");
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  size_t length = path != NULL ? strlen(path) : 0;
  if (length == 0 || length >= sizeof address.sun_path) return 0;
  memcpy(address.sun_path, path, length);
  // An abstract address.
  if (path[0] == '@') address.sun_path[0] = '\0';
  int manager = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (manager < 0) return -1;
  _Alignas(struct cmsghdr) char control[CMSG_SPACE(sizeof file)] = {0};
  struct iovec text = {.iov_base = (void *)state, .iov_len = strlen(state)};
  struct msghdr message = {
      .msg_name = &address,
      .msg_namelen = offsetof(struct sockaddr_un, sun_path) + length,
      .msg_iov = &text,
      .msg_iovlen = 1,
  };
  if (file >= 0) {
    message.msg_control = control;
    message.msg_controllen = sizeof control;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof file);
    memcpy(CMSG_DATA(header), &file, sizeof file);
  }
  int status = sendmsg(manager, &message, MSG_DONTWAIT | MSG_NOSIGNAL) < 0 ? -1 : 0;
  int error = errno;
  close(manager);
  errno = error;
  return status;
}

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

int clinux_find_beneath(int folder, const char *path) {
  struct open_how how = {
      .flags = O_PATH | O_CLOEXEC,
      .resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS,
  };
  return syscall(SYS_openat2, folder, path, &how, sizeof how);
}

bool clinux_find_character_device(const char *path, uint64_t *number) {
  struct statx status;
  if (statx(AT_FDCWD, path, AT_STATX_DONT_SYNC | AT_NO_AUTOMOUNT, STATX_TYPE, &status) != 0) return false;
  *number = makedev(status.stx_rdev_major, status.stx_rdev_minor);
  return S_ISCHR(status.stx_mode);
}
