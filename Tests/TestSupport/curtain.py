#!/usr/bin/env python3
"""usage: curtain.py SOCKET COMPOSITOR

Passes on what a Wayland client, which connects to SOCKET, and a compositor say to each other. After a line "close" on the
standard input, it keeps the compositor's answers to the client's wl_surface.frame, as a compositor does that shows
nothing of the client, until a line "open". Debian 12's sway answers them whatever covers the client. It says "ready" when
the client can connect.
"""
import os
import select
import socket
import struct
import sys

FRAME = (12, 3)  # the size and the number of wl_surface.frame; the overlay sends no other request like it
DISPLAY, DELETE_ID = 1, 1

path, compositor = sys.argv[1:]
listener = socket.socket(socket.AF_UNIX)
listener.bind(path)
listener.listen()
print("ready", flush=True)
client, _ = listener.accept()
server = socket.socket(socket.AF_UNIX)
server.connect(compositor)
callbacks, kept, is_open = set(), b"", True
unread, files = {client: b"", server: b""}, {client: [], server: []}


def messages(source, target):
    """Reads from a socket, and returns the whole messages, as object, number and bytes. Their files are for the target."""
    try:
        data, new, _, _ = socket.recv_fds(source, 65536, 28)
    except ConnectionResetError:
        data = b""
    if not data:
        sys.exit()
    unread[source] += data
    files[target] += new
    found = []
    while len(unread[source]) >= 8:
        thing, word = struct.unpack_from("=II", unread[source])
        if len(unread[source]) < word >> 16:
            break
        found.append((thing, word & 0xFFFF, unread[source][:word >> 16]))
        unread[source] = unread[source][word >> 16:]
    return found


def send(target, data):
    if data:
        socket.send_fds(target, [data], files[target])
        for file in files[target]:
            os.close(file)
        files[target] = []


while True:
    ready = select.select([client, server, sys.stdin], [], [])[0]
    if client in ready:
        found = messages(client, server)
        for _, number, message in found:
            if (len(message), number) == FRAME:
                callbacks.add(struct.unpack_from("=I", message, 8)[0])
        send(server, b"".join(message for _, _, message in found))
    if server in ready:
        shown = b""
        for thing, number, message in messages(server, client):
            ends = (thing, number) == (DISPLAY, DELETE_ID)
            callback = struct.unpack_from("=I", message, 8)[0] if ends else thing
            if callback in callbacks and not is_open:
                kept += message
            else:
                shown += message
            # Its number can be another object's from now on.
            if ends:
                callbacks.discard(callback)
        send(client, shown)
    if sys.stdin in ready:
        line = os.read(sys.stdin.fileno(), 64)
        if not line:
            break
        is_open = line == b"open\n"
        if is_open:
            send(client, kept)
            kept = b""
