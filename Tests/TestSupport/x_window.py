#!/usr/bin/env python3
"""A white window that fills the screen of an X server, and prints where it is touched.

It speaks the protocol itself, without a library: https://www.x.org/releases/current/doc/xproto/x11protocol.html and
https://www.x.org/releases/current/doc/inputproto/XI2proto.txt. The server must need no authorization.
"""
import os
import socket
import struct

CREATE_WINDOW, MAP_WINDOW, QUERY_EXTENSION = 1, 8, 98
BACK_PIXEL, OVERRIDE_REDIRECT, EVENT_MASK, EXPOSURE_MASK = 1 << 1, 1 << 9, 1 << 11, 1 << 15
EXPOSE, GENERIC_EVENT = 12, 35
XI_SELECT_EVENTS, XI_QUERY_VERSION, XI_ALL_MASTER_DEVICES = 46, 47, 1
TOUCHES = {18: "down", 19: "moved", 20: "up"}  # XI_TouchBegin, XI_TouchUpdate and XI_TouchEnd


class XWindow:
    def __init__(self, display):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(f"/tmp/.X11-unix/X{display.lstrip(':')}")
        self.socket.sendall(struct.pack("<BxHH6x", ord("l"), 11, 0))
        answer, length = struct.unpack("<B5xH", self.read(8))
        setup = self.read(4 * length)
        if answer != 1:
            raise SystemExit(f"x_window: the X server refuses: {setup!r}")
        base, vendor, formats = struct.unpack_from("<4xI8xH3xB", setup)
        screen = 32 + (vendor + 3) // 4 * 4 + 8 * formats
        [root] = struct.unpack_from("<I", setup, screen)
        self.size = struct.unpack_from("<20xHH", setup, screen)
        self.send(struct.pack("<BBHIIhhHHHHIIIII", CREATE_WINDOW, 0, 11, base, root, 0, 0, *self.size, 0, 1, 0,
                              BACK_PIXEL | OVERRIDE_REDIRECT | EVENT_MASK, 0xFFFFFF, 1, EXPOSURE_MASK))
        name = b"XInputExtension"
        self.send(struct.pack("<BxHHxx16s", QUERY_EXTENSION, 6, len(name), name))
        self.extension = self.reply()[9]
        self.send(struct.pack("<BBHHH", self.extension, XI_QUERY_VERSION, 2, 2, 2))
        self.reply()
        self.send(struct.pack("<BBHIHxxHHI", self.extension, XI_SELECT_EVENTS, 5, base, 1, XI_ALL_MASTER_DEVICES, 1,
                              sum(1 << event for event in TOUCHES)))
        self.send(struct.pack("<BxHI", MAP_WINDOW, 2, base))

    def send(self, request):
        self.socket.sendall(request)

    def read(self, count):
        data = b""
        while len(data) < count:
            part = self.socket.recv(count - len(data))
            if not part:
                raise SystemExit("x_window: the X server has ended")
            data += part
        return data

    def next(self):
        """An event or a reply."""
        data = self.read(32)
        if data[0] == 0:
            raise SystemExit(f"x_window: error {data[1]} of request {data[10]}")
        return data + self.read(4 * struct.unpack_from("<I", data, 4)[0]) if data[0] in (1, GENERIC_EVENT) else data

    def reply(self):
        while (data := self.next())[0] != 1:
            pass
        return data

    def run(self):
        is_shown = False
        while True:
            data = self.next()
            if data[0] == EXPOSE and not is_shown:
                is_shown = True
                print("shown", *self.size, flush=True)
            elif data[0] == GENERIC_EVENT and data[1] == self.extension:
                kind, touch, x, y = struct.unpack_from("<8xH6xI20xii", data)
                if kind in TOUCHES:
                    place = () if TOUCHES[kind] == "up" else (x / 65536, y / 65536)
                    print(TOUCHES[kind], touch, *place, flush=True)


XWindow(os.environ["DISPLAY"]).run()
