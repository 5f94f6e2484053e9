"""Has the first gamepad rumble through SDL3, like a game: its strong motor at half of its magnitude for 300 ms. It prints SDL's
version, and runs until it is killed.
"""

import ctypes
import os
import time

os.environ |= {"SDL_JOYSTICK_ALLOW_BACKGROUND_EVENTS": "1", "SDL_VIDEO_DRIVER": "dummy"}
sdl = ctypes.CDLL("libSDL3.so.0")
sdl.SDL_Init.restype = sdl.SDL_RumbleGamepad.restype = ctypes.c_bool
sdl.SDL_GetGamepads.restype = ctypes.POINTER(ctypes.c_uint32)
sdl.SDL_OpenGamepad.restype = ctypes.c_void_p
SDL_INIT_GAMEPAD = 0x2000

assert sdl.SDL_Init(SDL_INIT_GAMEPAD)
count = ctypes.c_int(0)
while count.value == 0:
    sdl.SDL_UpdateGamepads()
    pads = sdl.SDL_GetGamepads(ctypes.byref(count))
    time.sleep(0.01)
pad = ctypes.c_void_p(sdl.SDL_OpenGamepad(pads[0]))
print("SDL", sdl.SDL_GetVersion(), flush=True)
assert sdl.SDL_RumbleGamepad(pad, ctypes.c_uint16(0x8000), ctypes.c_uint16(0), ctypes.c_uint32(300))
while True:
    sdl.SDL_UpdateGamepads()
    time.sleep(0.01)
