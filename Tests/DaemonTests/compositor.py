#!/usr/bin/python3 -IS
"""usage: compositor.py SOCKET WIDTH HEIGHT TRANSFORM

A Wayland compositor with one output of this size in millimetres, for one client. It speaks wayland.xml's protocol as far
as a client needs it that looks at outputs: sway knows no size of an output without a screen. It says "ready" when a client
can connect, and ends with the client.
"""
import socket
import sys
from struct import pack, unpack

DISPLAY = 1  # the object that a client has from the start


def text(string):
    data = string.encode() + b"\0"
    return pack("<I", len(data)) + data + b"\0" * (-len(data) % 4)


def event(thing, opcode, body=b""):
    return pack("<IHH", thing, opcode, 8 + len(body)) + body


def requests(client):
    data = b""
    while more := client.recv(4096):
        data += more
        while len(data) >= 8 and len(data) >= (size := unpack("<H", data[6:8])[0]):
            thing, opcode = unpack("<IH", data[:6])
            yield thing, opcode, data[8:size]
            data = data[size:]


path, (width, height, transform) = sys.argv[1], map(int, sys.argv[2:])
server = socket.socket(socket.AF_UNIX)
server.bind(path)
server.listen()
print("ready", flush=True)
client, _ = server.accept()
registry = None
for thing, opcode, body in requests(client):
    # The new object is the last argument of each of these.
    new = unpack("<I", body[-4:])[0] if body else 0
    if (thing, opcode) == (DISPLAY, 0):  # sync: done, and the callback is deleted
        client.sendall(event(new, 0, pack("<I", 0)) + event(DISPLAY, 1, pack("<I", new)))
    elif (thing, opcode) == (DISPLAY, 1):  # get_registry: a global object
        registry = new
        client.sendall(event(registry, 0, pack("<I", 1) + text("wl_output") + pack("<I", 2)))
    elif (thing, opcode) == (registry, 0):  # bind: geometry and done
        geometry = pack("<5i", 0, 0, width, height, 0) + text("make") + text("model") + pack("<i", transform)
        client.sendall(event(new, 0, geometry) + event(new, 2))
