"""A game with force feedback: python3 rumble.py NODE. It reads commands from the standard input, one a line, and answers
each with a line: the result, or the name of the error.

  rumble ID STRONG WEAK LENGTH DELAY    upload an effect of the type FF_RUMBLE; ID is -1 for a new one
  sine ID MAGNITUDE LENGTH              upload a periodic effect
  play ID COUNT                         play it, or stop it with 0
  gain GAIN
  erase ID
  capacity                              how many effects the device can have
  flood SECONDS                         play an effect that there is in a loop
"""

import errno
import fcntl
import os
import struct
import sys
import time

# linux/input.h
EVIOCSFF, EVIOCRMFF, EVIOCGEFFECTS = 0x40304580, 0x40044581, 0x80044584
EV_FF, FF_GAIN, FF_RUMBLE, FF_PERIODIC, FF_SINE = 0x15, 0x60, 0x50, 0x51, 0x5A

pad = os.open(sys.argv[1], os.O_RDWR)


def upload(kind, number, length, delay, parameters):
    effect = bytearray(struct.pack("=HhHHHHHxx32s", kind, number, 0, 0, 0, length, delay, parameters))
    fcntl.ioctl(pad, EVIOCSFF, effect)
    return struct.unpack_from("=h", effect, 2)[0]


def write(code, value):
    return os.write(pad, struct.pack("llHHi", 0, 0, EV_FF, code & 0xFFFF, value)) and 0


def flood(seconds):
    events = struct.pack("llHHi", 0, 0, EV_FF, 0, 1) * 64
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        os.write(pad, events)
    return 0


def capacity():
    return struct.unpack("i", fcntl.ioctl(pad, EVIOCGEFFECTS, bytes(4)))[0]


def erase(number):
    return fcntl.ioctl(pad, EVIOCRMFF, number)


COMMANDS = {
    "rumble": lambda number, strong, weak, length, delay: upload(
        FF_RUMBLE, number, length, delay, struct.pack("=HH", strong, weak)
    ),
    "sine": lambda number, magnitude, length: upload(
        FF_PERIODIC, number, length, 0, struct.pack("=HHhhH", FF_SINE, 10, magnitude, 0, 0)
    ),
    "play": write,
    "gain": lambda gain: write(FF_GAIN, gain),
    "erase": erase,
    "capacity": capacity,
    "flood": flood,
}
print("ready", flush=True)
for line in sys.stdin:
    command, *numbers = line.split()
    try:
        result = COMMANDS[command](*map(int, numbers))
    except OSError as error:
        result = errno.errorcode[error.errno]
    print(result, flush=True)
