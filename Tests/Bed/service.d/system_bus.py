"""A small D-Bus client for the scripts beside this one. The D-Bus Specification, Type System and Message Protocol"""
import os
import socket
import struct

DBUS = ("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus")
CALL, REPLY, ERROR, SIGNAL = 1, 2, 3, 4
NO_REPLY = 1
SIZES = {"y": "B", "b": "I", "n": "h", "q": "H", "i": "i", "u": "I", "h": "I", "x": "q", "t": "Q", "d": "d"}
ALIGNMENTS = {"y": 1, "n": 2, "q": 2, "x": 8, "t": 8, "d": 8, "(": 8, "{": 8, "g": 1, "v": 1}


class Error(Exception):
    """A call's error, with its name and its text."""


def first(signature):
    """The first complete type of a signature, and the others."""
    end = 0
    while signature[end] == "a":
        end += 1
    depth = 0
    while True:
        depth += {"(": 1, "{": 1, ")": -1, "}": -1}.get(signature[end], 0)
        end += 1
        if depth == 0:
            return signature[:end], signature[end:]


def write(data, signature, *values):
    """Appends values to data: numbers, texts, and variants, each a pair of a type and a value."""
    for kind, value in zip(signature, values, strict=True):
        data += bytes(-len(data) % ALIGNMENTS.get(kind, 4))
        if kind in SIZES:
            data += struct.pack("<" + SIZES[kind], value)
        elif kind == "v":
            write(data, "g", value[0])
            write(data, *value)
        else:
            text = value.encode()
            data += struct.pack("<B" if kind == "g" else "<I", len(text)) + text + b"\0"


def read(data, place, signature):
    """Reads values of these types at a place of data. Returns them, and the place behind them."""
    values = []
    while signature:
        kind, signature = first(signature)
        place += -place % ALIGNMENTS.get(kind[0], 4)
        if kind in SIZES:
            values.append(struct.unpack_from("<" + SIZES[kind], data, place)[0])
            place += struct.calcsize("<" + SIZES[kind])
        elif kind == "v":
            [inner], place = read(data, place, "g")
            [value], place = read(data, place, inner)
            values.append(value)
        elif kind[0] in "({":
            value, place = read(data, place, kind[1:-1])
            values.append(value)
        elif kind[0] == "a":
            [size] = struct.unpack_from("<I", data, place)
            place += 4
            place += -place % ALIGNMENTS.get(kind[1], 4)
            end, value = place + size, []
            while place < end:
                [item], place = read(data, place, kind[1:])
                value.append(item)
            values.append(value)
        else:
            size = data[place] if kind == "g" else struct.unpack_from("<I", data, place)[0]
            place += 1 if kind == "g" else 4
            values.append(data[place:place + size].decode())
            place += size + 1
    return values, place


def message(serial, destination, path, interface, member, signature="", *values, flags=0):
    """A call."""
    body, head = bytearray(), bytearray()
    write(body, signature, *values)
    write(head, "yyyyuuu", ord("l"), CALL, flags, 1, len(body), serial, 0)
    for code, kind, value in ((1, "o", path), (2, "s", interface), (3, "s", member), (6, "s", destination),
                              (8, "g", signature)):
        if value:
            head += bytes(-len(head) % 8)
            write(head, "yv", code, (kind, value))
    struct.pack_into("<I", head, 12, len(head) - 16)
    return bytes(head + bytes(-len(head) % 8) + body)


class Message:
    """A received message. Its body is read when somebody asks for it."""

    def __init__(self, data):
        self.data, self.kind = data, data[1]
        [fields], self.place = read(data, 12, "a(yv)")
        fields = dict(fields)
        self.member, self.error, self.serial = fields.get(3), fields.get(4), fields.get(5)
        self.signature = fields.get(8, "")

    def values(self):
        return read(self.data, self.place + -self.place % 8, self.signature)[0]


# The tests of the host have another one.
SYSTEM_BUS = os.environ.get("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=/run/dbus/system_bus_socket").removeprefix("unix:path=")


class Bus:
    """A connection of this process's user: to the system bus, or to a program that is no bus."""

    def __init__(self, path=SYSTEM_BUS):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.socket.sendall(b"\0AUTH EXTERNAL " + str(os.getuid()).encode().hex().encode() + b"\r\n")
        self.expect(b"OK")
        self.socket.sendall(b"NEGOTIATE_UNIX_FD\r\n")
        self.expect(b"AGREE_UNIX_FD")
        self.socket.sendall(b"BEGIN\r\n")
        self.serial, self.data = 0, b""
        if path == SYSTEM_BUS:
            [self.name] = self.call(*DBUS, "Hello")

    def expect(self, answer):
        line = self.socket.recv(1024)
        if not line.startswith(answer):
            raise ConnectionError(f"the bus says {line}")

    def close(self):
        self.socket.close()

    def call(self, *target):
        """Calls a method: destination, path, interface, member, signature, arguments. Returns what it returns."""
        self.serial += 1
        self.socket.sendall(message(self.serial, *target))
        while True:
            answer = self.next()
            if answer.serial == self.serial:
                if answer.kind == ERROR:
                    raise Error(answer.error, *answer.values()[:1])
                return answer.values()

    def get(self, destination, path, interface, name):
        return self.call(destination, path, "org.freedesktop.DBus.Properties", "Get", "ss", interface, name)[0]

    def next(self):
        """Waits for a message. It closes the files that come with it."""
        while len(self.data) < 16 or len(self.data) < self.size():
            data, files, _, _ = socket.recv_fds(self.socket, 1 << 16, 16)
            for file in files:
                os.close(file)
            if not data:
                raise ConnectionError("the bus has closed the connection")
            self.data += data
        size = self.size()
        received, self.data = self.data[:size], self.data[size:]
        return Message(received)

    def size(self):
        body, fields = struct.unpack_from("<I", self.data, 4)[0], struct.unpack_from("<I", self.data, 12)[0]
        head = 16 + fields
        return head + -head % 8 + body
