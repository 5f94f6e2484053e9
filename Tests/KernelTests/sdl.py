"""Watches the first game controller through SDL2, as a game would, and prints what it saw as JSON.

Prints `ready` when SDL has the controller, and goes on until a line comes on standard input.
"""

import json
import os
import select
import sys
import time

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_JOYSTICK_ALLOW_BACKGROUND_EVENTS"] = "1"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
import pygame
from pygame._sdl2 import controller

pygame.init()
controller.init()
deadline = time.monotonic() + 20
while pygame.joystick.get_count() == 0 and time.monotonic() < deadline:
    pygame.event.pump()
    time.sleep(0.01)

pad = pygame.joystick.Joystick(0)
game = controller.Controller(0)
seen = {"left": [], "right": []}
# SDL's names of what has been pressed or pulled, in the order in which that was first seen.
BUTTONS = "A B X Y BACK GUIDE START LEFTSTICK RIGHTSTICK LEFTSHOULDER RIGHTSHOULDER DPAD_UP DPAD_DOWN DPAD_LEFT DPAD_RIGHT"
pressed = []
print("ready", flush=True)
while not select.select([sys.stdin], [], [], 0.002)[0]:
    pygame.event.pump()
    for name, x, y in (
        ("left", pygame.CONTROLLER_AXIS_LEFTX, pygame.CONTROLLER_AXIS_LEFTY),
        ("right", pygame.CONTROLLER_AXIS_RIGHTX, pygame.CONTROLLER_AXIS_RIGHTY),
    ):
        place = (game.get_axis(x), game.get_axis(y))
        if not seen[name] or seen[name][-1] != place:
            seen[name].append(place)
    down = [name for name in BUTTONS.split() if game.get_button(getattr(pygame, f"CONTROLLER_BUTTON_{name}"))]
    down += [
        name
        for name in ("TRIGGERLEFT", "TRIGGERRIGHT")
        if game.get_axis(getattr(pygame, f"CONTROLLER_AXIS_{name}")) > 32000
    ]
    pressed += [name for name in down if name not in pressed]

print(
    json.dumps(
        {
            "name": pad.get_name(),
            "is_controller": bool(controller.is_controller(0)),
            "axes": pad.get_numaxes(),
            "hats": pad.get_numhats(),
            "buttons": pad.get_numbuttons(),
            "left": seen["left"],
            "right": seen["right"],
            "pressed": pressed,
            "down": down,
        }
    )
)
