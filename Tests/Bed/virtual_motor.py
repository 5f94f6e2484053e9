"""A motor that uinput makes, which records how it shakes, for the scripts of this folder and of Tests/Clients.

usage: virtual_motor.py NAME : makes one until it is killed, and prints its magnitude at each change, 0 to 1
"""

import fcntl
import os
import struct
import sys
import threading
import time

# linux/uinput.h and linux/input.h
UI_DEV_CREATE, UI_DEV_SETUP, UI_SET_EVBIT, UI_SET_FFBIT = 0x5501, 0x405C5503, 0x40045564, 0x4004556B
UI_BEGIN_FF_UPLOAD, UI_END_FF_UPLOAD = 0xC06855C8, 0x406855C9
UI_BEGIN_FF_ERASE, UI_END_FF_ERASE = 0xC00C55CA, 0x400C55CB
EV_FF, FF_RUMBLE, EV_UINPUT, UI_FF_UPLOAD, UI_FF_ERASE = 0x15, 0x50, 0x101, 1, 2
EVENT = struct.Struct("@llHHi")


class Motor:
    """It exists until the program ends."""

    def __init__(self, name):
        # Seconds, and the magnitude from then on, 0 to 1.
        self.changes = []
        self.effects, self.playing = {}, set()
        self.device = os.open("/dev/uinput", os.O_RDWR)
        fcntl.ioctl(self.device, UI_SET_EVBIT, EV_FF)
        fcntl.ioctl(self.device, UI_SET_FFBIT, FF_RUMBLE)
        fcntl.ioctl(self.device, UI_DEV_SETUP, struct.pack("=4H80sI", 0x19, 0, 0, 0, name.encode(), 16))
        fcntl.ioctl(self.device, UI_DEV_CREATE)
        self.thread = threading.Thread(target=self.serve, daemon=True)
        self.thread.start()

    def serve(self):
        while True:
            _, _, kind, code, value = EVENT.unpack(os.read(self.device, EVENT.size))
            if (kind, code) == (EV_UINPUT, UI_FF_UPLOAD):
                self.upload(value)
            elif (kind, code) == (EV_UINPUT, UI_FF_ERASE):
                self.erase(value)
            elif kind == EV_FF:
                (self.playing.add if value else self.playing.discard)(code)
            magnitude = max([self.effects.get(number, 0) for number in self.playing], default=0)
            if magnitude != (self.changes[-1][1] if self.changes else 0):
                self.changes.append((time.monotonic(), magnitude))
                self.report(magnitude)

    def report(self, magnitude):
        pass

    def upload(self, request):
        buffer = bytearray(struct.pack("=I100x", request))
        fcntl.ioctl(self.device, UI_BEGIN_FF_UPLOAD, buffer)
        [number] = struct.unpack_from("=h", buffer, 8 + 2)
        [strong] = struct.unpack_from("=H", buffer, 8 + 16)
        self.effects[number] = strong / 65535
        fcntl.ioctl(self.device, UI_END_FF_UPLOAD, buffer)

    def erase(self, request):
        buffer = bytearray(struct.pack("=I8x", request))
        fcntl.ioctl(self.device, UI_BEGIN_FF_ERASE, buffer)
        [number] = struct.unpack_from("=I", buffer, 8)
        self.effects.pop(number, None)
        self.playing.discard(number)
        fcntl.ioctl(self.device, UI_END_FF_ERASE, buffer)


if __name__ == "__main__":
    Motor.report = lambda _, magnitude: print(f"{magnitude:.2f}", flush=True)
    Motor(sys.argv[1]).thread.join()
