"""Compares touchstick replay with a model of tilts and gyros that was written from docs/controls.md alone.

usage: motion_model.py TOUCHSTICK SEED MOTIONS : random devices and motions; prints how many states agree, or the first that do not
"""

import json
import math
import random
import subprocess
import sys
import tempfile

GRAVITY = 9.80665
DEGREE = math.pi / 180
TIMEOUT = 250_000
SCREEN = """N: screen
I: 0003 0001 0002 0003
P: 02 00 00 00 00 00 00 00
B: 01 00 00 00 00 00 00 00 00
B: 01 00 00 00 00 00 00 00 00
B: 01 00 00 00 00 00 00 00 00
B: 01 00 00 00 00 00 00 00 00
B: 01 00 00 00 00 00 00 00 00
B: 01 00 04 00 00 00 00 00 00
B: 03 03 00 00 00 00 00 00 00
A: 00 0 1000 0 0 10
A: 01 0 600 0 0 10
"""
# The places of the controls, in tenths of a millimetre.
PLACES = {"on": (100, 100), "off": (300, 100), "centre": (500, 100), "zone": (100, 400), "look": (800, 400)}
CONTROLS = """
[[button]]
name = "on"
output = "gyro on"
region = { center = [10, 10], radius = 8 }
[[button]]
name = "off"
output = "gyro off"
region = { center = [30, 10], radius = 8 }
[[button]]
name = "centre"
output = "centre tilt"
region = { center = [50, 10], radius = 8 }
[[button]]
name = "zone"
output = "A"
region = { center = [10, 40], radius = 8 }
[[look]]
name = "look"
target = "left"
region = { x = 60, y = 20, width = 40, height = 40 }
"""
AXES = ["ABS_X", "ABS_Y", "ABS_RX", "ABS_RY", "ABS_Z", "ABS_RZ", "ABS_HAT0X", "ABS_HAT0Y"]


def length(vector):
    return math.sqrt(sum(part * part for part in vector))


def scaled(vector, factor):
    return [part * factor for part in vector]


def rotated(vector, axis, angle):
    """Turns a vector about an axis of length 1, by the right-hand rule."""
    x, y, z = axis
    c, s, k = math.cos(angle), math.sin(angle), 1 - math.cos(angle)
    rows = [
        [c + x * x * k, x * y * k - z * s, x * z * k + y * s],
        [y * x * k + z * s, c + y * y * k, y * z * k - x * s],
        [z * x * k - y * s, z * y * k + x * s, c + z * z * k],
    ]
    return [sum(a * b for a, b in zip(row, vector)) for row in rows]


def spread(samples):
    return max(max(sample[axis] for sample in samples) - min(sample[axis] for sample in samples) for axis in range(3))


class Sensors:
    """The section "What the sensors say"."""

    def __init__(self):
        self.up = self.rate = self.last_acceleration = self.last_rotation = self.rest = None
        self.bias, self.has_bias, self.seconds = [0, 0, 0], False, 0

    def next_loss(self):
        lasts = [last for last in (self.last_acceleration, self.last_rotation) if last is not None]
        return min(lasts) + TIMEOUT if lasts else None

    def lose(self, time):
        if self.last_acceleration is not None and self.last_acceleration + TIMEOUT <= time:
            self.up = self.last_acceleration = None
        if self.last_rotation is not None and self.last_rotation + TIMEOUT <= time:
            self.rate = self.last_rotation = self.rest = None
        self.seconds = 0

    def find_bias(self, time, value, has_finger):
        fresh = {"start": time, "rates": [value], "accelerations": []}
        if has_finger:
            self.rest = None
        elif self.rest is None:
            self.rest = fresh
        else:
            rates = self.rest["rates"]
            rates.append(value)
            if spread(rates) > 1 * DEGREE:
                self.rest = fresh
            elif time - self.rest["start"] >= 500_000:
                mean = [sum(rate[axis] for rate in rates) / len(rates) for axis in range(3)]
                is_bias = all(abs(part) <= 2 * DEGREE for part in mean)
                drifts = all(abs(part - old) <= 0.3 * DEGREE for part, old in zip(mean, self.bias))
                if is_bias and (drifts or not self.has_bias):
                    self.bias, self.has_bias = mean, True
                self.rest = fresh

    def rotation(self, time, value, has_finger):
        self.seconds = (time - self.last_rotation) / 1e6 if self.last_rotation is not None else 0
        self.last_rotation = time
        self.find_bias(time, value, has_finger)
        self.rate = [part - bias for part, bias in zip(value, self.bias)]
        speed = length(self.rate)
        if self.up and speed > 0:
            self.up = rotated(self.up, scaled(self.rate, -1 / speed), speed * self.seconds)

    def acceleration(self, time, value):
        seconds = (time - self.last_acceleration) / 1e6 if self.last_acceleration is not None else 0
        self.last_acceleration, self.seconds = time, 0
        if self.rest:
            self.rest["accelerations"].append(value)
            if spread(self.rest["accelerations"]) > 0.3:
                self.rest = None
        size = length(value)
        if not 0.5 * GRAVITY <= size <= 1.5 * GRAVITY:
            return
        direction = scaled(value, 1 / size)
        if not self.up:
            self.up = direction
            return
        weight = 1 - math.exp(-seconds / (0.3 if self.rate else 0.1))
        mean = [up + weight * (part - up) for up, part in zip(self.up, direction)]
        self.up = scaled(mean, 1 / length(mean))


