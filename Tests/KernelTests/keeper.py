"""Does for a daemon what systemd does: python3 keeper.py PROGRAM ARGUMENTS... It keeps the files that the daemon leaves,
and when the daemon has ended, it starts it once more with them, or KEEPER_RESTARTS times. SIGTERM ends the daemon, and at
last both. sd_notify(3), sd_listen_fds(3)
"""

import array
import ctypes
import os
import signal
import socket
import sys
import tempfile

path = os.path.join(tempfile.mkdtemp(), "notify")
notify = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
notify.bind(path)
notify.settimeout(0.02)
os.environ["NOTIFY_SOCKET"] = path
kept = {}
daemon = 0


def start():
    process = os.fork()
    if process != 0:
        return process
    # PR_SET_PDEATHSIG: it must not outlive a test that fails.
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)
    for number, file in enumerate(kept.values()):
        os.dup2(file, 3 + number)
    os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS=str(len(kept)), LISTEN_FDNAMES=":".join(kept))
    os.execv(sys.argv[1], sys.argv[1:])


def read():
    try:
        text, parts, _, _ = notify.recvmsg(4096, socket.CMSG_SPACE(4))
    except TimeoutError:
        return
    files = array.array("i", b"".join(data for _, _, data in parts))
    message = dict(line.split("=", 1) for line in text.decode().splitlines())
    if "FDSTORE" in message:
        kept[message["FDNAME"]] = files[0]
    elif "FDSTOREREMOVE" in message:
        os.close(kept.pop(message["FDNAME"]))
    else:
        # A barrier ends when its file is closed.
        for file in files:
            os.close(file)


# Whoever starts this may have blocked it.
signal.pthread_sigmask(signal.SIG_SETMASK, [])
signal.signal(signal.SIGTERM, lambda *_: os.kill(daemon, signal.SIGTERM))
for _ in range(1 + int(os.environ.get("KEEPER_RESTARTS", "1"))):
    daemon = start()
    while os.waitpid(daemon, os.WNOHANG) == (0, 0):
        read()
