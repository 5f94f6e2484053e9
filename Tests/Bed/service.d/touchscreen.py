#!/usr/bin/python3 -IS
"""A touchscreen for the scripts beside this one. As a program, it makes a touchscreen with five resting fingers. With
the argument "ignored", it then fails unless the desktop gets the next touch.
"""
import importlib.machinery
import importlib.util
import json
import os
import subprocess
import sys
import time

sys.dont_write_bytecode = True
here = os.path.dirname(os.path.realpath(__file__))
sys.path[:0] = os.path.dirname(here), here
from system_bus import Bus, Error  # noqa: E402
from virtual_screen import (  # noqa: E402
    ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_MT_SLOT, ABS_MT_TRACKING_ID, ABS_X, ABS_Y, BTN_TOUCH, EV_ABS, EV_KEY,
    EVENT, VirtualScreen,
)

loader = importlib.machinery.SourceFileLoader("pad", os.path.join(here, "pad"))
pad = importlib.util.module_from_spec(importlib.util.spec_from_loader("pad", loader))
loader.exec_module(pad)


def fail(what):
    sys.exit(f"{os.path.basename(sys.argv[0])}: {what}")


def looks(number):
    """So many moments to look at something, with growing pauses in between: see soon in checks.bash."""
    pause = 0.02
    for _ in range(number):
        yield
        time.sleep(pause)
        pause = min(pause * 1.25, 0.3)


def wait(what, condition):
    if not any(condition() for _ in looks(300)):
        fail(f"{what}: not at any of 300 looks")


class Screen(VirtualScreen):
    touches = 0

    def __init__(self):
        super().__init__("Endurance Touchscreen")

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

    def hold_five(self):
        """Rests five fingers on it, longer than the second that [toggle] wants."""
        for slot in range(5):
            self.put(slot, 500 + 200 * slot, 400)
        time.sleep(2)
        for slot in range(5):
            self.send((EV_ABS, ABS_MT_SLOT, slot), (EV_ABS, ABS_MT_TRACKING_ID, -1))

    def is_used(self):
        """Whether the daemon uses it: then it has a clone."""
        return self.clone() is not None

    def deflect(self, node):
        """Holds the stick fully to the right with a finger. A finger from before the daemon does not count."""
        for _ in range(3):
            Screen.touches += 1
            self.send((EV_ABS, ABS_MT_TRACKING_ID, Screen.touches), (EV_KEY, BTN_TOUCH, 1), *self.touch(400, 1000))
            for x in range(450, 1001, 50):
                time.sleep(0.01)
                self.send(*self.touch(x, 1000))
            if any("axis 0: 32767" in pad.state(node) for _ in looks(40)):
                return
            self.lift()
        fail(f"the stick does not go to its end: {pad.state(node)}")


class Seen:
    """The contacts that the desktop sees on a node."""

    def __init__(self, node):
        self.file = os.open(f"/dev/input/{node}", os.O_RDONLY | os.O_NONBLOCK)
        self.contacts = []

    def has(self, contact):
        try:
            while data := os.read(self.file, 64 * EVENT.size):
                for _, _, kind, code, value in EVENT.iter_unpack(data):
                    if (kind, code) == (EV_ABS, ABS_MT_TRACKING_ID):
                        self.contacts.append(value)
        except BlockingIOError:
            return contact in self.contacts


def status():
    return json.loads(subprocess.run(["touchstick", "status", "--json"], capture_output=True, check=True).stdout)


def is_grabbed():
    devices = Bus().get("org.touchstick", "/org/touchstick", "org.touchstick.Pads1", "Devices")
    return [device[-1] for device in devices] == [True]


def rests(node):
    wait("the stick is not at 0", lambda: not pad.state(node))


if __name__ == "__main__":
    touchscreen = Screen()
    wait("the screen is not used", touchscreen.is_used)
    source = Seen(touchscreen.node)
    touchscreen.hold_five()
    if sys.argv[1:] == ["ignored"]:
        # The daemon answers when it has read the lifts. A switch-on would have grabbed the screen then.
        if is_grabbed():
            fail("five fingers have switched the pads on")
        contact = touchscreen.put(0, 500, 400)
        wait("the desktop does not get the next touch", lambda: source.has(contact))
        touchscreen.lift()
    touchscreen.close()
