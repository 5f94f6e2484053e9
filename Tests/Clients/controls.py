"""A touchscreen with every control of a pad on it, and fingers that use them one by one."""

import contextlib
import fcntl
import glob
import os
import struct
import subprocess
import time

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

BUTTONS = ["A", "B", "X", "Y", "LB", "RB", "L3", "R3", "Back", "Start", "Guide"]
DIRECTIONS = {"up": (0, -1), "right": (1, 0), "down": (0, 1), "left": (-1, 0)}


class Control:
    """A finger's action, and its effect on the pad: `name` at `value`, and nothing else."""

    def __init__(self, label, name, value, start, end=None):
        self.label, self.name, self.value = label, name, value
        self.start, self.end = start, end or start


def layout():
    """A configuration with every control, and an action for each; in millimetres."""
    text, controls = [], []
    for index, name in enumerate(BUTTONS):
        x = 15 + 20 * index
        text.append(f'[[button]]\noutput = "{name}"\nregion = {{ center = [{x}, 15], radius = 8 }}')
        controls.append(Control(name, name, 1.0, (x, 15)))
    for side, name, x in (("left", "LT", 15), ("right", "RT", 241)):
        text.append(
            f'[[trigger]]\ntarget = "{side}"\npull = "slide"\ndistance = 10\n'
            f"region = {{ center = [{x}, 50], radius = 8 }}"
        )
        # In this order, because SDL assumes that an axis rests at its first value.
        controls.append(Control(name, name, 1.0, (x, 50), (x, 65)))
        controls.append(Control(f"{name}, half way", name, 0.5, (x, 50), (x, 55)))
    text.append("[[dpad]]\nregion = { center = [128, 60], radius = 20 }")
    for way, (x, y) in DIRECTIONS.items():
        controls.append(Control(f"d-pad {way}", f"d-pad {way}", 1.0, (128 + 12 * x, 60 + 12 * y)))
    for side, stick, x in (("left", "L", 60), ("right", "R", 196)):
        text.append(
            f'[[stick]]\ntarget = "{side}"\norigin = "fixed"\nmovable = false\nradius = 20\n'
            'moved_tolerance = 0\ndead_zone_shape = "none"\n'
            f"region = {{ center = [{x}, 120], radius = 30 }}"
        )
        for way, (dx, dy) in DIRECTIONS.items():
            axis, sign = f"{stick}{'xy'[dx == 0]}", dx + dy
            for part, millimetres in ((1.0, 25), (0.5, 10)):
                label = f"{side} stick {way}" + ("" if part == 1 else ", half way")
                end = (x + millimetres * dx, 120 + millimetres * dy)
                controls.append(Control(label, axis, sign * part, (x, 120), end))
    return "\n".join(text) + "\n", controls


class Screen:
    """A touchscreen, which exists until it is closed."""

    def __init__(self):
        self.lastID = 0
        self.device = os.open("/dev/uinput", os.O_RDWR | os.O_NONBLOCK)
        for kind in (EV_KEY, EV_ABS):
            fcntl.ioctl(self.device, UI_SET_EVBIT, kind)
        fcntl.ioctl(self.device, UI_SET_KEYBIT, BTN_TOUCH)
        fcntl.ioctl(self.device, UI_SET_PROPBIT, INPUT_PROP_DIRECT)
        for axis, (last, resolution) in AXES.items():
            fcntl.ioctl(self.device, UI_ABS_SETUP, struct.pack("=Hxx6i", axis, 0, 0, last, 0, 0, resolution))
        fcntl.ioctl(self.device, UI_DEV_SETUP, struct.pack("=4H80sI", 3, 0x4F3, 1, 1, b"Clients' touchscreen", 0))
        fcntl.ioctl(self.device, UI_DEV_CREATE)
        name = fcntl.ioctl(self.device, UI_GET_SYSNAME_32, bytes(32)).rstrip(b"\0").decode()
        [node] = glob.glob(f"/sys/class/input/{name}/event*")
        self.node = os.path.basename(node)

    def close(self):
        os.close(self.device)

    def send(self, *events):
        events = [*events, (EV_SYN, 0, 0)]
        os.write(self.device, b"".join(struct.pack("@llHHi", 0, 0, *event) for event in events))

    def place(self, slot, millimetres):
        x, y = (min(max(round(10 * value), 0), last) for value, last in zip(millimetres, (2559, 1599)))
        return [
            (EV_ABS, ABS_MT_SLOT, slot), (EV_ABS, ABS_MT_POSITION_X, x), (EV_ABS, ABS_MT_POSITION_Y, y),
            (EV_ABS, ABS_X, x), (EV_ABS, ABS_Y, y),
        ]

    def touch(self, millimetres, slot=0):
        self.lastID += 1
        events = [(EV_ABS, ABS_MT_SLOT, slot), (EV_ABS, ABS_MT_TRACKING_ID, self.lastID)]
        self.send(*events, *self.place(slot, millimetres), (EV_KEY, BTN_TOUCH, 1))

    def move(self, millimetres, slot=0):
        self.send(*self.place(slot, millimetres))

    def lift(self, slot=0, is_last=True):
        events = [(EV_ABS, ABS_MT_SLOT, slot), (EV_ABS, ABS_MT_TRACKING_ID, -1)]
        self.send(*events, *([(EV_KEY, BTN_TOUCH, 0)] if is_last else []))


class Daemon:
    """touchstickd with a configuration, and the screen that it uses."""

    def __init__(self, programs, configuration, folder):
        path = os.path.join(folder, "clients.toml")
        with open(path, "w") as file:
            file.write(configuration)
        self.process = subprocess.Popen([os.path.join(programs, "touchstickd"), "--config", path])
        self.screen = Screen()
        wait("touchstickd does not use the screen", lambda: self.node(f"touchstick/clone/{self.screen.node}"))
        self.pad = self.node("touchstick/gamepad")
        self.clone = self.node(f"touchstick/clone/{self.screen.node}")

    @staticmethod
    def node(phys):
        """The node of a device of touchstickd, by its physical path; None without one."""
        for path in glob.glob("/sys/class/input/event*/device/phys"):
            with contextlib.suppress(OSError), open(path) as file:  # it may go at any time
                if file.read().strip() == phys:
                    return "/dev/input/" + path.split("/")[4]
        return None

    def stop(self):
        self.process.terminate()
        self.process.wait()
        self.screen.close()


def wait(what, condition, seconds=60):
    end = time.monotonic() + seconds
    while not (result := condition()):
        if time.monotonic() > end:
            raise TimeoutError(what)
        time.sleep(0.02)
    return result
