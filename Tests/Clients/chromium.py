"""Reads the first gamepad on a page in Chromium, and prints its state as a line of JSON for each change."""

import http.server
import json
import os
import subprocess
import sys
import tempfile

# https://w3c.github.io/gamepad/#remapping
BUTTONS = ["A", "B", "X", "Y", "LB", "RB", "LT", "RT", "Back", "Start", "L3", "R3"]
BUTTONS += ["d-pad up", "d-pad down", "d-pad left", "d-pad right", "Guide"]
AXES = ["Lx", "Ly", "Rx", "Ry"]
PAGE = b"""<!doctype html><meta charset=utf-8><script>
let last = "", rumbles = true
async function poll() {
  const pad = navigator.getGamepads().find(pad => pad?.mapping == "standard")
  const {id, axes, buttons} = pad ?? {}
  const now = JSON.stringify({id, axes, buttons: buttons?.map(button => button.value), agent: navigator.userAgent})
  if (pad && rumbles) pad.vibrationActuator.playEffect("dual-rumble", {duration: 300, strongMagnitude: 0.5, weakMagnitude: 0})
  rumbles = rumbles && !pad
  if (pad && now != last) await fetch("/", {method: "POST", body: last = now})
  setTimeout(poll, 5)
}
poll()
</script>"""


class Page(http.server.BaseHTTPRequestHandler):
    is_known = False

    def log_message(self, *_):
        pass

    def answer(self, body):
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        self.answer(PAGE)

    def do_POST(self):
        said = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.answer(b"")
        if not Page.is_known:
            version = said["agent"].partition("Chrome/")[2].split(".")[0]
            print(json.dumps({"client": f"Chromium {version}", "name": said["id"]}), flush=True)
        Page.is_known = True
        shown = dict(zip(BUTTONS, said["buttons"])) | dict(zip(AXES, said["axes"]))
        print(json.dumps(shown), flush=True)


server = http.server.HTTPServer(("127.0.0.1", 0), Page)
options = ["--headless=new", "--disable-gpu", "--no-first-run", "--disable-extensions"]
if os.geteuid() == 0:  # Chromium refuses to run as root with its sandbox
    options.append("--no-sandbox")
# On an emulated processor, its processes need more than 15 s until they are connected.
options += ["--disable-background-networking", "--ipc-connection-timeout=300"]
options += [f"--user-data-dir={tempfile.mkdtemp()}", f"http://127.0.0.1:{server.server_port}/"]
subprocess.Popen(["chromium", *options], stdout=sys.stderr)
server.serve_forever()
