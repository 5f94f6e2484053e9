"""A file whose ioctl(2) takes long, in place of a motor with a slow driver: unshare --mount python3 slow_motor.py FOLDER

It mounts FOLDER with the file "motor", which processes outside reach through /proc/PID/root. It prints "asked" when somebody
has called ioctl, and "answers" before it answers, after a line from the standard input or 6,000 looks for one. linux/fuse.h
"""

import ctypes
import errno
import os
import select
import struct
import sys

LOOKUP, FORGET, GETATTR, OPEN, WRITE, RELEASE, FLUSH, INIT, IOCTL = 1, 2, 3, 14, 16, 18, 25, 26, 39
FOLDER, MOTOR = 1, 2
DIRECT_IO = 1


def attributes(node):
    mode = 0o40755 if node == FOLDER else 0o100600
    return struct.pack("=6Q10I", node, *[0] * 8, mode, 1, *[0] * 5)


def ioctl():
    print("asked", flush=True)
    any(select.select([sys.stdin], [], [], 0.01)[0] for _ in range(6000))
    print("answers", flush=True)
    return struct.pack("=i3I", 0, 0, 0, 0)


def answer(call, node, arguments):
    if call == INIT:
        return struct.pack("=4I2H2I2H8I", 7, 31, 0, 0, 0, 0, 4096, 1, 0, 0, *[0] * 8)
    if call == LOOKUP:
        return struct.pack("=4Q2I", MOTOR, 0, 0, 0, 0, 0) + attributes(MOTOR)
    if call == GETATTR:
        return struct.pack("=Q2I", 0, 0, 0) + attributes(node)
    if call == OPEN:
        return struct.pack("=Q2I", 0, DIRECT_IO, 0)
    if call == WRITE:
        return struct.pack("=2I", struct.unpack_from("=I", arguments, 16)[0], 0)
    if call == IOCTL:
        return ioctl()
    return b"" if call in (RELEASE, FLUSH) else None


device = os.open("/dev/fuse", os.O_RDWR)
libc = ctypes.CDLL(None, use_errno=True)
options = f"fd={device},rootmode=40000,user_id=0,group_id=0".encode()
if libc.mount(b"motor", sys.argv[1].encode(), b"fuse", 0, options) != 0:
    sys.exit(os.strerror(ctypes.get_errno()))
print("mounted", flush=True)
while True:
    request = os.read(device, 1 << 17)
    _, call, number, node = struct.unpack_from("=2I2Q", request)
    if call == FORGET:
        continue
    reply = answer(call, node, request[40:])
    error = 0 if reply is not None else -errno.ENOSYS
    reply = reply or b""
    os.write(device, struct.pack("=IiQ", 16 + len(reply), error, number) + reply)
