#!/usr/bin/env python3
"""A window on Wayland that prints where it is clicked or touched, and when a touchscreen comes later.

With --above, it is a white layer above all windows. With --fullscreen OUTPUT, it is a white window that fills that output.
With --game, it fills the screen, and shows a new picture in each frame.

It speaks the protocol itself, without a library. A line "X Y" on the standard input has a virtual pointer click there,
in an output of 400 x 200 pixels; with more places in the line, it drags from the first to the last.
"""
import os
import select
import socket
import struct
import sys

LEFT_BUTTON = 0x110  # BTN_LEFT


class Wayland:
    """A connection. Objects are numbers, and requests and events are counted from 0 as in the protocol's description."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.last = 1
        self.handlers = {(1, 0): self.fail}
        self.received = b""

    def fail(self, data):
        sys.exit(f"error: {data!r}")

    def new(self, events=()):
        self.last += 1
        for number, handler in enumerate(events):
            if handler:
                self.handlers[self.last, number] = handler
        return self.last

    def send(self, target, request, *arguments, file=None):
        body = b""
        for argument in arguments:
            if isinstance(argument, str):
                text = argument.encode() + b"\0"
                body += struct.pack("=I", len(text)) + text + b"\0" * (-len(text) % 4)
            else:
                body += struct.pack("=i", argument)
        message = struct.pack("=II", target, (len(body) + 8) << 16 | request) + body
        socket.send_fds(self.socket, [message], [] if file is None else [file])

    def read(self):
        self.received += self.socket.recv(65536)
        while len(self.received) >= 8:
            target, word = struct.unpack_from("=II", self.received)
            if len(self.received) < word >> 16:
                break
            data, self.received = self.received[8 : word >> 16], self.received[word >> 16 :]
            self.handlers.get((target, word & 0xFFFF), lambda data: None)(data)


class Window:
    def __init__(self, wayland, is_above, is_game, output):
        self.wayland, self.is_above, self.is_game, self.output = wayland, is_above, is_game, output
        self.is_full = is_game or output is not None
        self.globals, self.outputs, self.place, self.size = {}, {}, (0, 0), (400, 200)
        self.pointer, self.touch = None, None
        self.is_shown = False
        self.registry = wayland.new([self.note_global])
        wayland.send(1, 1, self.registry)
        # The outputs' names come after the second one.
        wayland.send(1, 0, wayland.new([lambda _: wayland.send(1, 0, wayland.new([self.start]))]))

    def note_global(self, data):
        number, length = struct.unpack_from("=II", data)
        interface = data[8 : 7 + length].decode()
        self.globals[interface] = number
        if interface == "wl_output" and self.output:
            output = self.bind(interface, 4, [None, None, None, None, lambda name: self.note_output(output, name)])

    def note_output(self, output, data):
        [length] = struct.unpack_from("=I", data)
        self.outputs[data[4 : 3 + length].decode()] = output

    def bind(self, interface, version, events=()):
        bound = self.wayland.new(events)
        self.wayland.send(self.registry, 0, self.globals[interface], interface, version, bound)
        return bound

    def start(self, _):
        send, new = self.wayland.send, self.wayland.new
        # An object must be made known before the next number is used.
        compositor = self.bind("wl_compositor", 4)
        self.memory = self.bind("wl_shm", 1)
        base = self.bind("xdg_wm_base", 1, [lambda data: send(base, 3, *struct.unpack("=i", data))])
        self.seat = self.bind("wl_seat", 3, [self.follow_seat])
        # A pointer would be drawn above the game.
        if not self.is_full:
            manager = self.bind("zwlr_virtual_pointer_manager_v1", 1)
            self.virtual = new()
            send(manager, 0, self.seat, self.virtual)
        self.surface = new()
        send(compositor, 0, self.surface)
        if self.is_above:
            shell = self.bind("zwlr_layer_shell_v1", 1)
            window = new([lambda data: self.show(window, 6, data)])
            send(shell, 0, window, self.surface, 0, 3, "window")
            send(window, 1, 15)
        else:
            window = new([lambda data: self.show(window, 4, data)])
            send(base, 2, window, self.surface)
            toplevel = new([self.resize])
            send(window, 1, toplevel)
            if self.is_full:
                send(toplevel, 11, self.outputs.get(self.output, 0))
        send(self.surface, 6)

    def resize(self, data):
        size = struct.unpack_from("=ii", data)
        if self.is_full and all(size):
            self.size = size

    def show(self, window, acknowledge, data):
        self.wayland.send(window, acknowledge, *struct.unpack_from("=i", data))
        self.buffers = [self.new_buffer(), self.new_buffer()]
        # The next frame of a game shows them.
        if not self.is_game or not self.is_shown:
            self.draw()
        if not self.is_shown or self.output:
            size = self.size if self.output else ()
            self.wayland.send(1, 0, self.wayland.new([lambda _: print("shown", *size, flush=True)]))
        self.is_shown = True

    def new_buffer(self):
        send, new = self.wayland.send, self.wayland.new
        width, height = self.size
        file = os.memfd_create("window")
        os.ftruncate(file, width * height * 4)
        if self.is_above or self.output:
            os.write(file, b"\xff" * width * height * 4)
        pool, buffer = new(), new()
        send(self.memory, 0, pool, width * height * 4, file=file)
        os.close(file)
        send(pool, 0, buffer, 0, width, height, width * 4, 0)
        return buffer

    def draw(self, _=None):
        send = self.wayland.send
        self.buffers.reverse()
        send(self.surface, 1, self.buffers[0], 0, 0)
        if self.is_game:
            send(self.surface, 2, 0, 0, *self.size)
            send(self.surface, 3, self.wayland.new([self.draw]))
        send(self.surface, 6)

    def follow_seat(self, data):
        capabilities = struct.unpack("=I", data)[0]
        if capabilities & 1 and self.pointer is None:
            self.pointer = self.wayland.new([self.enter, lambda data: None, self.move, self.press])
            self.wayland.send(self.seat, 0, self.pointer)
        if not capabilities & 4:
            if self.touch:
                self.wayland.send(self.touch, 0)
            self.touch = None
        elif self.touch is None:
            self.touch = self.wayland.new([self.touch_down, self.touch_up, self.touch_motion])
            self.wayland.send(self.seat, 2, self.touch)
            if self.is_shown:
                self.wayland.send(1, 0, self.wayland.new([lambda _: print("touchscreen", flush=True)]))

    def touch_down(self, data):
        self.print_touch("down", *struct.unpack_from("=iii", data, 12))

    def touch_up(self, data):
        print("up", *struct.unpack_from("=i", data, 8), flush=True)

    def touch_motion(self, data):
        self.print_touch("moved", *struct.unpack_from("=iii", data, 4))

    def print_touch(self, what, touch, x, y):
        print(what, touch, x / 256, y / 256, flush=True)

    def enter(self, data):
        self.place = struct.unpack_from("=ii", data, 8)

    def move(self, data):
        self.place = struct.unpack_from("=ii", data, 4)

    def press(self, data):
        if struct.unpack_from("=I", data, 12)[0] == 1:
            print("pressed", *(part // 256 for part in self.place), flush=True)

    def drag(self, *places):
        self.move_to(*places[:2])
        self.turn_button(1)
        for number in range(2, len(places), 2):
            self.move_to(*places[number : number + 2])
        self.turn_button(0)

    def move_to(self, x, y):
        self.wayland.send(self.virtual, 1, 0, x, y, 400, 200)
        self.wayland.send(self.virtual, 4)

    def turn_button(self, state):
        self.wayland.send(self.virtual, 2, 0, LEFT_BUTTON, state)
        self.wayland.send(self.virtual, 4)


wayland = Wayland(os.environ["WAYLAND_DISPLAY"])
output = sys.argv[2] if "--fullscreen" in sys.argv else None
window = Window(wayland, "--above" in sys.argv, "--game" in sys.argv, output)
while True:
    ready = select.select([wayland.socket, sys.stdin], [], [])[0]
    if wayland.socket in ready:
        wayland.read()
    if sys.stdin in ready:
        # Without a buffer that would keep lines from select. Each line is written at once.
        lines = os.read(sys.stdin.fileno(), 65536).decode().splitlines()
        if not lines:
            break
        for line in lines:
            window.drag(*map(int, line.split()))
