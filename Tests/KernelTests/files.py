"""Sends calls with files to org.touchstick, with a path that sd-bus cannot read, and prints the errors that come back.
With a connection, such as :1.1, it sends signals to that.

usage: files.py SOCKET COUNT [CONNECTION]
"""

import os
import socket
import struct
import sys


def padded(data, size):
    return data + b"\0" * (-len(data) % size)


def text(value):
    data = value.encode()
    return struct.pack("<I", len(data)) + data + b"\0"


def message(serial, fields, kind=1):
    """A message without a body, a call or a signal; fields are (code, signature, value)."""
    array = b""
    for code, signature, value in fields:
        array = padded(array, 8) + struct.pack("<BB", code, len(signature)) + signature.encode() + b"\0"
        array = padded(array, 4) + (struct.pack("<I", value) if signature == "u" else text(value))
    return padded(b"l" + bytes([kind, 0, 1]) + struct.pack("<III", 0, serial, len(array)) + array, 8)


def receive(bus):
    """The type of the next message, and the text of its header."""
    head = bus.recv(16, socket.MSG_WAITALL)
    body, _, fields = struct.unpack("<III", head[4:16])
    rest = bus.recv(fields + -fields % 8 + body, socket.MSG_WAITALL)
    return head[1], rest


bus = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
# A daemon that gets a message which it cannot read does not answer.
bus.settimeout(30)
bus.connect(sys.argv[1])
bus.sendall(b"\0AUTH EXTERNAL " + str(os.getuid()).encode().hex().encode() + b"\r\nNEGOTIATE_UNIX_FD\r\n")
said = b""
while b"AGREE_UNIX_FD" not in said:
    said += bus.recv(1024)
bus.sendall(b"BEGIN\r\n")
driver = "org.freedesktop.DBus"
bus.sendall(message(1, [(1, "o", "/org/freedesktop/DBus"), (2, "s", driver), (3, "s", "Hello"), (6, "s", driver)]))
# Before it has answered, the bus reads no files.
receive(bus)
errors = []
pipe = os.pipe()
for serial in range(2, 2 + int(sys.argv[2])):
    to, kind = (sys.argv[3], 4) if len(sys.argv) > 3 else ("org.touchstick", 1)
    fields = [(1, "o", "/" + "a" * 70000), (2, "s", "org.touchstick.Pads1"), (3, "s", "On"), (6, "s", to), (9, "u", 2)]
    call = message(serial, fields, kind)
    sent = socket.send_fds(bus, [call], list(pipe))
    bus.sendall(call[sent:])
    # A signal is 4, an error 3, a reply 2.
    while (answer := receive(bus))[0] != 3:
        pass
    errors.append("AccessDenied" if b"AccessDenied" in answer[1] else "another error")
for error in sorted(set(errors)):
    print(errors.count(error), error)
