"""revoke.py PID NODE: takes a device from a process, as logind does with those that it has opened for a session.

EVIOCREVOKE ends what an open file can do, so it is done to the process's own.
"""

import ctypes
import fcntl
import os
import sys

EVIOCREVOKE = 0x40044591  # linux/input.h: _IOW('E', 0x91, int)
PIDFD_GETFD = 438  # asm-generic/unistd.h

process, node = int(sys.argv[1]), sys.argv[2]
files = f"/proc/{process}/fd"
numbers = [int(name) for name in os.listdir(files) if os.readlink(f"{files}/{name}") == node]
if not numbers:
    sys.exit(f"process {process} has not opened {node}")
libc = ctypes.CDLL(None, use_errno=True)
for number in numbers:
    copy = libc.syscall(PIDFD_GETFD, os.pidfd_open(process), number, 0)
    if copy < 0:
        sys.exit(f"pidfd_getfd: {os.strerror(ctypes.get_errno())}")
    fcntl.ioctl(copy, EVIOCREVOKE, 0)
