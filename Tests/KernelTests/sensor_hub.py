"""A HID sensor hub with an accelerometer and a gyroscope, through uhid: python3 sensor_hub.py [SENSORS]. SENSORS is "both", the
default, "accelerometer" or "gyroscope". It reads commands from the standard input, one a line, and answers each with "ok"
when it is done. Hubs are made for Windows: while the screen lies flat on a table, the accelerometer's z is -1 g.

  rate HZ               how many samples each sensor sends in a second from now on; 100 at the start
  hold AX AY AZ GX GY GZ   what they measure from now on, in g and degrees per second
  turn GX GY GZ MILLISECONDS   turns by these degrees about each axis in that time, beginning and ending slowly
  samples COUNT         sends so many more samples of each sensor
  silent                sends nothing, and answers no question about a value
  mute                  sends nothing, but answers
  loud                  sends and answers again
  flood COUNT           sends so many samples of each sensor as fast as it can
  unplug, plug
  touch NAME            makes an empty file, for scripts
"""

import math
import os
import select
import struct
import sys
import time

# linux/uhid.h
DESTROY, GET_REPORT, GET_REPORT_REPLY, CREATE2, INPUT2, SET_REPORT, SET_REPORT_REPLY = 1, 9, 10, 11, 12, 13, 14
INPUT_REPORT = 2
# Both sensors report ten-thousandths of a g and of a degree per second: exponent -4, as a nibble.
UNITS, EXPONENT = 10_000, 0x0C
# The usages of HUT, 18: a sensor, its axes, and the sensitivity of what it measures.
SENSORS = {"accelerometer": (1, 0x73, (0x0453, 0x0454, 0x0455), 0x1452), "gyroscope": (2, 0x76, (0x0457, 0x0458, 0x0459), 0x1456)}


def usage(number):
    return bytes((0x0A, number & 255, number >> 8))


def selector(prop, first, count, main):
    values = b"".join(usage(first + index) for index in range(count))
    return usage(prop) + bytes((0x15, 0, 0x25, count - 1, 0x75, 8, 0x95, 1, 0xA1, 2)) + values + bytes((main, 0, 0xC0))


def descriptor(report, kind, axes, sensitivity):
    text = bytes((0x05, 0x20, 0x09, kind, 0xA1, 0, 0x85, report))
    # Features: the kind of connection, the reporting state, the power state, the interval, the sensitivity.
    text += selector(0x0309, 0x0830, 3, 0xB1) + selector(0x0316, 0x0840, 6, 0xB1) + selector(0x0319, 0x0850, 6, 0xB1)
    text += usage(0x030E) + bytes((0x15, 0, 0x27, 0xFF, 0xFF, 0xFF, 0x7F, 0x75, 32, 0x95, 1, 0x55, 0, 0xB1, 2))
    text += usage(sensitivity) + bytes((0x15, 0, 0x26, 0xFF, 0x7F, 0x75, 16, 0x95, 1, 0x55, 0x0E, 0xB1, 2))
    # Input: the sensor state, the event, the values.
    text += selector(0x0201, 0x0800, 7, 0x81) + selector(0x0202, 0x0810, 6, 0x81)
    for axis in axes:
        text += usage(axis) + bytes((0x17, 0, 0, 0, 0x80, 0x27, 0xFF, 0xFF, 0xFF, 0x7F, 0x75, 32, 0x95, 1, 0x55, EXPONENT, 0x81, 2))
    return text + bytes((0xC0,))


