"""Watches the first game controller through SDL2, like a game, and prints lines of JSON: first the controller's
description, then its state after each of SDL's events. It runs until it is killed. With --rumble, the controller first
rumbles for 300 ms, its strong motor at half of its magnitude.
"""

import ctypes
import json
import os
import sys
import time

os.environ["SDL_JOYSTICK_ALLOW_BACKGROUND_EVENTS"] = "1"
sdl = ctypes.CDLL("libSDL2-2.0.so.0")
for name in ("SDL_GameControllerOpen", "SDL_GameControllerGetJoystick"):
    getattr(sdl, name).restype = ctypes.c_void_p
sdl.SDL_JoystickName.restype = ctypes.c_char_p

# SDL_events.h and SDL_gamecontroller.h
SDL_INIT_GAMECONTROLLER = 0x2000
SDL_CONTROLLERAXISMOTION, SDL_CONTROLLERBUTTONDOWN, SDL_CONTROLLERBUTTONUP = 0x650, 0x651, 0x652
BUTTONS = (
    "A B X Y BACK GUIDE START LEFTSTICK RIGHTSTICK LEFTSHOULDER RIGHTSHOULDER "
    "DPAD_UP DPAD_DOWN DPAD_LEFT DPAD_RIGHT"
).split()
STICKS = [("left", 0), ("left", 1), ("right", 0), ("right", 1)]
TRIGGERS = ["TRIGGERLEFT", "TRIGGERRIGHT"]


class Event(ctypes.Structure):
    """The parts of SDL_Event for SDL_ControllerAxisEvent and SDL_ControllerButtonEvent."""

    _fields_ = [
        ("type", ctypes.c_uint32),
        ("timestamp", ctypes.c_uint32),
        ("which", ctypes.c_int32),
        ("number", ctypes.c_uint8),
        ("state", ctypes.c_uint8),
        ("padding", ctypes.c_uint8 * 2),
        ("value", ctypes.c_int16),
        ("rest", ctypes.c_uint8 * 108),
    ]


def say(**what):
    print(json.dumps(what), flush=True)


assert sdl.SDL_Init(SDL_INIT_GAMECONTROLLER) == 0
while sdl.SDL_NumJoysticks() == 0:
    sdl.SDL_PumpEvents()
    time.sleep(0.01)
is_controller = bool(sdl.SDL_IsGameController(0))
controller = ctypes.c_void_p(sdl.SDL_GameControllerOpen(0))
pad = ctypes.c_void_p(sdl.SDL_GameControllerGetJoystick(controller))
version = (ctypes.c_uint8 * 3)()
sdl.SDL_GetVersion(version)
say(
    client=f"SDL {'.'.join(map(str, version))}",
    name=sdl.SDL_JoystickName(pad).decode(),
    is_controller=is_controller,
    joysticks=sdl.SDL_NumJoysticks(),
    axes=sdl.SDL_JoystickNumAxes(pad),
    hats=sdl.SDL_JoystickNumHats(pad),
    buttons=sdl.SDL_JoystickNumButtons(pad),
)
if "--rumble" in sys.argv:
    assert sdl.SDL_GameControllerRumble(controller, 0x8000, 0, 300) == 0
shown = {"left": [0, 0], "right": [0, 0], "triggers": [0, 0]}
down = set()
event = Event()
while sdl.SDL_WaitEvent(ctypes.byref(event)):
    if event.type == SDL_CONTROLLERAXISMOTION and event.number >= len(STICKS):
        trigger = event.number - len(STICKS)
        shown["triggers"][trigger] = event.value
        name = TRIGGERS[trigger]
        down.add(name) if event.value > 32000 else down.discard(name)
    elif event.type == SDL_CONTROLLERAXISMOTION:
        stick, axis = STICKS[event.number]
        shown[stick][axis] = event.value
    elif event.type == SDL_CONTROLLERBUTTONDOWN:
        down.add(BUTTONS[event.number])
    elif event.type == SDL_CONTROLLERBUTTONUP:
        down.discard(BUTTONS[event.number])
    else:
        continue
    say(down=sorted(down), **shown)
