"""A touchscreen with every control of a pad on it, and fingers that use them one by one."""

import os
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "../Bed"))
from virtual_screen import (  # noqa: E402
    ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_MT_SLOT, ABS_MT_TRACKING_ID, ABS_X, ABS_Y, BTN_TOUCH, EV_ABS, EV_KEY,
    VirtualScreen,
)

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


class Screen(VirtualScreen):
    lastID = 0

    def __init__(self):
        super().__init__("Clients' touchscreen")

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
        wait("touchstickd does not use the screen", self.screen.clone)

    def stop(self):
        self.process.terminate()
        self.process.wait()
        self.screen.close()


def wait(what, condition, looks=6000):
    # A number of looks instead of seconds: on a busy machine looks become rarer, too.
    for _ in range(looks):
        if result := condition():
            return result
        time.sleep(0.01)
    raise TimeoutError(what)
