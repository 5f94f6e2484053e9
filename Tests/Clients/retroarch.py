"""Reads the first gamepad through RetroArch, and prints its state as a line of JSON for each change.

retroarch.c is the core that prints. Debian's RetroArch has no profiles of pads: users download them.
"""

import json
import os
import re
import subprocess
import tempfile

CORE = os.path.join(os.path.dirname(os.path.realpath(__file__)), "../../.build/clients/retroarch.so")
# The buttons and axes in udev/Microsoft X-Box 360 pad.cfg of https://github.com/libretro/retroarch-joypad-autoconfig.
BUTTONS = {"b": 0, "a": 1, "y": 2, "x": 3, "l": 4, "r": 5, "select": 6, "start": 7, "menu_toggle": 8, "l3": 9, "r3": 10}
BUTTONS |= {way: f"h0{way}" for way in ("up", "right", "down", "left")}
AXES = {"l_x": 0, "l_y": 1, "r_x": 3, "r_y": 4}

folder = tempfile.mkdtemp()
os.mkdir(f"{folder}/udev")
profile = {"driver": "udev", "device": "Microsoft X-Box 360 pad", "vendor_id": 0x45E, "product_id": 0x28E}
profile |= {f"{name}_btn": button for name, button in BUTTONS.items()} | {"l2_axis": "+2", "r2_axis": "+5"}
for name, axis in AXES.items():
    profile |= {f"{name}_plus_axis": f"+{axis}", f"{name}_minus_axis": f"-{axis}"}
with open(f"{folder}/udev/pad.cfg", "w") as file:
    file.writelines(f'input_{key} = "{value}"\n' for key, value in profile.items())
settings = {f"{kind}_driver": "null" for kind in ("video", "audio", "menu", "input")}
settings |= {"input_joypad_driver": "udev", "joypad_autoconfig_dir": folder, "config_save_on_exit": "false"}
with open(f"{folder}/retroarch.cfg", "w") as file:
    file.writelines(f'{key} = "{value}"\n' for key, value in settings.items())

command = ["retroarch", "--verbose", "--config", f"{folder}/retroarch.cfg", "--libretro", CORE]
output = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True).stdout
version = subprocess.run(["retroarch", "--version"], capture_output=True, text=True)
version = re.search(r"v([\d.]+)", version.stdout + version.stderr)[1]
is_known = False
for line in output:
    if found := re.search(r"\[Autoconf\]: (.*) configured in port", line):
        print(json.dumps({"client": f"RetroArch {version}", "name": found[1]}), flush=True)
        is_known = True
    if line.startswith("{") and is_known:
        print(line, end="", flush=True)
