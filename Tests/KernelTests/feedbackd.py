"""A service that speaks as feedbackd 0.8: python3 feedbackd.py NODE. It is org.sigxcpu.Feedback on the session bus, and has
the motor at NODE. As feedbackd does, it plays a pattern to its end even if the caller has ended.
"""

import fcntl
import os
import struct
import sys

from gi.repository import Gio, GLib

# linux/input.h
EVIOCSFF, EVIOCRMFF, EV_FF, FF_RUMBLE = 0x40304580, 0x40044581, 0x15, 0x50
INTERFACE = """
<node>
  <interface name="org.sigxcpu.Feedback.Haptic">
    <method name="Vibrate">
      <arg direction="in" name="app_id" type="s"/>
      <arg direction="in" name="pattern" type="a(du)"/>
      <arg direction="out" name="success" type="b"/>
    </method>
  </interface>
</node>
"""


class Motor:
    def __init__(self, node):
        self.file, self.effect, self.timer = os.open(node, os.O_RDWR), None, 0

    def play(self, pattern):
        self.stop()
        if not pattern:
            return
        (magnitude, length), *rest = pattern
        if magnitude > 0:
            strong = int(min(magnitude, 1) * 0xFFFF)
            effect = bytearray(struct.pack("=HhHHHHHxxHH28x", FF_RUMBLE, -1, 0, 0, 0, length, 0, strong, 0))
            fcntl.ioctl(self.file, EVIOCSFF, effect)
            self.effect = struct.unpack_from("=h", effect, 2)[0]
            os.write(self.file, struct.pack("llHHi", 0, 0, EV_FF, self.effect, 1))
        self.timer = GLib.timeout_add(length, self.end, rest)

    def end(self, rest):
        self.timer = 0
        self.play(rest)
        return GLib.SOURCE_REMOVE

    def stop(self):
        if self.timer:
            GLib.source_remove(self.timer)
        if self.effect is not None:
            fcntl.ioctl(self.file, EVIOCRMFF, self.effect)
        self.effect, self.timer = None, 0


def call(_bus, _sender, _path, _interface, _method, parameters, invocation):
    motor.play(parameters.unpack()[1])
    invocation.return_value(GLib.Variant("(b)", (True,)))


motor = Motor(sys.argv[1])
bus = Gio.bus_get_sync(Gio.BusType.SESSION)
interface = Gio.DBusNodeInfo.new_for_xml(INTERFACE).interfaces[0]
bus.register_object("/org/sigxcpu/Feedback", interface, call)
Gio.bus_own_name_on_connection(bus, "org.sigxcpu.Feedback", Gio.BusNameOwnerFlags.NONE)
GLib.MainLoop().run()