class Tilt:
    """The section "Tilts"."""

    def __init__(self, keys):
        self.keys, self.angle, self.value, self.direction = keys, None, 0, 0
        self.base = {"start": None, "flat": 0}.get(keys["base"], keys["base"])

    def update(self, sensors):
        self.angle = None
        if sensors.up:
            x, y, z = sensors.up
            if self.keys["axis"] == "side":
                self.angle = math.degrees(math.asin(max(-1, min(1, -x))))
            elif math.hypot(y, z) >= 0.3:
                self.angle = math.degrees(math.atan2(y, z))
        if self.angle is not None and self.base is None:
            self.base = self.angle
        self.deflect()

    def centre(self):
        if self.angle is not None:
            self.base = self.angle
            self.deflect()

    def deflect(self):
        if self.angle is None:
            self.value = self.direction = 0
            return
        lean = self.angle - self.base if self.keys["axis"] == "side" else self.base - self.angle
        if lean > 180:
            lean -= 360
        if lean < -180:
            lean += 360
        if self.keys["invert"]:
            lean = -lean
        part = max(-1, min(1, lean / self.keys["full"]))
        dead, anti = self.keys["dead_zone"], self.keys["anti_dead_zone"]
        size = 0
        if abs(part) > dead:
            size = anti + ((abs(part) - dead) / (1 - dead)) ** self.keys["curve"] * (1 - anti)
        self.value = math.copysign(size, part)
        if size >= 0.5:
            self.direction = 1 if part > 0 else -1
        elif size < 0.4 or part * self.direction < 0:
            self.direction = 0


class Gyro:
    """The section "Gyros"."""

    def __init__(self, keys):
        self.keys, self.turn, self.filtered, self.way = keys, (0, 0), (0, 0), [0, 0]

    def counts(self, finger):
        if finger == "off":
            return False
        return finger == "on" or self.keys["while"] == "always" or (
            finger == self.keys["while"] and finger is not None)

    def update(self, sensors, finger):
        if sensors.rate is None:
            self.turn = self.filtered = (0, 0)
            return
        if sensors.seconds == 0:
            return
        keys = self.keys
        x, y, z = scaled(sensors.rate, 1 / DEGREE)
        left = y
        if keys["space"] == "player" and sensors.up:
            g = y * sensors.up[1] + z * sensors.up[2]
            left = math.copysign(min(1.41 * abs(g), math.hypot(y, z)), g)
        right, up = (left if keys["invert_x"] else -left), (-x if keys["invert_y"] else x)
        size = math.hypot(right, up)
        if size <= keys["dead_zone"]:
            right = up = 0
        if keys["smooth_below"] > 0:
            half = keys["smooth_below"] / 2
            k = max(0, min(1, (size - half) / half))
            weight = 1 - math.exp(-sensors.seconds / 0.1)
            f = [old + weight * (part * (1 - k) - old) for old, part in zip(self.filtered, (right, up))]
            self.filtered = f
            right, up = right * k + f[0], up * k + f[1]
        self.turn = (right, up)
        if keys["target"] == "mouse" and self.counts(finger):
            factor = keys["sensitivity"] * keys["counts_per_degree"] * sensors.seconds
            self.way[0] += right * factor
            self.way[1] -= up * factor

    def deflection(self):
        keys = self.keys
        vector = scaled(self.turn, keys["sensitivity"] / keys["full"])
        size = length(vector)
        if length(self.turn) <= keys["dead_zone"] or size < 1e-9:
            return (0, 0)
        anti = keys["anti_dead_zone"]
        return scaled(vector, (anti + min(size, 1) ** keys["curve"] * (1 - anti)) / size)


