#!/usr/bin/python3 -IS
"""A touchscreen for the scripts beside this one. As a program, it makes a touchscreen with five resting fingers."""
import contextlib
import fcntl
import glob
import importlib.machinery
import importlib.util
import os
import struct
import sys
import time

loader = importlib.machinery.SourceFileLoader("pad", os.path.join(os.path.dirname(__file__), "pad"))
pad = importlib.util.module_from_spec(importlib.util.spec_from_loader("pad", loader))
loader.exec_module(pad)

# linux/uinput.h and linux/input.h
UI_DEV_CREATE, UI_DEV_SETUP, UI_ABS_SETUP = 0x5501, 0x405C5503, 0x401C5504
UI_SET_EVBIT, UI_SET_KEYBIT, UI_SET_PROPBIT = 0x40045564, 0x40045565, 0x4004556E
UI_GET_SYSNAME_32 = 0x8020552C
EV_SYN, EV_KEY, EV_ABS = 0, 1, 3
BTN_TOUCH, INPUT_PROP_DIRECT = 0x14A, 1
ABS_X, ABS_Y, ABS_MT_SLOT, ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_MT_TRACKING_ID = 0, 1, 0x2F, 0x35, 0x36, 0x39
# A screen of 256 x 160 mm: the last value, and the units per millimetre.
AXES = {
    ABS_X: (2559, 10),
    ABS_Y: (1599, 10),
    ABS_MT_SLOT: (9, 0),
    ABS_MT_POSITION_X: (2559, 10),
    ABS_MT_POSITION_Y: (1599, 10),
    ABS_MT_TRACKING_ID: (65535, 0),
}


def fail(what):
    sys.exit(f"{os.path.basename(sys.argv[0])}: {what}")


def wait(what, condition, seconds=30):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            fail(f"{what}: not within {seconds} seconds")
        time.sleep(0.02)


class Screen:
    touches = 0

    def __init__(self):
        self.device = os.open("/dev/uinput", os.O_RDWR | os.O_NONBLOCK)
        for kind in (EV_KEY, EV_ABS):
            fcntl.ioctl(self.device, UI_SET_EVBIT, kind)
        fcntl.ioctl(self.device, UI_SET_KEYBIT, BTN_TOUCH)
        fcntl.ioctl(self.device, UI_SET_PROPBIT, INPUT_PROP_DIRECT)
        for axis, (last, resolution) in AXES.items():
            fcntl.ioctl(self.device, UI_ABS_SETUP, struct.pack("=Hxx6i", axis, 0, 0, last, 0, 0, resolution))
        fcntl.ioctl(self.device, UI_DEV_SETUP, struct.pack("=4H80sI", 3, 0x4F3, 1, 1, b"Endurance Touchscreen", 0))
        fcntl.ioctl(self.device, UI_DEV_CREATE)
        name = fcntl.ioctl(self.device, UI_GET_SYSNAME_32, bytes(32)).rstrip(b"\0").decode()
        [node] = glob.glob(f"/sys/class/input/{name}/event*")
        self.name = os.path.basename(node)

    def unplug(self):
        os.close(self.device)

    def send(self, *events):
        events = [*events, (EV_SYN, 0, 0)]
        os.write(self.device, b"".join(struct.pack("@llHHi", 0, 0, *event) for event in events))

    def touch(self, x, y):
        return [(EV_ABS, axis, value) for axis, value in
                ((ABS_MT_POSITION_X, x), (ABS_MT_POSITION_Y, y), (ABS_X, x), (ABS_Y, y))]

    def put(self, slot, x, y):
        """Puts down a contact in a slot, and returns its number."""
        Screen.touches += 1
        self.send((EV_ABS, ABS_MT_SLOT, slot), (EV_ABS, ABS_MT_TRACKING_ID, Screen.touches), *self.touch(x, y))
        return Screen.touches

    def lift(self):
        self.send((EV_ABS, ABS_MT_TRACKING_ID, -1), (EV_KEY, BTN_TOUCH, 0))

    def clone(self):
        """The name of its clone's node; None without a clone."""
        for path in glob.glob("/sys/class/input/event*/device/phys"):
            with contextlib.suppress(OSError), open(path) as phys:  # it may go at any time
                if phys.read().strip() == f"touchstick/clone/{self.name}":
                    return path.split("/")[4]

    def is_used(self):
        """Whether the daemon uses it: then it has a clone."""
        return self.clone() is not None

    def deflect(self, node):
        """Holds the stick fully to the right with a finger. A finger from before the daemon does not count."""
        for _ in range(3):
            Screen.touches += 1
            self.send((EV_ABS, ABS_MT_TRACKING_ID, Screen.touches), (EV_KEY, BTN_TOUCH, 1), *self.touch(400, 800))
            for x in range(450, 1001, 50):
                time.sleep(0.01)
                self.send(*self.touch(x, 800))
            end = time.monotonic() + 2
            while time.monotonic() < end:
                if "axis 0: 32767" in pad.state(node):
                    return
                time.sleep(0.02)
            self.lift()
        fail(f"the stick does not go to its end: {pad.state(node)}")


def rests(node):
    wait("the stick is not at 0", lambda: not pad.state(node), 10)


def hold_five():
    screen = Screen()
    wait("the screen is not used", screen.is_used)
    for slot in range(5):
        screen.put(slot, 500 + 200 * slot, 400)
    time.sleep(2)  # [toggle] wants a second
    for slot in range(5):
        screen.send((EV_ABS, ABS_MT_SLOT, slot), (EV_ABS, ABS_MT_TRACKING_ID, -1))
    screen.unplug()


if __name__ == "__main__":
    hold_five()
