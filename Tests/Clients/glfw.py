"""Reads the first gamepad through GLFW, and prints its state as a line of JSON for each change."""

import ctypes
import json
import time

glfw = ctypes.CDLL("libglfw.so.3")
glfw.glfwGetVersionString.restype = ctypes.c_char_p
glfw.glfwGetGamepadName.restype = ctypes.c_char_p

# GLFW/glfw3.h: GLFW_GAMEPAD_BUTTON_A and what follows, GLFW_GAMEPAD_AXIS_LEFT_X and what follows
BUTTONS = ["A", "B", "X", "Y", "LB", "RB", "Back", "Start", "Guide", "L3", "R3"]
BUTTONS += ["d-pad up", "d-pad right", "d-pad down", "d-pad left"]
AXES = ["Lx", "Ly", "Rx", "Ry", "LT", "RT"]


class State(ctypes.Structure):
    """GLFWgamepadstate"""

    _fields_ = [("buttons", ctypes.c_ubyte * 15), ("axes", ctypes.c_float * 6)]


assert glfw.glfwInit() == 1, "glfwInit failed"
# GLFW lists touchscreens as joysticks, too.
while not (pads := [number for number in range(16) if glfw.glfwJoystickIsGamepad(number)]):
    glfw.glfwPollEvents()
    time.sleep(0.01)
pad = pads[0]
version = glfw.glfwGetVersionString().decode().split()[0]
print(json.dumps({"client": f"GLFW {version}", "name": glfw.glfwGetGamepadName(pad).decode()}), flush=True)
state, last = State(), None
while True:
    glfw.glfwPollEvents()
    glfw.glfwGetGamepadState(pad, ctypes.byref(state))
    shown = {name: float(value) for name, value in zip(BUTTONS, state.buttons)}
    # A trigger's axis goes from -1 to 1.
    shown |= {name: (value + 1) / 2 if name in ("LT", "RT") else value for name, value in zip(AXES, state.axes)}
    if shown != last:
        print(json.dumps(shown), flush=True)
    last = shown
    time.sleep(0.005)