class Model:
    def __init__(self, tilts, gyros):
        self.sensors, self.finger = Sensors(), None
        self.tilts, self.gyros = [Tilt(keys) for keys in tilts], [Gyro(keys) for keys in gyros]

    def sample(self, time, quantity, value):
        if quantity == "rotation":
            self.sensors.rotation(time, value, self.finger is not None)
        else:
            self.sensors.acceleration(time, value)
        self.update()

    def update(self):
        for tilt in self.tilts:
            tilt.update(self.sensors)
        for gyro in self.gyros:
            gyro.update(self.sensors, self.finger)

    def touch(self, finger):
        self.finger = finger
        if finger == "centre":
            for tilt in self.tilts:
                tilt.centre()

    def state(self):
        state = dict.fromkeys(AXES, 0)

        def farther(axis, value):
            value = math.copysign(math.floor(abs(value) + 0.5), value)
            if abs(value) > abs(state[axis]):
                state[axis] = value

        for tilt in self.tilts:
            value, output = tilt.value, tilt.keys["output"]
            if output in ("left.x", "right.x"):
                farther("ABS_X" if output == "left.x" else "ABS_RX", value * 32767)
            elif output in ("left.y", "right.y"):
                farther("ABS_Y" if output == "left.y" else "ABS_RY", -value * 32767)
            elif output == "dpad":
                axis, sign = ("ABS_HAT0X", 1) if tilt.keys["axis"] == "side" else ("ABS_HAT0Y", -1)
                state[axis] = state[axis] or sign * tilt.direction
            else:
                if value > 0 and output in ("RT", "triggers"):
                    farther("ABS_RZ", value * 255)
                if value > 0 and output == "LT" or value < 0 and output == "triggers":
                    farther("ABS_Z", abs(value) * 255)
        for gyro in self.gyros:
            if gyro.keys["target"] != "mouse" and gyro.counts(self.finger):
                x, y = ("ABS_X", "ABS_Y") if gyro.keys["target"] == "left" else ("ABS_RX", "ABS_RY")
                right, up = gyro.deflection()
                state[x] = max(-32767, min(32767, state[x] + right * 32767))
                state[y] = max(-32767, min(32767, state[y] - up * 32767))
        return state

    def way(self):
        return [sum(gyro.way[axis] for gyro in self.gyros if gyro.keys["target"] == "mouse") for axis in range(2)]


def random_tables(chance):
    pick = chance.choice
    outputs = ["left.x", "left.y", "right.x", "right.y", "triggers", "RT", "LT", "dpad"]
    tilts = [
        {
            "name": f"tilt {number}", "axis": pick(["side", "forward"]), "output": pick(outputs),
            "full": chance.uniform(5, 60), "dead_zone": pick([0, 0.05, 0.3]), "curve": pick([1, 0.5, 2.3]),
            "anti_dead_zone": pick([0, 0.24]), "base": pick(["start", "flat", chance.uniform(-60, 60)]),
            "invert": pick([False, True]),
        } for number in range(chance.randint(0, 3))
    ]
    gyros = [
        {
            "name": f"gyro {number}", "target": pick(["left", "right", "mouse", "mouse"]),
            "while": pick(["look", "always", "always", "button", "zone"]), "sensitivity": chance.uniform(0.2, 4),
            "dead_zone": pick([0, 0.3, 3]), "smooth_below": pick([0, 0, 10, 60]), "space": pick(["device", "player"]),
            "invert_x": pick([False, True]), "invert_y": pick([False, True]), "full": chance.uniform(50, 400),
            "curve": pick([1, 1.6]), "anti_dead_zone": pick([0, 0.24]), "counts_per_degree": chance.uniform(1, 90),
        } for number in range(chance.randint(0 if tilts else 1, 2))
    ]
    return tilts, gyros


def written(kind, keys):
    useless = []
    if kind == "gyro":
        useless = ["full", "curve", "anti_dead_zone"] if keys["target"] == "mouse" else ["counts_per_degree"]
    lines = [f"{key} = {json.dumps(value)}" for key, value in keys.items() if key not in useless]
    return f"[[{kind}]]\n" + "\n".join(lines) + "\n"


