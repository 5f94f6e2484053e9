"""A touchscreen that uinput makes, for the scripts of this folder and of Tests/Clients."""
import contextlib
import fcntl
import glob
import os
import struct

# linux/uinput.h and linux/input.h
UI_DEV_CREATE, UI_DEV_SETUP, UI_ABS_SETUP = 0x5501, 0x405C5503, 0x401C5504
UI_SET_EVBIT, UI_SET_KEYBIT, UI_SET_PROPBIT = 0x40045564, 0x40045565, 0x4004556E
UI_GET_SYSNAME_32 = 0x8020552C
EV_SYN, EV_KEY, EV_ABS = 0, 1, 3
BTN_TOUCH, INPUT_PROP_DIRECT = 0x14A, 1
ABS_X, ABS_Y, ABS_MT_SLOT, ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_MT_TRACKING_ID = 0, 1, 0x2F, 0x35, 0x36, 0x39
EVENT = struct.Struct("@llHHi")
# A screen of 256 x 160 mm: the last value, and the units per millimetre.
AXES = {
    ABS_X: (2559, 10),
    ABS_Y: (1599, 10),
    ABS_MT_SLOT: (9, 0),
    ABS_MT_POSITION_X: (2559, 10),
    ABS_MT_POSITION_Y: (1599, 10),
    ABS_MT_TRACKING_ID: (65535, 0),
}


class VirtualScreen:
    """A touchscreen, which exists until it is closed."""

    def __init__(self, name):
        self.device = os.open("/dev/uinput", os.O_RDWR | os.O_NONBLOCK)
        for kind in (EV_KEY, EV_ABS):
            fcntl.ioctl(self.device, UI_SET_EVBIT, kind)
        fcntl.ioctl(self.device, UI_SET_KEYBIT, BTN_TOUCH)
        fcntl.ioctl(self.device, UI_SET_PROPBIT, INPUT_PROP_DIRECT)
        for axis, (last, resolution) in AXES.items():
            fcntl.ioctl(self.device, UI_ABS_SETUP, struct.pack("=Hxx6i", axis, 0, 0, last, 0, 0, resolution))
        fcntl.ioctl(self.device, UI_DEV_SETUP, struct.pack("=4H80sI", 3, 0x4F3, 1, 1, name.encode(), 0))
        fcntl.ioctl(self.device, UI_DEV_CREATE)
        folder = fcntl.ioctl(self.device, UI_GET_SYSNAME_32, bytes(32)).rstrip(b"\0").decode()
        [node] = glob.glob(f"/sys/class/input/{folder}/event*")
        self.node = os.path.basename(node)

    def close(self):
        os.close(self.device)

    def send(self, *events):
        events = [*events, (EV_SYN, 0, 0)]
        os.write(self.device, b"".join(EVENT.pack(0, 0, *event) for event in events))

    def clone(self):
        """The name of its clone's node; None without a clone."""
        for path in glob.glob("/sys/class/input/event*/device/phys"):
            with contextlib.suppress(OSError), open(path) as phys:  # it may go at any time
                if phys.read().strip() == f"touchstick/clone/{self.node}":
                    return path.split("/")[4]
        return None
