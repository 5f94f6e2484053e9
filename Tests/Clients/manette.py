"""Reads the first gamepad through libmanette, and prints its state as a line of JSON for each change."""

import json

import gi

gi.require_version("Manette", "0.2")
from gi.repository import GLib, Manette  # noqa: E402

# linux/input-event-codes.h. libmanette's mapping names positions: BTN_NORTH is the upper button, Y.
BUTTONS = {0x130: "A", 0x131: "B", 0x133: "Y", 0x134: "X", 0x136: "LB", 0x137: "RB", 0x13A: "Back", 0x13B: "Start"}
BUTTONS |= {0x13C: "Guide", 0x13D: "L3", 0x13E: "R3"}
# It has buttons for the direction pad, BTN_DPAD_UP and the next ones, and for the triggers, BTN_TL2 and BTN_TR2.
BUTTONS |= {0x220: "d-pad up", 0x221: "d-pad down", 0x222: "d-pad left", 0x223: "d-pad right"}
BUTTONS |= {0x138: "LT", 0x139: "RT"}
AXES = {0: "Lx", 1: "Ly", 2: "LT", 3: "Rx", 4: "Ry", 5: "RT"}

shown = {}


def say(**what):
    print(json.dumps(what), flush=True)


def set_value(name, value):
    shown[name] = value
    say(**shown)


def button(_, event, value):
    there, code = event.get_button()
    set_value(BUTTONS.get(code, f"button {code}"), value)


def axis(_, event):
    there, code, value = event.get_absolute()
    name = AXES.get(code, f"axis {code}")
    set_value(name, value)


def hat(_, event):
    there, code, value = event.get_hat()
    for name, sign in (("left", -1), ("right", 1)) if code == 0x10 else (("up", -1), ("down", 1)):
        shown[f"d-pad {name}"] = float(value == sign)
    say(**shown)


def connect(device):
    say(client="libmanette 0.2", name=device.get_name())
    device.rumble(0x8000, 0, 300)
    device.connect("button-press-event", button, 1.0)
    device.connect("button-release-event", button, 0.0)
    device.connect("absolute-axis-event", axis)
    device.connect("hat-axis-event", hat)


monitor = Manette.Monitor.new()
monitor.connect("device-connected", lambda _, device: connect(device))
iterator = monitor.iterate()
while True:
    is_there, device = iterator.next()
    if device:
        connect(device)
    if not is_there:
        break
GLib.MainLoop().run()