class Hub:
    def __init__(self, sensors):
        self.sensors = sensors
        self.values = {1: (0, 0, -UNITS), 2: (0, 0, 0)}
        self.sends, self.answers, self.interval = True, True, 0.01
        self.turning = None
        self.due = 0
        self.plug()

    def plug(self):
        self.file = os.open("/dev/uhid", os.O_RDWR)
        self.features = {SENSORS[name][0]: bytearray(struct.pack("<BBBBIH", SENSORS[name][0], 1, 1, 1, 10, 1)) for name in self.sensors}
        text = b"".join(descriptor(*SENSORS[name]) for name in self.sensors)
        name = b"Test Sensor Hub".ljust(256, b"\0")
        ids = struct.pack("<HHIIII", len(text), 3, 0x1234, 0x5678, 1, 0)
        os.write(self.file, struct.pack("<I", CREATE2) + name + ids + text.ljust(4096, b"\0"))
        self.next = time.monotonic()

    def unplug(self):
        os.close(self.file)
        self.file = None

    def report(self, number):
        return struct.pack("<BBBiii", number, 2, 3, *self.values[number])

    def answer(self):
        """Answers the kernel, which asks for features several times for each sensor, and for values."""
        event = os.read(self.file, 4400)
        kind, number = struct.unpack_from("<II", event)
        if kind == GET_REPORT:
            report, of = struct.unpack_from("<BB", event, 8)
            if of == INPUT_REPORT and not self.answers:
                return
            data = self.report(report) if of == INPUT_REPORT else bytes(self.features[report])
            os.write(self.file, struct.pack("<IIHH", GET_REPORT_REPLY, number, 0, len(data)) + data)
        elif kind == SET_REPORT:
            report, _, size = struct.unpack_from("<BBH", event, 8)
            self.features[report][:] = event[12 : 12 + size][: len(self.features[report])]
            os.write(self.file, struct.pack("<IIH", SET_REPORT_REPLY, number, 0))

    def send(self):
        for number in self.features:
            data = self.report(number)
            os.write(self.file, struct.pack("<IH", INPUT2, len(data)) + data)

    def step(self, now):
        """Sends what is due. Returns whether a command is done."""
        is_done = self.due == 1
        self.due = max(self.due - 1, 0)
        if self.turning:
            degrees, start, length = self.turning
            part = (now - start) / length
            # The derivative of a turn that begins and ends slowly.
            rate = 0 if part >= 1 else (1 - math.cos(2 * math.pi * part)) / length
            self.values[2] = tuple(round(angle * rate * UNITS) for angle in degrees)
            if part >= 1:
                self.turning, is_done = None, True
        if self.sends and self.file is not None:
            self.send()
        self.next = max(self.next + self.interval, now)
        return is_done


def obey(hub, words):
    """Returns whether the command is done."""
    command, numbers = words[0], words[1:]
    if command == "rate":
        hub.interval = 1 / float(numbers[0])
    elif command == "hold":
        values = [round(float(number) * UNITS) for number in numbers]
        hub.values = {1: tuple(values[:3]), 2: tuple(values[3:])}
    elif command == "turn":
        hub.turning = ([float(number) for number in numbers[:3]], time.monotonic(), float(numbers[3]) / 1000)
        return False
    elif command == "samples":
        hub.due = int(numbers[0])
        return False
    elif command == "silent":
        hub.sends, hub.answers = False, False
    elif command == "mute":
        hub.sends = False
    elif command == "loud":
        hub.sends, hub.answers = True, True
    elif command == "flood":
        for _ in range(int(numbers[0])):
            hub.send()
    elif command == "unplug":
        hub.unplug()
    elif command == "plug":
        hub.plug()
    elif command == "touch":
        open(numbers[0], "w").close()
    else:
        sys.exit(f"sensor_hub.py: unknown command: {command}")
    return True


def say_done():
    print("ok", flush=True)


def main():
    which = sys.argv[1] if len(sys.argv) > 1 else "both"
    hub = Hub(["accelerometer", "gyroscope"] if which == "both" else [which])
    commands, text = sys.stdin.fileno(), b""
    say_done()
    while True:
        files = [commands] + ([] if hub.file is None else [hub.file])
        ready, _, _ = select.select(files, [], [], max(hub.next - time.monotonic(), 0))
        if hub.file is not None and hub.file in ready:
            hub.answer()
        if commands in ready:
            more = os.read(commands, 4096)
            if not more:
                return
            *lines, text = (text + more).split(b"\n")
            for line in lines:
                if obey(hub, line.decode().split()):
                    say_done()
        now = time.monotonic()
        if now >= hub.next and hub.step(now):
            say_done()


main()
