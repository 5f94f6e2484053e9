"""A user, newbie, who has only a touchscreen of 256 x 160 mm, above a sway with the runtime folder that is the program's first
argument: for walk.
"""
import os
import re
import subprocess
import sys
import time

from touchscreen import EV_KEY, wait

runtime = sys.argv[1]
ENV = ["env", f"XDG_RUNTIME_DIR={runtime}", "WAYLAND_DISPLAY=wayland-1", f"SWAYSOCK={runtime}/sway"]
OWN = os.path.expanduser("~newbie/.config/touchstick")
SIZE = 256, 160  # All places are in millimetres.
PIXELS = 5  # for a millimetre
HANDLE = 128, 2
# The editor's bar, as EditBar has it.
BAR_WIDTH, BAR_TOP, BAR_ROW = 96, 5, 8
screen = None


class Picture:
    taken = 0

    def __init__(self):
        self.bytes = subprocess.run(["runuser", "-u", "newbie", "--", *ENV, "grim", "-t", "ppm", "-"],
                                    capture_output=True, check=True).stdout
        header = self.bytes.split(b"\n", 3)
        self.width, self.rows = int(header[1].split()[0]), header[3]

    def row(self, y):
        return self.rows[3 * self.width * y:3 * self.width * (y + 1)]

    def keep(self, name):
        Picture.taken += 1
        if os.path.isdir("/run/bed/output"):
            with open(f"/run/bed/output/walk-{Picture.taken:02}-{name}.ppm", "wb") as file:
                file.write(self.bytes)

    def is_dimmed(self):
        """Whether the corner is darker than sway's background, as below the menu and the editor."""
        return self.rows[-1] < 0xa0

    def is_pressed(self):
        """Whether a cell of the menu looks pressed: a row of its colour where the menu is."""
        pressed = re.compile(rb"(?:[\x46-\x54][\x92-\xa0][\xbe-\xce]){30}")
        left, right = 3 * 67 * PIXELS, 3 * 189 * PIXELS
        return any(pressed.search(self.row(y)[left:right]) for y in range(5 * PIXELS, SIZE[1] * PIXELS, PIXELS))

    def bar(self):
        """The left and upper edge of the editor's bar: the first row with so much of its colour."""
        dark = re.compile(rb"[\x10-\x4a]{%d,}" % (3 * PIXELS * (BAR_WIDTH - 6)))
        for y in range(SIZE[1] * PIXELS):
            if found := dark.search(self.row(y)):
                middle = (found.start() + found.end()) / 6 / PIXELS
                return middle - BAR_WIDTH / 2, y / PIXELS
        return None


def resting(condition=lambda picture: True):
    """A picture that the screen shows twice."""
    pictures = [Picture()]

    def rests():
        pictures.append(Picture())
        return pictures[-1].bytes == pictures[-2].bytes and condition(pictures[-1])

    wait("the picture", rests)
    return pictures[-1]


def keep(name, condition=lambda picture: True):
    resting(condition).keep(name)


def after(act, name=None, condition=lambda picture: True):
    """Does something that changes the picture, and waits for that."""
    before = resting().bytes
    act()
    picture = resting(lambda picture: picture.bytes != before and not picture.is_pressed() and condition(picture))
    if name:
        picture.keep(name)


def tap(x, y):
    screen.put(0, round(10 * x), round(10 * y))
    screen.send((EV_KEY, 0x14A, 1))
    time.sleep(0.1)  # as long as a quick finger
    screen.lift()