def random_motion(chance, start, inputs):
    """One motion: a device that rests, trembles or turns, with its own rates, noise and gaps. Returns its end."""
    rate = math.exp(chance.uniform(math.log(10), math.log(800)))
    end = start + int(chance.uniform(0.3, 1.2) * 1e6)
    kind = chance.choice(["rest", "turn", "turn", "tremble", "jolt"])
    sensors = chance.choice([["acceleration"], ["rotation"]] + [["acceleration", "rotation"]] * 3)
    bias = [chance.uniform(-2.2, 2.2) * DEGREE for _ in range(3)] if kind == "rest" else [0, 0, 0]
    up = [chance.gauss(0, 1) for _ in range(3)]
    up = scaled(up, 1 / length(up))
    axis = [chance.gauss(0, 1) for _ in range(3)]
    axis = scaled(axis, 1 / length(axis))
    speed = {"rest": 0, "tremble": 0}.get(kind, chance.uniform(1, 400) * DEGREE)
    frequency = chance.uniform(0.2, 4)
    noise = {"rest": 0.002, "turn": 0.002, "tremble": 0.2, "jolt": 0.01}[kind]
    for sensor in sensors:
        time = start + chance.randint(1, 2000)
        last = time
        while time < end:
            if chance.random() < 0.002:
                time += chance.randint(200_000, 400_000)
            now = math.sin((time - start) / 1e6 * frequency * 2 * math.pi)
            if sensor == "rotation":
                value = [part * speed * now + b + chance.uniform(-noise, noise) for part, b in zip(axis, bias)]
            else:
                angle = speed * (time - start) / 1e6 * 0.3 * now
                force = 1 + (chance.uniform(-0.8, 0.8) if kind == "jolt" else 0)
                value = [part * GRAVITY * force + chance.uniform(-noise, noise) for part in rotated(up, axis, angle)]
            inputs.append((time, sensor, [round(part, 6) for part in value]))
            last = time
            time += max(1, int(1e6 / rate * chance.uniform(0.9, 1.1)))
        end = max(end, last)
    if chance.random() < 0.7:
        first = chance.randint(start, end - 100_000)
        last = chance.randint(first + 1000, end)
        inputs.append((first, "touch", chance.choice(list(PLACES))))
        inputs.append((last, "touch", None))
    return end + chance.choice([1000, 1000, 300_000])


def random_inputs(chance, motions):
    inputs, start = [], 1000
    for _ in range(motions):
        start = random_motion(chance, start, inputs)
    inputs.sort(key=lambda entry: entry[0])
    # No two at the same time, so that every state has a time of its own.
    unique, last = [], -1
    for time, kind, value in inputs:
        last = max(time, last + 1)
        unique.append((last, kind, value))
    return unique


def recording(inputs):
    lines = [SCREEN]
    for time, kind, value in inputs:
        stamp = f"{time // 1_000_000}.{time % 1_000_000:06}"
        if kind != "touch":
            lines.append(f"#M: {stamp} {kind} " + " ".join(f"{part:.6f}" for part in value) + "\n")
            continue
        if value is not None:
            x, y = PLACES[value]
            lines.append(f"E: {stamp} 0003 0000 {x}\nE: {stamp} 0003 0001 {y}\n")
        lines.append(f"E: {stamp} 0001 014a {int(value is not None)}\nE: {stamp} 0000 0000 0\n")
    return "".join(lines)


def expected(model, inputs):
    """The states after each input, and after each loss of a sensor."""
    for time, kind, value in inputs:
        while (loss := model.sensors.next_loss()) is not None and loss < time:
            model.sensors.lose(loss)
            model.update()
            yield loss, model.state(), model.way()
        if kind == "touch":
            model.touch(value)
        else:
            model.sample(time, kind, value)
        yield time, model.state(), model.way()


def compare(tool, chance, motions):
    tilts, gyros = random_tables(chance)
    text = "".join(written("tilt", keys) for keys in tilts) + "".join(written("gyro", keys) for keys in gyros) + CONTROLS
    inputs = random_inputs(chance, motions)
    with tempfile.NamedTemporaryFile("w", suffix=".toml") as file:
        file.write(text)
        file.flush()
        replay = subprocess.run(
            [tool, "replay", "-", "--json", "--config", file.name], input=recording(inputs), text=True,
            capture_output=True, check=False)
    if replay.returncode != 0:
        sys.exit(f"{replay.stderr}\n{text}")
    lines = [json.loads(line) for line in replay.stdout.splitlines()]
    shown, way, index, count, deflected = dict.fromkeys(AXES, 0), [0, 0], 0, 0, 0
    for time, state, wanted in expected(Model(tilts, gyros), inputs):
        while index < len(lines) and round(lines[index]["time"] * 1e6) <= time:
            shown = lines[index]["axes"]
            way = [old + new for old, new in zip(way, lines[index]["mouse"])]
            index += 1
        wrong = [axis for axis in AXES if abs(shown[axis] - state[axis]) > 2]
        # A gyro of its own has a count that is not whole yet, and so has each of several.
        if wrong or any(abs(a - b) > 2.1 for a, b in zip(way, wanted)):
            sys.exit(f"at {time} us: {shown} {way}, but the guide says {state} {wanted}\n{text}")
        count += 1
        deflected += any(state.values())
    return count, deflected


def main():
    tool, seed, motions = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    states, deflected, done = 0, 0, 0
    while done < motions:
        part = min(10, motions - done)
        count, active = compare(tool, random.Random(seed * 1_000_000 + done), part)
        states, deflected, done = states + count, deflected + active, done + part
    print(f"{done} motions, {states} states agree, {deflected} of them deflected")


main()
