"""Watches the first game controller through SDL2, as a game would, and prints a line of JSON: first what controller it
is, then what it shows after each of SDL's events. It goes on until it is killed.
"""

import json
import os
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
AXES = {
    pygame.CONTROLLER_AXIS_LEFTX: ("left", 0),
    pygame.CONTROLLER_AXIS_LEFTY: ("left", 1),
    pygame.CONTROLLER_AXIS_RIGHTX: ("right", 0),
    pygame.CONTROLLER_AXIS_RIGHTY: ("right", 1),
}
TRIGGERS = {
    pygame.CONTROLLER_AXIS_TRIGGERLEFT: "TRIGGERLEFT",
    pygame.CONTROLLER_AXIS_TRIGGERRIGHT: "TRIGGERRIGHT",
}
BUTTONS = {
    getattr(pygame, f"CONTROLLER_BUTTON_{name}"): name
    for name in (
        "A B X Y BACK GUIDE START LEFTSTICK RIGHTSTICK LEFTSHOULDER RIGHTSHOULDER "
        "DPAD_UP DPAD_DOWN DPAD_LEFT DPAD_RIGHT"
    ).split()
}


def say(**what):
    print(json.dumps(what), flush=True)


say(
    name=pad.get_name(),
    is_controller=bool(controller.is_controller(0)),
    axes=pad.get_numaxes(),
    hats=pad.get_numhats(),
    buttons=pad.get_numbuttons(),
)
shown = {"left": [0, 0], "right": [0, 0]}
down = set()
while True:
    event = pygame.event.wait()
    if event.type == pygame.CONTROLLERAXISMOTION and event.axis in AXES:
        stick, axis = AXES[event.axis]
        shown[stick][axis] = event.value
    elif event.type == pygame.CONTROLLERAXISMOTION:
        name = TRIGGERS[event.axis]
        down.add(name) if event.value > 32000 else down.discard(name)
    elif event.type == pygame.CONTROLLERBUTTONDOWN:
        down.add(BUTTONS[event.button])
    elif event.type == pygame.CONTROLLERBUTTONUP:
        down.discard(BUTTONS[event.button])
    else:
        continue
    say(down=sorted(down), **shown)
