"""revoke.py PID NODE: revokes a process's access to a device, as logind does with a session's devices, and prints the time
in microseconds on the monotonic clock.

EVIOCREVOKE applies to an open file, so this uses the process's own file. As in logind, the file stays open here, in the
background, until the process ends.
"""

import contextlib
import ctypes
import fcntl
import os
import select
import sys
import time

EVIOCREVOKE = 0x40044591  # linux/input.h: _IOW('E', 0x91, int)
PIDFD_GETFD = 438  # asm-generic/unistd.h

process, node = os.pidfd_open(int(sys.argv[1])), sys.argv[2]
files = f"/proc/{sys.argv[1]}/fd"
numbers = [int(name) for name in os.listdir(files) if os.readlink(f"{files}/{name}") == node]
if not numbers:
    sys.exit(f"process {sys.argv[1]} has not opened {node}")
libc = ctypes.CDLL(None, use_errno=True)
kept = {process}
print(time.monotonic_ns() // 1000, flush=True)
for number in numbers:
    copy = libc.syscall(PIDFD_GETFD, process, number, 0)
    if copy < 0:
        sys.exit(f"pidfd_getfd: {os.strerror(ctypes.get_errno())}")
    fcntl.ioctl(copy, EVIOCREVOKE, 0)
    kept.add(copy)
if os.fork() == 0:
    for number in set(range(256)) - kept:  # or the program that started this waits for its end
        with contextlib.suppress(OSError):
            os.close(number)
    select.select([process], [], [])
